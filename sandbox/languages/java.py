"""Java with a JDK, without libraries from outside."""

from __future__ import annotations

from sandbox.languages.base import RESERVES, Language, has_suffix, hello, limited, script, shell

_BIN = "/usr/bin"
_BUILD = f"{RESERVES}\n{script('java.sh')}"
_RUN = (
    f"exec {_BIN}/java -XX:+UseSerialGC -XX:-UsePerfData -Xss64m -Xmx{{memory}} "
    # Messages of the virtual machine itself, above all why it ends, must not pass for an answer.
    "-XX:+ExitOnOutOfMemoryError -XX:+DisplayVMOutputToStderr -Xlog:disable "
    "-Xlog:all=warning:stderr @/program/java.args"
)

JAVA = Language(
    name="java",
    title="Java",
    suffixes=(".java",),
    main="Main.java",
    keeps_name=True,  # a public class must be in a file of its name
    entry=lambda _files: None,
    build=lambda files: shell(_BUILD, *sorted(f for f in files if has_suffix(f, (".java",)))),
    run=limited(_RUN, 60),  # beside its heap it has code, stacks and what it knows of classes
    ships=lambda path: not has_suffix(path, (".java",)),
    tools=(f"{_BIN}/java", f"{_BIN}/javac", f"{_BIN}/javap"),
    packages=("default-jdk-headless",),
    version=shell(f"{RESERVES}; {_BIN}/javac -version"),
    hint="the class Main is run, or the only one with a main method; it may use 60 % of the memory",
    hello=hello("Main.java"),
)
