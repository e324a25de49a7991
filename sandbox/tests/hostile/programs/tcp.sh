#!/bin/bash
# Connects to a TCP port of the host's: the last but one argument.
if { exec 3<>"/dev/tcp/127.0.0.1/$1"; } 2>/dev/null; then
    echo "SUCCESS: connected to port $1"
else
    echo "REFUSED: no connection"
fi
