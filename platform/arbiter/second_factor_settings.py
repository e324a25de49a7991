"""Settings of two-factor codes (allauth's ``mfa``)."""

from __future__ import annotations

import os

MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Arbiter"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = not os.environ.get("EMAIL_URL")
"""Where no mail can be sent, nobody can confirm an address."""
