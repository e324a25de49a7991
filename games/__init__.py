"""The games: one package each, behind one interface (`games.engine`)."""
