"""The log-in of programs as the API shows and takes it."""

from typing import Any

from rest_framework import serializers

from api.fields import int_field


class DeviceRequestSerializer(serializers.Serializer[Any]):
    client_id = serializers.CharField(
        max_length=60, help_text="The program, as the person and the list of tokens see it."
    )


class DeviceGrantSerializer(serializers.Serializer[Any]):
    device_code = serializers.CharField(help_text="For the program alone.")
    user_code = serializers.CharField(help_text="The person types it in the browser.")
    verification_uri = serializers.CharField(help_text="The page for the code.")
    verification_uri_complete = serializers.CharField(help_text="The same with the code.")
    expires_in = int_field("Seconds.")
    interval = int_field("Seconds between two questions for the token.")


class DeviceTokenSerializer(serializers.Serializer[Any]):
    grant_type = serializers.CharField(
        max_length=100, help_text="urn:ietf:params:oauth:grant-type:device_code"
    )
    device_code = serializers.CharField(max_length=100)
    client_id = serializers.CharField(max_length=60, help_text="As in the first request.")


class DeviceAnswerSerializer(serializers.Serializer[Any]):
    access_token = serializers.CharField(help_text="Given once.")
    token_type = serializers.CharField(help_text="Bearer")
    expires_in = int_field("Seconds.")
    scope = serializers.CharField(help_text="Scopes of the token, with blanks between them.")


class DeviceErrorSerializer(serializers.Serializer[Any]):
    error = serializers.CharField(
        help_text="authorization_pending, slow_down, access_denied, expired_token, invalid_grant, "
        "invalid_request or unsupported_grant_type."
    )
    error_description = serializers.CharField(help_text="The reason for people.")
