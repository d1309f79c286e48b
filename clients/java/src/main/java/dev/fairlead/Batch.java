package dev.fairlead;

import java.util.ArrayList;
import java.util.List;

/** Collects events for batches: {@code try (Batch batch = client.batch()) { batch.add(event); }}. Not safe from threads. */
public final class Batch implements AutoCloseable {
    /** An event that the service refuses. */
    public record Refused(Types.Event event, List<Types.MemberError> errors) {}

    private final Client client;
    private final int size;
    private final List<Types.Event> waiting = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private long accepted;
    private long duplicates;
    private long spooled;

    Batch(Client client, int size) {
        this.client = client;
        this.size = Math.min(size, Spool.BATCH_EVENTS_MAX);
    }

    public void add(Types.Event event) {
        waiting.add(event);
        if (waiting.size() >= size) {
            flush();
        }
    }

    /**
     * Sends what was added. If the service cannot be reached, the events go to the spool; without one it throws Unavailable
     * and keeps them.
     */
    public void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        Types.BatchResult answer;
        try {
            answer = client.sendEvents(waiting);
        } catch (Unavailable error) {
            if (client.spool() == null) {
                throw error;
            }
            client.spool().append(waiting.stream().map(Json::write).toList());
            spooled += waiting.size();
            waiting.clear();
            return;
        }
        accepted += answer.summary().accepted();
        duplicates += answer.summary().duplicates();
        List<Object> results = answer.valuesOf("results");
        for (int i = 0; i < results.size(); i++) {
            Types.EntryError entry = new Types.EntryError(Json.members(results.get(i)));
            if ("error".equals(entry.status())) {
                refused.add(new Refused(waiting.get(i), entry.errors()));
            }
        }
        waiting.clear();
    }

    @Override
    public void close() {
        flush();
    }

    public long accepted() {
        return accepted;
    }

    public long duplicates() {
        return duplicates;
    }

    public long spooled() {
        return spooled;
    }

    public List<Refused> refused() {
        return refused;
    }
}
