<?php

declare(strict_types=1);

namespace Fairlead;

/** Verification of webhooks by the rules of Standard Webhooks. */
final class Webhook
{
    /**
     * Returns the JSON of a webhook whose signature is valid; else throws WebhookRefused.
     *
     * The body must be as it was received (php://input): another spelling of the same JSON has another signature. There may
     * be several secrets while one is being rotated. A message can arrive more than once: remember `webhook-id`.
     *
     * @param array<string, string|list<string>> $headers By name, in any case: getallheaders(), or PSR-7's getHeaders().
     * @param string|list<string> $secrets
     * @return array<string, mixed>
     */
    public static function verify(
        string $body,
        array $headers,
        string|array $secrets,
        int $toleranceSeconds = 300,
        ?int $now = null,
    ): array {
        [$id, $sentAt, $signatures] = self::read($headers);
        if ($id === '' || $signatures === '') {
            throw new WebhookRefused('the headers webhook-id, webhook-timestamp and webhook-signature are required');
        }
        self::checkTime($sentAt, $toleranceSeconds, $now ?? time());
        foreach ((array) $secrets as $secret) {
            $right = hash_hmac('sha256', "$id.$sentAt.$body", self::key($secret), true);
            foreach (explode(' ', $signatures) as $one) {
                // Other versions than 1 are of later services.
                if (str_starts_with($one, 'v1,') && hash_equals($right, (string) base64_decode(substr($one, 3), true))) {
                    return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
                }
            }
        }
        throw new WebhookRefused('no signature matches');
    }

    /** @return array{string, string, string} */
    private static function read(array $headers): array
    {
        $given = [];
        foreach ($headers as $name => $value) {
            $given[strtolower((string) $name)] = is_array($value) ? (string) reset($value) : $value;
        }
        return [$given['webhook-id'] ?? '', $given['webhook-timestamp'] ?? '', $given['webhook-signature'] ?? ''];
    }

    private static function checkTime(string $sentAt, int $toleranceSeconds, int $now): void
    {
        if (preg_match('/^\d{1,15}$/D', $sentAt) !== 1) {
            throw new WebhookRefused('webhook-timestamp is not a number of seconds');
        }
        if (abs($now - (int) $sentAt) > $toleranceSeconds) {
            throw new WebhookRefused('webhook-timestamp is too old or too far ahead');
        }
    }

    private static function key(string $secret): string
    {
        $text = str_starts_with($secret, 'whsec_') ? substr($secret, 6) : $secret;
        $key = base64_decode($text, true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('a secret is whsec_ and base64');
        }
        return $key;
    }
}
