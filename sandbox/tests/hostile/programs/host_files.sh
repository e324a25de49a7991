#!/bin/bash
# Reads what tells who lives on this machine.
for path in /etc/passwd /etc/hostname /etc/machine-id /etc/shadow /root/.bashrc; do
    if IFS= read -r line 2>/dev/null <"$path"; then
        echo "SUCCESS: $path says ${line%%:*}"
        exit
    fi
done
echo "REFUSED: not there"
