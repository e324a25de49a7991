"""What one rating hides."""
