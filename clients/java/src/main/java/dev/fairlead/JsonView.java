package dev.fairlead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A JSON object with named members. Members that this version of the library does not know stay in it. */
public abstract class JsonView<Self extends JsonView<Self>> {
    private final Map<String, Object> members;

    protected JsonView() {
        this(new LinkedHashMap<>());
    }

    protected JsonView(Map<String, Object> members) {
        this.members = members;
    }

    /** All members. Changes of the map change the object. */
    public final Map<String, Object> json() {
        return members;
    }

    public final Object get(String name) {
        return members.get(name);
    }

    /** Sets a member, also one without a method of its own. A null is sent as null. */
    @SuppressWarnings("unchecked")
    public final Self set(String name, Object value) {
        members.put(name, Json.plain(value));
        return (Self) this;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof JsonView<?> view && other.getClass() == getClass() && members.equals(view.members);
    }

    @Override
    public final int hashCode() {
        return members.hashCode();
    }

    @Override
    public final String toString() {
        return Json.write(members);
    }

    protected final String textOf(String name) {
        Object value = members.get(name);
        return value == null ? null : value.toString();
    }

    protected final Long integerOf(String name) {
        return members.get(name) instanceof Number number ? (Long) number.longValue() : null;
    }

    protected final Number numberOf(String name) {
        return members.get(name) instanceof Number number ? number : null;
    }

    protected final Boolean flagOf(String name) {
        return members.get(name) instanceof Boolean flag ? flag : null;
    }

    protected final <T> T objectOf(String name, Function<Map<String, Object>, T> make) {
        return members.get(name) == null ? null : make.apply(Json.members(members.get(name)));
    }

    protected final <T> List<T> objectsOf(String name, Function<Map<String, Object>, T> make) {
        if (!(members.get(name) instanceof List<?> list)) {
            return null;
        }
        List<T> found = new ArrayList<>(list.size());
        list.forEach(one -> found.add(make.apply(Json.members(one))));
        return found;
    }

    @SuppressWarnings("unchecked")
    protected final <T> List<T> valuesOf(String name) {
        return (List<T>) members.get(name);
    }

    protected final <T> Map<String, T> objectsByNameOf(String name, Function<Map<String, Object>, T> make) {
        if (members.get(name) == null) {
            return null;
        }
        Map<String, T> found = new LinkedHashMap<>();
        Json.members(members.get(name)).forEach((key, value) -> found.put(key, make.apply(Json.members(value))));
        return found;
    }

    @SuppressWarnings("unchecked")
    protected final <T> Map<String, T> valuesByNameOf(String name) {
        return (Map<String, T>) members.get(name);
    }
}
