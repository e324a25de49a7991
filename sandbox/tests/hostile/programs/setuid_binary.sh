#!/bin/bash
# Starts a program that becomes root when anybody starts it, and looks who it has become.
sleep 1 | /usr/bin/su >/dev/null 2>&1 &
for _ in {1..100}; do
    while read -r key _ effective _; do
        if [ "$key" = Uid: ] && [ "$effective" = 0 ]; then
            echo "SUCCESS: su has the effective uid 0"
            exit
        fi
    done 2>/dev/null <"/proc/$!/status"
    [ -e "/proc/$!" ] || break
    sleep 0.01
done
echo "REFUSED: su stays who we are"
