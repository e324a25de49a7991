// The bytes between a bot and the referee: JSON texts with lengths.

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The referee closed the connection. */
final class Hangup extends RuntimeException {
    private static final long serialVersionUID = 1;
}

/** The referee sent something that is no message. */
final class ProtocolError extends RuntimeException {
    private static final long serialVersionUID = 1;

    ProtocolError(String why) {
        super(why);
    }
}

/**
 * A message, or a part of one: values with names. A value is a Long, a Boolean, a String, a List,
 * a Map, or null.
 */
record Message(Map<String, Object> values) {
    static final Message NONE = new Message(Map.of());

    /** The type; empty if the message does not have it. */
    String type() {
        return values.get("type") instanceof String said ? said : "";
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** ProtocolError if there is no value of this name. */
    Object at(String name) {
        if (has(name)) return values.get(name);
        throw new ProtocolError("no " + name);
    }

    int number(String name) {
        return number(at(name));
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    List<Object> list(String name) {
        return list(at(name));
    }

    Message part(String name) {
        return part(at(name));
    }

    // Values by their kinds; ProtocolError or ClassCastException for another kind.

    static int number(Object value) {
        if (value instanceof Long said && said == said.intValue()) return said.intValue();
        throw new ProtocolError("no number: " + value);
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        if (value instanceof List<?>) return (List<Object>) value;
        throw new ProtocolError("no list: " + value);
    }

    @SuppressWarnings("unchecked")
    static Message part(Object value) {
        if (value instanceof Map<?, ?>) return new Message((Map<String, Object>) value);
        throw new ProtocolError("no object: " + value);
    }

    static Pos place(Object value) {
        List<Object> xyz = list(value);
        if (xyz.size() != 3) throw new ProtocolError("no place: " + value);
        return new Pos(number(xyz.get(0)), number(xyz.get(1)), number(xyz.get(2)));
    }

    /** Whole numbers in ascending order. */
    static List<Integer> sorted(Object value) {
        List<Integer> found = new ArrayList<>();
        for (Object each : list(value)) found.add(number(each));
        Collections.sort(found);
        return found;
    }
}

/** Reads and writes messages. Reading blocks; both throw Hangup after the referee has ended. */
final class Protocol {
    private static final int DIGITS = 4;
    private static final int DEEPEST = 50;

    private final DataInputStream source;
    private final PrintStream sink;

    Protocol(InputStream source, PrintStream sink) {
        this.source = new DataInputStream(source);
        this.sink = sink;
    }

    /** The next message; an empty one for a text that is none. */
    Message read() {
        String head = new String(bytes(DIGITS), StandardCharsets.ISO_8859_1);
        if (!head.matches("[0-9]+")) {
            throw new ProtocolError("expected the length of a message, got " + head);
        }
        String body = new String(bytes(Integer.parseInt(head)), StandardCharsets.UTF_8);
        Message[] found = {Message.NONE};
        guarded(body, () -> found[0] = new Message(Json.object(shallow(body))));
        return found[0];
    }

    void send(String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        byte[] data = ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
        sink.write(data, 0, data.length);
        if (sink.checkError()) throw new Hangup(); // it flushes, too
    }

    /** Applies a message of the referee. It logs an invalid message and ignores it. */
    static void guarded(Object said, Runnable take) {
        try {
            take.run();
        } catch (RuntimeException error) {
            String text = said.toString();
            String start = text.substring(0, Math.min(200, text.length()));
            System.err.println("not understood: " + start + ": " + error);
        }
    }

    /** The same text. A deeply nested text is no message, and could use up the stack. */
    private static String shallow(String text) {
        int depth = 0;
        for (char c : text.toCharArray()) {
            if (c == '[' || c == '{') depth++;
            if (c == ']' || c == '}') depth--;
            if (depth > DEEPEST) throw new ProtocolError("nested too deeply");
        }
        return text;
    }

    private byte[] bytes(int count) {
        byte[] found = new byte[count];
        try {
            source.readFully(found);
        } catch (IOException gone) {
            throw new Hangup();
        }
        return found;
    }
}
