"""The rules of entry, and who meets them."""
