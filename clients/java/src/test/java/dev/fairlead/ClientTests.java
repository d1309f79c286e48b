package dev.fairlead;

import dev.fairlead.Types.Event;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tests against a real service. tests/clients of the repository starts it, behind a proxy that fails as planned. */
public final class ClientTests {
    private static final String URL = System.getenv("FAIRLEAD_URL");
    private static final String KEY = System.getenv("FAIRLEAD_KEY");
    private static final String BRAND = System.getenv("FAIRLEAD_BRAND");
    private static final HttpClient CONTROL = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final List<Duration> waits = new ArrayList<>();
    private final Path path = Path.of(System.getenv("FAIRLEAD_SCRATCH"), UUID.randomUUID() + ".spool");
    private Client client;

    public static void main(String[] arguments) throws Exception {
        int failed = 0;
        int run = 0;
        for (Method method : ClientTests.class.getDeclaredMethods()) {
            if (!method.getName().startsWith("test")) {
                continue;
            }
            run++;
            ClientTests tests = new ClientTests();
            tests.plan();
            tests.seen();
            tests.client = tests.options().build();
            try {
                method.invoke(tests);
            } catch (InvocationTargetException error) {
                failed++;
                System.out.println("FAILED " + method.getName());
                error.getCause().printStackTrace(System.out);
            }
        }
        System.out.println(run + " tests, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }

    private Client.Builder options() {
        return Client.builder(URL, KEY).sleep(waits::add);
    }

    private Client spooling(long bytesMax) {
        return options().spool(new Spool(path, bytesMax)).build();
    }

    private Client spooling() {
        return spooling(Spool.BYTES_MAX);
    }

    private static String control(String method, String place, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(URL + place)).method(method, HttpRequest.BodyPublishers.ofString(body)).build();
        return CONTROL.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private void plan(String... faults) throws Exception {
        control("PUT", "/faults", Json.write(Arrays.asList(faults)));
    }

    private List<Map<String, Object>> seen() throws Exception {
        return ((List<?>) Json.read(control("GET", "/requests", ""))).stream().map(Json::members).toList();
    }

    private List<Object> batchSizes() throws Exception {
        return seen().stream().map(one -> one.get("events")).toList();
    }

    private static Event event() {
        String key = UUID.randomUUID().toString();
        return new Event().eventType("deposit").eventTime("2026-03-10T14:05:06Z").brandId(BRAND)
                .playerExternalRef("java-" + key).idempotencyKey(key).amount("12.50").currency("EUR");
    }

    private static List<Event> events(int count) {
        return IntStream.range(0, count).mapToObj(number -> event()).collect(Collectors.toList());
    }

    private static List<String> lines(List<Event> events) {
        return events.stream().map(Json::write).toList();
    }

    private int stored(Event... events) {
        int count = 0;
        for (Event event : events) {
            count += client.listEvents(Map.of("idempotencyKey", event.idempotencyKey())).items().size();
        }
        return count;
    }

    private static void same(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError("expected " + expected + ", got " + actual);
        }
    }

    private static <T extends Throwable> T thrown(Class<T> kind, Runnable run) {
        try {
            run.run();
        } catch (Throwable error) {
            if (kind.isInstance(error)) {
                return kind.cast(error);
            }
            throw new AssertionError("another exception", error);
        }
        throw new AssertionError("no " + kind + " was thrown");
    }

    void testAnEventIsAcceptedOnce() {
        Event event = event();
        Types.SingleResult first = client.sendEvent(event);
        Types.SingleResult again = client.sendEvent(event);
        same(List.of("accepted", "duplicate"), List.of(first.result().status(), again.result().status()));
        same(first.result().eventId(), again.result().eventId());
    }

    void testAnInvalidEventThrowsAllItsErrors() {
        ApiException error = thrown(ApiException.class, () -> client.sendEvent(event().eventType("jackpot").amount("x")));
        same(List.of("/event_type", "/amount"), error.errors().stream().map(Types.MemberError::pointer).toList());
    }

    void testADryRunKeepsNothing() {
        Event event = event();
        same("accepted", client.sendEvent(event, true).result().status());
        same(1L, client.sendEvents(List.of(event), true).summary().accepted());
        same(0, stored(event));
    }

    void testManyEventsGoInBatchesOfAHundred() throws Exception {
        List<Event> events = events(250);
        events.get(120).amount("x");
        Types.BatchResult answer = client.sendEvents(events);
        same(List.of(250L, 249L, 0L, 1L), List.of(answer.summary().total(), answer.summary().accepted(),
                answer.summary().duplicates(), answer.summary().errors()));
        same(List.of(100L, 100L, 50L), batchSizes());
    }

    void testABatchOfInvalidEventsIsAnAnswer() {
        same(1L, client.sendEvents(List.of(event().amount("x"))).summary().errors());
    }

    void testABatchCollectsEvents() throws Exception {
        Batch batch = client.batch();
        List<Event> events = events(120);
        events.get(7).amount("x");
        try (batch) {
            events.forEach(batch::add);
        }
        same(List.of(119L, 0L, 1), List.of(batch.accepted(), batch.duplicates(), batch.refused().size()));
        same("/amount", batch.refused().get(0).errors().get(0).pointer());
        same(List.of(100L, 20L), batchSizes());
    }

    void testABusyServiceIsAskedAgainAfterTheTimeThatItNames() throws Exception {
        plan("503", "429");
        same("accepted", client.sendEvent(event()).result().status());
        same(List.of(Duration.ofSeconds(1), Duration.ofSeconds(1)), waits);
    }

    void testPausesGrowWithoutATime() throws Exception {
        plan("503", "cut", "cut");
        client.sendEvent(event());
        same(3, waits.size());
        for (int i = 1; i < 3; i++) {
            long millis = waits.get(i).toMillis();
            same(true, millis >= 250L << i && millis <= 500L << i);
        }
    }

    void testALostAnswerDoesNotCountAnEventTwice() throws Exception {
        Event event = event();
        plan("lost");
        same("duplicate", client.sendEvent(event).result().status());
        same(1, stored(event));
    }

    void testALostAnswerDoesNotCreateAResourceTwice() throws Exception {
        String name = "Java " + UUID.randomUUID();
        plan("lost");
        Types.Affiliate affiliate = client.createAffiliate(new Types.NewAffiliate().name(name).email(UUID.randomUUID() + "@example.com"));
        same(List.of(affiliate.id()), client.listAffiliates(Map.of("search", name)).items().stream().map(Types.Affiliate::id).toList());
        Set<Object> keys = new HashSet<>();
        seen().stream().filter(one -> one.get("method").equals("POST")).forEach(one -> keys.add(one.get("idempotencyKey")));
        same(1, keys.size());
        same(false, keys.contains(null));
    }

    void testTheLastFailureIsThrown() throws Exception {
        plan("away");
        thrown(Unavailable.class, () -> client.sendEvent(event()));
        same(4, waits.size());
    }

    void testALongWaitIsLeftToTheCaller() throws Exception {
        plan("429");
        Client hasty = options().waitMax(Duration.ofMillis(500)).build();
        Unavailable error = thrown(Unavailable.class, () -> hasty.sendEvent(event()));
        same(List.of(429, Duration.ofSeconds(1)), List.of(error.status(), error.retryAfter()));
    }

    void testARefusalIsNotRepeated() throws Exception {
        same(404, thrown(ApiException.class, () -> client.readBrand(UUID.randomUUID().toString())).status());
        Client stranger = Client.builder(URL, "fl_" + "0".repeat(64)).build();
        same(401, thrown(ApiException.class, () -> stranger.sendEvent(event())).status());
        same(2, seen().size());
    }

    void testResourcesAreListedAndChanged() {
        same(true, client.listBrands(Map.of("limit", 50)).items().stream().anyMatch(one -> one.id().equals(BRAND)));
        Types.Brand brand = client.createBrand(new Types.NewBrand().name("Java Casino"));
        same("Java Casino 2", client.changeBrand(brand.id(), new Types.BrandChange().name("Java Casino 2")).name());
    }

    void testEventsWaitOnDiskWhileTheServiceCannotBeReached() throws Exception {
        List<Event> events = events(3);
        Client first = spooling();
        plan("away");
        for (Event event : events) {
            same(null, first.record(event));
        }
        same(lines(events), Files.readAllLines(path));
        same(List.of(), waits);
        thrown(Unavailable.class, first::flush);
        first.spool().close();
        plan();
        Client second = spooling();
        Flushed flushed = second.flush();
        same(List.of(3, 0, List.of()), List.of(flushed.accepted(), flushed.duplicates(), flushed.refused()));
        same(3, stored(events.toArray(Event[]::new)));
        same("accepted", second.record(event()).result().status());
        same(false, Files.exists(path));
    }

    void testALostAnswerDoesNotCountSpooledEventsTwice() throws Exception {
        List<Event> events = events(150);
        Client one = spooling();
        one.spool().append(lines(events));
        plan("lost");
        Flushed flushed = one.flush();
        same(List.of(50, 100), List.of(flushed.accepted(), flushed.duplicates()));
        same(2, stored(events.get(0), events.get(149)));
    }

    void testAFlushGoesOnBehindTheLastAcknowledgedBatch() throws Exception {
        Client one = spooling();
        one.spool().append(lines(events(250)));
        int[] calls = {0};
        thrown(Unavailable.class, () -> one.spool().flush(lines -> {
            if (++calls[0] == 2) {
                throw new Unavailable("away", 0, null, null);
            }
            List<Event> parsed = lines.stream().map(line -> new Event(Json.members(Json.read(line)))).toList();
            return client.sendEvents(parsed).<Object>valuesOf("results").stream().map(Json::members).toList();
        }));
        one.spool().close();
        same(150, spooling().flush().accepted());
        same(List.of(100L, 100L, 50L), batchSizes());
    }

    void testNewEventsQueueBehindWaitingOnesAndResumeByThemselves() throws Exception {
        Client one = spooling();
        Event first = event();
        Event second = event();
        plan("503");
        one.record(first);
        Thread.sleep(1050);
        same(null, one.record(second));
        same(2, stored(first, second));
    }

    void testAFullSpoolRefuses() throws Exception {
        Client one = spooling(300);
        plan("away");
        one.record(event());
        long size = Files.size(path);
        thrown(SpoolFull.class, () -> one.record(event()));
        same(size, Files.size(path));
    }

    void testALineThatACrashCutOffIsDropped() throws Exception {
        String kept = Json.write(event()) + "\n";
        Files.writeString(path, kept + Json.write(event()).substring(0, 40));
        Client one = spooling();
        one.spool().append(lines(events(1)));
        same(2, one.flush().accepted());
        Files.writeString(path, kept + Json.write(event()).substring(0, 40));
        same(1, one.flush().duplicates());
    }

    void testRefusedEventsArePutAsideAndStopNothing() throws Exception {
        String bad = Json.write(event().amount("x"));
        Files.writeString(path, String.join("\n", bad, "no json", Json.write(event())) + "\n");
        Flushed flushed = spooling().flush();
        same(List.of(1, 2), List.of(flushed.accepted(), flushed.refused().size()));
        List<String> aside = Files.readAllLines(path.resolveSibling(path.getFileName() + ".refused"));
        same(List.of("no json", Json.read(bad)), aside.stream().map(line -> Json.members(Json.read(line)).get("event")).toList());
    }

    void testOneSpoolPerPathAndProcess() {
        Client one = spooling();
        thrown(FairleadException.class, this::spooling);
        one.spool().close();
        spooling();
    }

    void testABatchFallsBackToTheSpool() throws Exception {
        Client one = spooling();
        plan("away");
        Batch batch = one.batch();
        batch.add(event());
        batch.flush();
        same(1L, batch.spooled());
        plan();
        same(1, one.flush().accepted());
    }

    void testEveryVectorOfWebhooks() throws Exception {
        Map<String, Object> all = Json.members(Json.read(Files.readString(Path.of(System.getenv("FAIRLEAD_VECTORS")))));
        for (Object each : (List<?>) all.get("vectors")) {
            Map<String, Object> one = Json.members(each);
            Map<String, String> headers = Map.of("Webhook-Id", one.get("id").toString(),
                    "Webhook-Timestamp", one.get("timestamp").toString(), "Webhook-Signature", one.get("signature").toString());
            List<String> secrets = ((List<?>) one.get("secrets")).stream().map(Object::toString).toList();
            byte[] body = one.get("body").toString().getBytes(StandardCharsets.UTF_8);
            Instant now = Instant.ofEpochSecond(((Number) one.get("now")).longValue());
            if ((Boolean) one.get("valid")) {
                same(2432232314L, SignedWebhook.verify(body, headers, secrets, SignedWebhook.TOLERANCE, now).get("test"));
            } else {
                thrown(WebhookRefused.class, () -> SignedWebhook.verify(body, headers, secrets, SignedWebhook.TOLERANCE, now));
            }
        }
    }

    void testJsonIsReadAndWrittenExactly() {
        String text = "{\"a\":[1,-2.50,1e3,\"\\u00e9\\n\\\"\",true,null,{}],\"b\":{\"c\":123456789012345678901234567890}}";
        Object read = Json.read(text);
        same(read, Json.read(Json.write(read)));
        for (String bad : List.of("", "{", "[1,]", "{\"a\"}", "tru", "1 2", "\"\u0001\"", "-", "[".repeat(1000))) {
            thrown(IllegalArgumentException.class, () -> Json.read(bad));
        }
    }
}
