"""Results that are taken back, decided, or played again."""
