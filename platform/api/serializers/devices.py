"""The log-in of programs as the API shows and takes it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class DeviceRequestSerializer(serializers.Serializer[Any]):
    client = serializers.CharField(
        max_length=60, help_text="The program, as the person and the list of tokens see it."
    )


class DeviceGrantSerializer(serializers.Serializer[Any]):
    device_code = serializers.CharField(help_text="For the program alone.")
    user_code = serializers.CharField(help_text="The person types it in the browser.")
    verification_uri = serializers.CharField(help_text="The page for the code.")
    verification_uri_complete = serializers.CharField(help_text="The same with the code.")
    expires_in = serializers.IntegerField(help_text="Seconds.")
    interval = serializers.IntegerField(help_text="Seconds between two questions for the token.")


class DeviceTokenSerializer(serializers.Serializer[Any]):
    device_code = serializers.CharField(max_length=100)


class DeviceAnswerSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(required=False, help_text="Given once.")
    error = serializers.CharField(
        required=False,
        help_text="authorization_pending, slow_down, access_denied or expired_token.",
    )
    detail = serializers.CharField(required=False, help_text="The reason for people.")
