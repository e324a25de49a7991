"""Records of matches that ended: their files, who may have them, and the words of their results."""
