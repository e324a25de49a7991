"""Java with a JDK, without libraries from outside."""

from __future__ import annotations

from sandbox.languages.base import RESERVES, SHELL, Language, Paths, limited

_BIN = "/usr/bin"
_QUICK = "-J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-Xmx1g"
_BUILD = f"""
{RESERVES}
{_BIN}/javac {_QUICK} -encoding UTF-8 -proc:none -d /build/classes "$@" || exit
cd /build/classes
main=Main
[ -f Main.class ] || main=$(find . -name '*.class' -print0 | sort -z |
    xargs -0 {_BIN}/javap {_QUICK} -public | awk '
        /(^| )(class|interface|enum|record) / {{
            sub(/<.*/, ""); sub(/ (extends|implements) .*/, "")
            name = $NF == "{{" ? $(NF - 1) : $NF
        }}
        /public static .*void main\\(java.lang.String(\\[\\]|\\.\\.\\.)\\)/ {{ print name }}')
case $(echo "$main" | wc -w) in
    1) echo "-cp /program/classes $main" >/build/java.args ;;
    0) echo "no class has a method: public static void main(String[])"; exit 1 ;;
    *) echo "several classes have a main method; call the one to run Main:" $main; exit 1 ;;
esac
"""
_RUN = (
    f"exec {_BIN}/java -XX:+UseSerialGC -XX:-UsePerfData -Xss64m -Xmx{{memory}} "
    # What the machine itself says, above all why it ends, must not be taken for an answer.
    "-XX:+ExitOnOutOfMemoryError -XX:+DisplayVMOutputToStderr -Xlog:disable "
    "-Xlog:all=warning:stderr @/program/java.args"
)
_HELLO = """
public class Main {
    public static void main(String[] args) throws Exception {
        String line = new java.util.Scanner(System.in).nextLine();
        Thread thread = new Thread(() -> System.out.println(line));
        thread.start();
        thread.join();
    }
}
"""


def _build(files: Paths) -> tuple[str, ...]:
    found = sorted(f"./{path}" for path in files if path.lower().endswith(".java"))
    return (SHELL, "-c", _BUILD, "build", *found)


JAVA = Language(
    name="java",
    title="Java",
    suffixes=(".java",),
    main="Main.java",
    keeps_name=True,  # a public class must be in a file of its name
    entry=lambda _files: None,
    build=_build,
    run=limited(_RUN, 60),  # beside its heap it has code, stacks and what it knows of classes
    ships=lambda path: not path.lower().endswith(".java"),
    tools=(f"{_BIN}/java", f"{_BIN}/javac", f"{_BIN}/javap"),
    packages=("default-jdk-headless",),
    version=(SHELL, "-c", f"{RESERVES}; {_BIN}/javac -version"),
    hint="the class Main is run, or the only one with a main method; it may use 60 % of the memory",
    hello=(("Main.java", _HELLO),),
)
