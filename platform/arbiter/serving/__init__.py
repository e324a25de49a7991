"""How the web server answers: its limits, caches, files and compression."""
