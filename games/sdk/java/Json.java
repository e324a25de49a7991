import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small strict reader of JSON for the referee's messages: whole numbers, no fractions. */
final class Json {
    private final String line;
    private int at;

    private Json(String line) {
        this.line = line;
    }

    /**
     * The value of a line: a Map of String to value, a List of values, a String, a Long, a Boolean,
     * or null. IllegalArgumentException where it is no JSON.
     */
    static Object parse(String line) {
        Json reader = new Json(line);
        Object value = reader.value();
        reader.blanks();
        if (reader.at < line.length()) throw reader.wrong("more than one value");
        return value;
    }

    /** The same for a line that must hold an object. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> object(String line) {
        if (parse(line) instanceof Map<?, ?> found) return (Map<String, Object>) found;
        throw new IllegalArgumentException("no object: " + line);
    }

    private Object value() {
        blanks();
        switch (here()) {
            case '{': return members();
            case '[': return elements();
            case '"': return text();
            default:
        }
        if (word("true")) return true;
        if (word("false")) return false;
        if (word("null")) return null;
        return number();
    }

    private Map<String, Object> members() {
        Map<String, Object> found = new LinkedHashMap<>();
        expect('{');
        if (take('}')) return found;
        do {
            blanks();
            String name = text();
            expect(':');
            found.put(name, value());
        } while (take(','));
        expect('}');
        return found;
    }

    private List<Object> elements() {
        List<Object> found = new ArrayList<>();
        expect('[');
        if (take(']')) return found;
        do {
            found.add(value());
        } while (take(','));
        expect(']');
        return found;
    }

    private Long number() {
        int from = at;
        if (here() == '-') at++;
        int digits = at;
        while (here() >= '0' && here() <= '9') at++;
        if (at == digits || at - digits > 18) throw wrong("no whole number");
        return Long.valueOf(line.substring(from, at));
    }

    private String text() {
        StringBuilder found = new StringBuilder();
        if (here() != '"') throw wrong("no text");
        at++;
        while (here() != '"') {
            if (here() < ' ') throw wrong("a text has no end");
            char c = line.charAt(at++);
            found.append(c == '\\' ? escaped() : c);
        }
        at++;
        return found.toString();
    }

    private char escaped() {
        char c = here();
        at++;
        switch (c) {
            case '"': case '\\': case '/': return c;
            case 'b': return '\b';
            case 'f': return '\f';
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case 'u': break;
            default: throw wrong("an unknown escape");
        }
        if (at + 4 > line.length()) throw wrong("a text has no end");
        at += 4;
        return (char) Integer.parseInt(line.substring(at - 4, at), 16);
    }

    private char here() {
        return at < line.length() ? line.charAt(at) : '\0';
    }

    private void blanks() {
        while (here() == ' ' || here() == '\t' || here() == '\r') at++;
    }

    private boolean take(char wanted) {
        blanks();
        if (here() != wanted) return false;
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (!take(wanted)) throw wrong("expected " + wanted);
    }

    private boolean word(String wanted) {
        if (!line.startsWith(wanted, at)) return false;
        at += wanted.length();
        return true;
    }

    private IllegalArgumentException wrong(String why) {
        String near = line.substring(Math.max(0, at - 20), Math.min(line.length(), at + 40));
        return new IllegalArgumentException(why + " at character " + at + ", near: " + near);
    }
}
