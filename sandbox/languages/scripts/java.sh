# Compiles the sources that are its arguments into /build/classes, and finds the class to run.
quick="-J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-Xmx1g"
for file; do  # tests need a library that is not here
    shift
    case $file in */src/test/*|./module-info.java) ;; *) set -- "$@" "$file" ;; esac
done
# The compiler reads no byte order marks; the sources themselves are read-only.
mkdir /tmp/java && cp -r . /tmp/java && cd /tmp/java || exit
LC_ALL=C sed -i '1s/^\xef\xbb\xbf//' "$@"
encoding=UTF-8
cat "$@" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 || encoding=GB18030
/usr/bin/javac $quick -encoding $encoding -proc:none -d /build/classes "$@" || exit
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
