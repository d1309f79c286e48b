<?php

declare(strict_types=1);

namespace Fairlead;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * A client of one operator, over any PSR-18 client. The time limit of a request is that of the PSR-18 client.
 *
 * A request that finds no service, or a busy one (429, 5xx), is sent again up to $attemptsMax times, after the seconds that
 * the service names in Retry-After or after a growing pause. Events carry their idempotency keys and other POSTs get one, so
 * nothing is done twice. A pause over $waitSecondsMax is not waited for: the call throws Unavailable with its retryAfter.
 *
 * @phpstan-import-type Event from Types
 * @phpstan-import-type SingleResult from Types
 * @phpstan-import-type BatchResult from Types
 */
final class Client
{
    use Operations;

    private const VERSION = '0.2.0';
    private const RETRIED = [429, 500, 502, 503, 504];
    private const BACK_OFF_SECONDS = 0.5;
    private const BACK_OFF_SECONDS_MAX = 30.0;

    private readonly string $base;
    /** @var \Closure(float): void */
    private readonly \Closure $sleep;
    private float $flushAt = 0.0;

    /**
     * @param string $baseUrl The address of the service, with or without /api/v1.
     * @param (\Closure(float): void)|null $sleep Waits for the seconds.
     */
    public function __construct(
        private readonly ClientInterface $http,
        private readonly RequestFactoryInterface&StreamFactoryInterface $factory,
        string $baseUrl,
        private readonly string $apiKey,
        public readonly ?Spool $spool = null,
        private readonly int $attemptsMax = 5,
        private readonly float $waitSecondsMax = 60.0,
        ?\Closure $sleep = null,
    ) {
        $this->base = preg_replace('~(/api/v1)?/*$~D', '', $baseUrl, 1) . '/api/v1';
        $this->sleep = $sleep ?? static fn (float $seconds) => usleep((int) ($seconds * 1e6));
    }

    /**
     * Sends one event. Throws an ApiException with all errors if the event is invalid.
     *
     * @param Event $event
     * @return SingleResult
     */
    public function sendEvent(array $event, bool $dryRun = false): array
    {
        return $this->request('POST', '/events', self::dry($dryRun), self::line($event));
    }

    /**
     * Sends any number of events in batches of up to 100, and returns one result for all. An invalid event does not stop the
     * others: its entry has the status `error` and its errors. After Unavailable some batches may be stored; send all events
     * again, their keys make them duplicates.
     *
     * @param iterable<Event> $events
     * @return BatchResult
     */
    public function sendEvents(iterable $events, bool $dryRun = false): array
    {
        $total = ['summary' => ['total' => 0, 'accepted' => 0, 'duplicates' => 0, 'errors' => 0], 'results' => []];
        foreach (self::batches($events) as $lines) {
            $answer = $this->sendLines($lines, $dryRun, $this->attemptsMax);
            foreach ($answer['summary'] as $name => $count) {
                $total['summary'][$name] += $count;
            }
            array_push($total['results'], ...$answer['results']);
        }
        return $total;
    }

    /** Collects events and sends them when there are $size of them. */
    public function batch(int $size = Spool::BATCH_EVENTS_MAX): Batch
    {
        return new Batch($this, $size);
    }

    /**
     * Sends the event, or keeps it in the spool if the service cannot be reached; then the result is null. It tries once and
     * does not wait. While events wait in the spool, new ones queue behind them, and record() tries to empty the spool from
     * time to time. Call flush() from a cron job.
     *
     * @param Event $event
     * @return SingleResult|null
     */
    public function record(array $event): ?array
    {
        $spool = $this->neededSpool();
        if (($event['idempotency_key'] ?? '') === '') {
            throw new \InvalidArgumentException('an event needs an idempotency_key');
        }
        $line = self::line($event);
        if ($spool->isEmpty()) {
            try {
                return $this->request('POST', '/events', [], $line, [], 1);
            } catch (Unavailable $error) {
                $spool->append([$line]);
                $this->postpone($error);
                return null;
            }
        }
        $spool->append([$line]);
        if (microtime(true) >= $this->flushAt) {
            try {
                $this->flushSpool(1);
            } catch (Unavailable $error) {
                $this->postpone($error);
            }
        }
        return null;
    }

    /** Sends the events in the spool. Throws Unavailable if the service cannot be reached; the rest stays in the spool. */
    public function flush(): Flushed
    {
        return $this->flushSpool($this->attemptsMax);
    }

    /**
     * Calls any operation. The other methods use it. Returns JSON, a text (CSV, HTML) or null.
     *
     * @param array<string, mixed> $query
     */
    public function call(string $method, string $path, array $query = [], mixed $body = null): mixed
    {
        $headers = $method === 'POST' ? ['Idempotency-Key' => bin2hex(random_bytes(16))] : [];
        // An empty body is an object.
        $text = $body === null ? null : ($body === [] ? '{}' : self::json($body));
        return $this->request($method, $path, $query, $text, $headers);
    }

    /** @param array<string, mixed> $event */
    public static function line(array $event): string
    {
        return self::json($event === [] ? new \stdClass() : $event);
    }

    private static function json(mixed $value): string
    {
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    }

    private function neededSpool(): Spool
    {
        return $this->spool ?? throw new \LogicException('this client has no spool');
    }

    private function flushSpool(int $attemptsMax): Flushed
    {
        return $this->neededSpool()->flush(
            fn (array $lines): array => $this->sendLines($lines, false, $attemptsMax)['results'],
        );
    }

    private function postpone(Unavailable $error): void
    {
        $this->flushAt = microtime(true) + ($error->retryAfter ?? self::BACK_OFF_SECONDS * 10);
    }

    /** @param list<string> $lines */
    private function sendLines(array $lines, bool $dryRun, int $attemptsMax): array
    {
        $body = '{"events":[' . implode(',', $lines) . ']}';
        try {
            return $this->request('POST', '/events', self::dry($dryRun), $body, [], $attemptsMax);
        } catch (ApiException $error) {
            // A batch without a valid event is answered with its results and 400.
            return isset($error->problem['results']) ? $error->problem : throw $error;
        }
    }

    /**
     * @param array<string, mixed> $query
     * @param array<string, string> $headers
     */
    private function request(
        string $method,
        string $path,
        array $query,
        ?string $body,
        array $headers = [],
        ?int $attemptsMax = null,
    ): mixed {
        $attemptsLeft = $attemptsMax ?? $this->attemptsMax;
        for ($pause = self::BACK_OFF_SECONDS; ; $pause = min($pause * 2, self::BACK_OFF_SECONDS_MAX)) {
            $attemptsLeft--;
            try {
                return $this->attempt($method, $path . self::queryText($query), $body, $headers);
            } catch (Unavailable $error) {
                // Half of the pause is random, so that many clients do not come back at the same moment.
                $wait = $error->retryAfter ?? $pause * random_int(500, 1000) / 1000;
                if ($attemptsLeft <= 0 || $wait > $this->waitSecondsMax) {
                    throw $error;
                }
                ($this->sleep)($wait);
            }
        }
    }

    /** @param array<string, string> $headers */
    private function attempt(string $method, string $target, ?string $body, array $headers): mixed
    {
        $request = $this->factory->createRequest($method, $this->base . $target)
            ->withHeader('X-API-Key', $this->apiKey)
            ->withHeader('User-Agent', 'fairlead-client-php/' . self::VERSION);
        foreach ($headers as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        if ($body !== null) {
            $request = $request->withHeader('Content-Type', 'application/json')
                ->withBody($this->factory->createStream($body));
        }
        try {
            $answer = $this->http->sendRequest($request);
            $text = (string) $answer->getBody();
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            throw new Unavailable('the service cannot be reached: ' . $error->getMessage(), previous: $error);
        }
        return self::readAnswer($answer, $text);
    }

    private static function readAnswer(ResponseInterface $answer, string $text): mixed
    {
        $status = $answer->getStatusCode();
        $document = $text;
        if ($text !== '' && str_contains($answer->getHeaderLine('Content-Type'), 'json')) {
            try {
                $document = json_decode($text, true, flags: JSON_THROW_ON_ERROR);
            } catch (\JsonException $error) {
                throw new Unavailable('the answer is not complete', $status, previous: $error);
            }
        }
        if ($status < 400) {
            return $text === '' ? null : $document;
        }
        $problem = is_array($document) ? $document : ['detail' => $text];
        if (in_array($status, self::RETRIED, true)) {
            $detail = $problem['detail'] ?? '';
            throw new Unavailable(rtrim("the service answered $status $detail"), $status, self::retryAfter($answer));
        }
        throw new ApiException($status, $problem);
    }

    /** Seconds, from a number or a date. */
    private static function retryAfter(ResponseInterface $answer): ?float
    {
        $text = $answer->getHeaderLine('Retry-After');
        if ($text === '') {
            return null;
        }
        if (ctype_digit($text)) {
            return (float) $text;
        }
        $time = strtotime($text);
        return $time === false ? null : max(0.0, $time - microtime(true));
    }

    /** @return array<string, mixed> */
    private static function dry(bool $dryRun): array
    {
        return $dryRun ? ['dryRun' => true] : [];
    }

    /** @param array<string, mixed> $query */
    private static function queryText(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value): bool => $value !== null);
        $texts = array_map(static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value, $given);
        return $texts === [] ? '' : '?' . http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }

    /**
     * @param iterable<array<string, mixed>> $events
     * @return \Generator<list<string>>
     */
    private static function batches(iterable $events): \Generator
    {
        $lines = [];
        $size = 0;
        foreach ($events as $event) {
            $line = self::line($event);
            $full = count($lines) === Spool::BATCH_EVENTS_MAX || $size + strlen($line) > Spool::BATCH_BYTES_MAX;
            if ($lines !== [] && $full) {
                yield $lines;
                $lines = [];
                $size = 0;
            }
            $lines[] = $line;
            $size += strlen($line) + 1;
        }
        if ($lines !== []) {
            yield $lines;
        }
    }
}
