"""What spectators are shown when: ceremony, projectors, announcements."""
