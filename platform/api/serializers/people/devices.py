"""The log-in of programs as the API shows and takes it."""

from typing import Any

from rest_framework import serializers

from api.fields import int_field, text_field


class DeviceRequestSerializer(serializers.Serializer[Any]):
    client_id = text_field(
        "The program, as the person and the list of tokens see it.", max_length=60
    )


class DeviceGrantSerializer(serializers.Serializer[Any]):
    device_code = text_field("For the program alone.")
    user_code = text_field("The person types it in the browser.")
    verification_uri = text_field("The page for the code.")
    verification_uri_complete = text_field("The same with the code.")
    expires_in = int_field("Seconds.")
    interval = int_field("Seconds between two questions for the token.")


class DeviceTokenSerializer(serializers.Serializer[Any]):
    grant_type = text_field("urn:ietf:params:oauth:grant-type:device_code", max_length=100)
    device_code = serializers.CharField(max_length=100)
    client_id = text_field("As in the first request.", max_length=60)


class DeviceAnswerSerializer(serializers.Serializer[Any]):
    access_token = text_field("Given once.")
    token_type = text_field("Bearer")
    expires_in = int_field("Seconds.")
    scope = text_field("Scopes of the token, with blanks between them.")


class DeviceErrorSerializer(serializers.Serializer[Any]):
    error = text_field(
        "authorization_pending, slow_down, access_denied, expired_token, invalid_grant, "
        "invalid_request or unsupported_grant_type."
    )
    error_description = text_field("The reason for people.")
