"""Generals: armies under fog, capitals to find and to take; 2 to 16 players in any teams."""
