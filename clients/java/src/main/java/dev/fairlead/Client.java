package dev.fairlead;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * A client of one operator. Safe from several threads.
 *
 * <p>A request that finds no service, or a busy one (429, 5xx), is sent again up to {@code attemptsMax} times, after the
 * seconds that the service names in Retry-After or after a growing pause. Events carry their idempotency keys and other
 * POSTs get one, so nothing is done twice. A pause over {@code waitMax} is not waited for: the call throws Unavailable with
 * its {@code retryAfter}.
 */
public final class Client extends Operations {
    private static final String VERSION = "0.2.0";
    private static final Set<Integer> RETRIED = Set.of(429, 500, 502, 503, 504);
    private static final Duration BACK_OFF = Duration.ofMillis(500);
    private static final Duration BACK_OFF_MAX = Duration.ofSeconds(30);

    private final HttpClient http;
    private final String base;
    private final String apiKey;
    private final Spool spool;
    private final Duration timeout;
    private final int attemptsMax;
    private final Duration waitMax;
    private final Consumer<Duration> sleep;
    private volatile Instant flushAt = Instant.EPOCH;

    private Client(Builder options) {
        base = options.baseUrl.replaceFirst("(/api/v1)?/*$", "") + "/api/v1";
        apiKey = options.apiKey;
        spool = options.spool;
        timeout = options.timeout;
        attemptsMax = options.attemptsMax;
        waitMax = options.waitMax;
        sleep = options.sleep;
        // HTTP/2 over plain http would begin with an upgrade, which the service does not have.
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(timeout).build();
    }

    /** {@code baseUrl} is the address of the service, with or without /api/v1. */
    public static Builder builder(String baseUrl, String apiKey) {
        return new Builder(baseUrl, apiKey);
    }

    /** The options of a client. */
    public static final class Builder {
        private final String baseUrl;
        private final String apiKey;
        private Spool spool;
        private Duration timeout = Duration.ofSeconds(30);
        private int attemptsMax = 5;
        private Duration waitMax = Duration.ofSeconds(60);
        private Consumer<Duration> sleep = Client::pause;

        private Builder(String baseUrl, String apiKey) {
            this.baseUrl = baseUrl;
            this.apiKey = apiKey;
        }

        /** Where events wait while the service cannot be reached. */
        public Builder spool(Spool value) {
            spool = value;
            return this;
        }

        public Builder timeout(Duration value) {
            timeout = value;
            return this;
        }

        public Builder attemptsMax(int value) {
            attemptsMax = value;
            return this;
        }

        public Builder waitMax(Duration value) {
            waitMax = value;
            return this;
        }

        public Builder sleep(Consumer<Duration> value) {
            sleep = value;
            return this;
        }

        public Client build() {
            return new Client(this);
        }
    }

    public Spool spool() {
        return spool;
    }

    /** Sends one event. Throws an ApiException with all errors if the event is invalid. */
    public Types.SingleResult sendEvent(Types.Event event) {
        return sendEvent(event, false);
    }

    /** With {@code dryRun}, the answer says what would happen, and nothing is stored. */
    public Types.SingleResult sendEvent(Types.Event event, boolean dryRun) {
        return new Types.SingleResult(Json.members(request("POST", "/events", dry(dryRun), Json.write(event), Map.of(), attemptsMax)));
    }

    public Types.BatchResult sendEvents(Iterable<Types.Event> events) {
        return sendEvents(events, false);
    }

    /**
     * Sends any number of events in batches of up to 100, and returns one result for all. An invalid event does not stop the
     * others: its entry has the status {@code error} and its errors. After Unavailable some batches may be stored; send all
     * events again, their keys make them duplicates.
     */
    public Types.BatchResult sendEvents(Iterable<Types.Event> events, boolean dryRun) {
        Map<String, Object> summary = new LinkedHashMap<>();
        for (String name : List.of("total", "accepted", "duplicates", "errors")) {
            summary.put(name, 0L);
        }
        List<Object> results = new ArrayList<>();
        for (List<String> lines : batches(events)) {
            Map<String, Object> answer = sendLines(lines, dryRun, attemptsMax);
            Json.members(answer.get("summary")).forEach((name, count) -> summary.merge(name, count,
                    (one, other) -> ((Number) one).longValue() + ((Number) other).longValue()));
            results.addAll((List<?>) answer.get("results"));
        }
        return new Types.BatchResult().set("summary", summary).set("results", results);
    }

    /** Collects events and sends them when there are 100 of them. */
    public Batch batch() {
        return new Batch(this, Spool.BATCH_EVENTS_MAX);
    }

    /**
     * Sends the event, or keeps it in the spool if the service cannot be reached; then the result is null. It tries once and
     * does not wait. While events wait in the spool, new ones queue behind them, and {@code record} tries to empty the spool
     * from time to time. Call {@link #flush} at the start and the end of the program and by a timer.
     */
    public Types.SingleResult record(Types.Event event) {
        if (event.idempotencyKey() == null || event.idempotencyKey().isEmpty()) {
            throw new IllegalArgumentException("an event needs an idempotency_key");
        }
        String line = Json.write(event);
        if (neededSpool().isEmpty()) {
            try {
                return new Types.SingleResult(Json.members(request("POST", "/events", Map.of(), line, Map.of(), 1)));
            } catch (Unavailable error) {
                spool.append(List.of(line));
                postpone(error);
                return null;
            }
        }
        spool.append(List.of(line));
        if (!Instant.now().isBefore(flushAt)) {
            try {
                flush(1);
            } catch (Unavailable error) {
                postpone(error);
            }
        }
        return null;
    }

    /** Sends the events in the spool. Throws Unavailable if the service cannot be reached; the rest stays in the spool. */
    public Flushed flush() {
        return flush(attemptsMax);
    }

    @Override
    public Object call(String method, String path, Map<String, ?> query, Object body) {
        Map<String, String> headers = method.equals("POST") ? Map.of("Idempotency-Key", UUID.randomUUID().toString()) : Map.of();
        return request(method, path, query, body == null ? null : Json.write(body), headers, attemptsMax);
    }

    private Spool neededSpool() {
        if (spool == null) {
            throw new IllegalStateException("this client has no spool");
        }
        return spool;
    }

    private Flushed flush(int attempts) {
        return neededSpool().flush(lines -> {
            List<Map<String, Object>> found = new ArrayList<>();
            ((List<?>) sendLines(lines, false, attempts).get("results")).forEach(one -> found.add(Json.members(one)));
            return found;
        });
    }

    private void postpone(Unavailable error) {
        flushAt = Instant.now().plus(error.retryAfter() == null ? BACK_OFF.multipliedBy(10) : error.retryAfter());
    }

    private Map<String, Object> sendLines(List<String> lines, boolean dryRun, int attempts) {
        String body = "{\"events\":[" + String.join(",", lines) + "]}";
        try {
            return Json.members(request("POST", "/events", dry(dryRun), body, Map.of(), attempts));
        } catch (ApiException error) {
            // A batch without a valid event is answered with its results and 400.
            if (error.problem().json().containsKey("results")) {
                return error.problem().json();
            }
            throw error;
        }
    }

    private Object request(
            String method, String path, Map<String, ?> query, String body, Map<String, String> headers, int attempts) {
        Duration pause = BACK_OFF;
        for (int left = attempts - 1; ; left--) {
            try {
                return attempt(method, path + queryText(query), body, headers);
            } catch (Unavailable error) {
                // Half of the pause is random, so that many clients do not come back at the same moment.
                Duration wait = error.retryAfter() != null ? error.retryAfter()
                        : Duration.ofMillis(ThreadLocalRandom.current().nextLong(pause.toMillis() / 2, pause.toMillis() + 1));
                if (left <= 0 || wait.compareTo(waitMax) > 0) {
                    throw error;
                }
                sleep.accept(wait);
                pause = pause.multipliedBy(2).compareTo(BACK_OFF_MAX) > 0 ? BACK_OFF_MAX : pause.multipliedBy(2);
            }
        }
    }

    private Object attempt(String method, String target, String body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + target))
                .timeout(timeout)
                .header("X-API-Key", apiKey)
                .header("User-Agent", "fairlead-client-java/" + VERSION)
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        try {
            return readAnswer(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException error) {
            throw new Unavailable("the service cannot be reached: " + error, 0, null, error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new FairleadException("the thread was interrupted", error);
        }
    }

    private static Object readAnswer(HttpResponse<String> answer) {
        String text = answer.body();
        boolean isJson = answer.headers().firstValue("Content-Type").orElse("").contains("json") && !text.isEmpty();
        Object document;
        try {
            document = isJson ? Json.read(text) : text;
        } catch (IllegalArgumentException error) {
            throw new Unavailable("the answer is not complete", answer.statusCode(), null, error);
        }
        if (answer.statusCode() < 400) {
            return text.isEmpty() ? null : document;
        }
        Map<String, Object> problem = document instanceof Map<?, ?> ? Json.members(document) : Map.of("detail", text);
        if (RETRIED.contains(answer.statusCode())) {
            String reason = "the service answered " + answer.statusCode() + " " + problem.get("detail");
            throw new Unavailable(reason, answer.statusCode(), retryAfter(answer), null);
        }
        throw new ApiException(answer.statusCode(), problem);
    }

    /** From a number of seconds or a date. */
    private static Duration retryAfter(HttpResponse<String> answer) {
        String text = answer.headers().firstValue("Retry-After").orElse("");
        if (text.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            ZonedDateTime time = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            Duration wait = Duration.between(Instant.now(), time.toInstant());
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeParseException error) {
            return null;
        }
    }

    private static Map<String, ?> dry(boolean dryRun) {
        return dryRun ? Map.of("dryRun", true) : Map.of();
    }

    private static String queryText(Map<String, ?> query) {
        StringBuilder out = new StringBuilder();
        query.forEach((name, value) -> {
            if (value != null) {
                out.append(out.length() == 0 ? '?' : '&').append(URLEncoder.encode(name, StandardCharsets.UTF_8)).append('=')
                        .append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
            }
        });
        return out.toString();
    }

    private static List<List<String>> batches(Iterable<Types.Event> events) {
        List<List<String>> all = new ArrayList<>();
        int size = 0;
        for (Types.Event event : events) {
            String line = Json.write(event);
            int bytes = line.getBytes(StandardCharsets.UTF_8).length + 1;
            List<String> last = all.isEmpty() ? null : all.get(all.size() - 1);
            if (last == null || last.size() == Spool.BATCH_EVENTS_MAX || size + bytes > Spool.BATCH_BYTES_MAX) {
                last = new ArrayList<>();
                all.add(last);
                size = 0;
            }
            last.add(line);
            size += bytes;
        }
        return all;
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new FairleadException("the thread was interrupted", error);
        }
    }
}
