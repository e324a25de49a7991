"""What an address names, who may see it, and which sites may frame it."""
