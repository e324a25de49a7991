"""The judger for game logic programs as a command: plain processes, people over WebSockets."""
