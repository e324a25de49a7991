# Compiles the sources that are its arguments into /build/classes, and finds the class to run.
quick="-J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-Xmx1g"
/usr/bin/javac $quick -encoding UTF-8 -proc:none -d /build/classes "$@" || exit
cd /build/classes
main=Main
[ -f Main.class ] || main=$(find . -name '*.class' -print0 | sort -z |
    xargs -0 /usr/bin/javap $quick -public | awk '
        /(^| )(class|interface|enum|record) / {
            sub(/<.*/, ""); sub(/ (extends|implements) .*/, "")
            name = $NF == "{" ? $(NF - 1) : $NF
        }
        /public static .*void main\(java.lang.String(\[\]|\.\.\.)\)/ { print name }')
case $(echo "$main" | wc -w) in
    1) echo "-cp /program/classes $main" >/build/java.args ;;
    0) echo "no class has a method: public static void main(String[])"; exit 1 ;;
    *) echo "several classes have a main method; call the one to run Main:" $main; exit 1 ;;
esac
