"""Fields and forms that several areas of pages share."""
