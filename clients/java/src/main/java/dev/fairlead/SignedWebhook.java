package dev.fairlead;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verification of webhooks by the rules of Standard Webhooks. */
public final class SignedWebhook {
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private SignedWebhook() {}

    /** Like the other method, with the current time and the usual tolerance. */
    public static Map<String, Object> verify(byte[] body, Map<String, String> headers, String secret) {
        return verify(body, headers, List.of(secret), TOLERANCE, Instant.now());
    }

    /**
     * Returns the JSON of a webhook whose signature is valid; else throws WebhookRefused. The body must be as it was
     * received: another spelling of the same JSON has another signature. There may be several secrets while one is being
     * rotated. A message can arrive more than once: remember {@code webhook-id}. Names of headers may have any case.
     */
    public static Map<String, Object> verify(
            byte[] body, Map<String, String> headers, Collection<String> secrets, Duration tolerance, Instant now) {
        String id = header(headers, "webhook-id");
        String sentAt = header(headers, "webhook-timestamp");
        String signatures = header(headers, "webhook-signature");
        if (id.isEmpty() || signatures.isEmpty()) {
            throw new WebhookRefused("the headers webhook-id, webhook-timestamp and webhook-signature are required");
        }
        checkTime(sentAt, tolerance, now);
        byte[] start = (id + "." + sentAt + ".").getBytes(StandardCharsets.UTF_8);
        boolean matches = false;
        for (String secret : secrets) {
            byte[] right = sign(secret, start, body);
            for (String one : signatures.split(" ")) {
                matches |= one.startsWith("v1,") && MessageDigest.isEqual(right, decoded(one.substring(3)));
            }
        }
        if (!matches) {
            throw new WebhookRefused("no signature matches");
        }
        return Json.members(Json.read(new String(body, StandardCharsets.UTF_8)));
    }

    private static String header(Map<String, String> headers, String name) {
        for (Map.Entry<String, String> entry : headers.entrySet()) {
            if (entry.getKey().equalsIgnoreCase(name)) {
                return entry.getValue();
            }
        }
        return "";
    }

    private static void checkTime(String sentAt, Duration tolerance, Instant now) {
        if (!sentAt.matches("[0-9]{1,15}")) {
            throw new WebhookRefused("webhook-timestamp is not a number of seconds");
        }
        if (Math.abs(now.getEpochSecond() - Long.parseLong(sentAt)) > tolerance.toSeconds()) {
            throw new WebhookRefused("webhook-timestamp is too old or too far ahead");
        }
    }

    private static byte[] sign(String secret, byte[] start, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
            mac.update(start);
            return mac.doFinal(body);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException error) {
            return new byte[0];
        }
    }
}
