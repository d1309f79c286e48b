package dev.fairlead;

import java.util.ArrayList;
import java.util.List;

/** What became of the events of a spool. */
public final class Flushed {
    int accepted;
    int duplicates;
    final List<Refused> refused = new ArrayList<>();

    /** An event that the service refuses. It is also in the file with the suffix .refused. */
    public record Refused(String event, List<?> errors) {}

    public int accepted() {
        return accepted;
    }

    public int duplicates() {
        return duplicates;
    }

    public List<Refused> refused() {
        return refused;
    }
}
