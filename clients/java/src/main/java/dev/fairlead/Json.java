package dev.fairlead;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: Map, List, String, Long or BigDecimal, Boolean and null. Objects keep the order of their members. */
public final class Json {
    private static final int DEPTH_MAX = 200;

    private final String text;
    private int place;

    private Json(String text) {
        this.text = text;
    }

    /** Throws IllegalArgumentException if the text is not JSON. */
    public static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.skipSpace();
        if (json.place != text.length()) {
            throw json.wrong();
        }
        return value;
    }

    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> members(Object value) {
        if (value instanceof Map<?, ?>) {
            return (Map<String, Object>) value;
        }
        throw new FairleadException("the answer is not a JSON object");
    }

    /** A value without views, so that members of objects are always plain. */
    static Object plain(Object value) {
        if (value instanceof JsonView<?> view) {
            return view.json();
        }
        if (value instanceof List<?> list) {
            List<Object> found = new ArrayList<>(list.size());
            list.forEach(one -> found.add(plain(one)));
            return found;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> found = new LinkedHashMap<>();
            map.forEach((name, one) -> found.put(String.valueOf(name), plain(one)));
            return found;
        }
        return value;
    }

    static String quotePath(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static void append(StringBuilder out, Object value) {
        if (value instanceof JsonView<?> view) {
            append(out, view.json());
        } else if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator);
                appendText(out, String.valueOf(entry.getKey()));
                out.append(':');
                append(out, entry.getValue());
                separator = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            String separator = "";
            out.append('[');
            for (Object one : list) {
                out.append(separator);
                append(out, one);
                separator = ",";
            }
            out.append(']');
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            appendText(out, value.toString());
        }
    }

    private static void appendText(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private Object value(int depth) {
        if (depth > DEPTH_MAX) {
            throw wrong();
        }
        skipSpace();
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return list(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> found = new LinkedHashMap<>();
        place++;
        skipSpace();
        if (take('}')) {
            return found;
        }
        do {
            skipSpace();
            if (peek() != '"') {
                throw wrong();
            }
            String name = string();
            skipSpace();
            if (!take(':')) {
                throw wrong();
            }
            found.put(name, value(depth + 1));
            skipSpace();
        } while (take(','));
        if (!take('}')) {
            throw wrong();
        }
        return found;
    }

    private List<Object> list(int depth) {
        List<Object> found = new ArrayList<>();
        place++;
        skipSpace();
        if (take(']')) {
            return found;
        }
        do {
            found.add(value(depth + 1));
            skipSpace();
        } while (take(','));
        if (!take(']')) {
            throw wrong();
        }
        return found;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        place++;
        while (peek() != '"') {
            char c = text.charAt(place++);
            if (c < ' ') {
                throw wrong();
            }
            out.append(c == '\\' ? escaped() : c);
        }
        place++;
        return out.toString();
    }

    private char escaped() {
        char c = peek();
        place++;
        switch (c) {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case '"', '\\', '/':
                return c;
            case 'u':
                if (place + 4 > text.length()) {
                    throw wrong();
                }
                place += 4;
                return (char) Integer.parseInt(text.substring(place - 4, place), 16);
            default:
                throw wrong();
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, place)) {
            throw wrong();
        }
        place += word.length();
        return value;
    }

    private Object number() {
        int start = place;
        while (place < text.length() && "+-.eE0123456789".indexOf(text.charAt(place)) >= 0) {
            place++;
        }
        String found = text.substring(start, place);
        try {
            return found.matches("-?\\d{1,18}") ? (Object) Long.valueOf(found) : new BigDecimal(found);
        } catch (NumberFormatException error) {
            throw wrong();
        }
    }

    private char peek() {
        if (place >= text.length()) {
            throw wrong();
        }
        return text.charAt(place);
    }

    private boolean take(char c) {
        boolean found = place < text.length() && text.charAt(place) == c;
        place += found ? 1 : 0;
        return found;
    }

    private void skipSpace() {
        while (place < text.length() && " \t\r\n".indexOf(text.charAt(place)) >= 0) {
            place++;
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("not JSON at character " + place);
    }
}
