<?php

// Tests against a real service. tests/clients of the repository starts it, behind a proxy that fails as planned.

declare(strict_types=1);

require __DIR__ . '/autoload.php';

use Fairlead\ApiException;
use Fairlead\Client;
use Fairlead\EventType;
use Fairlead\Spool;
use Fairlead\SpoolFull;
use Fairlead\Unavailable;
use Fairlead\Webhook;
use Fairlead\WebhookRefused;
use Nyholm\Psr7\Factory\Psr17Factory;
use Symfony\Component\HttpClient\CurlHttpClient;
use Symfony\Component\HttpClient\Psr18Client;

final class Failure extends \Exception
{
}

function same(mixed $expected, mixed $actual): void
{
    if ($expected !== $actual) {
        throw new Failure('expected ' . var_export($expected, true) . ', got ' . var_export($actual, true));
    }
}

/** @return \Throwable The exception, which must be of this class. */
function thrown(string $class, callable $run): \Throwable
{
    try {
        $run();
    } catch (\Throwable $error) {
        return $error instanceof $class ? $error : throw $error;
    }
    throw new Failure("no $class was thrown");
}

final class Tests
{
    /** @var list<float> */
    private array $waits = [];
    private Client $client;
    private string $path;

    private function setUp(): void
    {
        $this->waits = [];
        $this->plan();
        $this->seen();
        $this->client = $this->open();
        $this->path = getenv('FAIRLEAD_SCRATCH') . '/' . bin2hex(random_bytes(8)) . '.spool';
    }

    public function run(): int
    {
        $failed = 0;
        $names = array_filter(get_class_methods($this), static fn (string $name): bool => str_starts_with($name, 'test'));
        foreach ($names as $name) {
            try {
                $this->setUp();
                $this->$name();
            } catch (\Throwable $error) {
                $failed++;
                echo "FAILED $name: $error\n";
            }
        }
        echo count($names), " tests, $failed failed\n";
        return $failed === 0 ? 0 : 1;
    }

    private function open(?Spool $spool = null, float $waitSecondsMax = 60.0, ?string $key = null): Client
    {
        $factory = new Psr17Factory();
        $http = new Psr18Client(new CurlHttpClient(['timeout' => 30]), $factory, $factory);
        return new Client(
            $http, $factory, getenv('FAIRLEAD_URL'), $key ?? getenv('FAIRLEAD_KEY'), $spool, 5, $waitSecondsMax,
            function (float $seconds): void {
                $this->waits[] = $seconds;
            },
        );
    }

    private function spooling(int $bytesMax = 1 << 20): Client
    {
        return $this->open(new Spool($this->path, $bytesMax));
    }

    private function plan(string ...$faults): void
    {
        $options = ['http' => ['method' => 'PUT', 'content' => json_encode($faults)]];
        file_get_contents(getenv('FAIRLEAD_URL') . '/faults', false, stream_context_create($options));
    }

    private function seen(): array
    {
        return json_decode(file_get_contents(getenv('FAIRLEAD_URL') . '/requests'), true);
    }

    private function event(array $members = []): array
    {
        $key = bin2hex(random_bytes(12));
        return $members + [
            'event_type' => EventType::Deposit->value, 'event_time' => '2026-03-10T14:05:06Z',
            'brand_id' => getenv('FAIRLEAD_BRAND'), 'player_external_ref' => "php-$key", 'idempotency_key' => $key,
            'amount' => '12.50', 'currency' => 'EUR',
        ];
    }

    /** @return list<array<string, mixed>> */
    private function events(int $count): array
    {
        return array_map(fn (): array => $this->event(), range(1, $count));
    }

    private function stored(array ...$events): int
    {
        $count = static fn (Client $client, array $event): int =>
            count($client->listEvents(['idempotencyKey' => $event['idempotency_key']])['items']);
        return array_sum(array_map(fn (array $event): int => $count($this->client, $event), $events));
    }

    private function testAnEventIsAcceptedOnce(): void
    {
        $event = $this->event();
        $first = $this->client->sendEvent($event);
        $again = $this->client->sendEvent($event);
        same(['accepted', 'duplicate'], [$first['result']['status'], $again['result']['status']]);
        same($first['result']['event_id'], $again['result']['event_id']);
    }

    private function testAnInvalidEventThrowsAllItsErrors(): void
    {
        $error = thrown(ApiException::class, fn () => $this->client->sendEvent($this->event(['event_type' => 'x', 'amount' => 'x'])));
        same(400, $error->status);
        same(['/event_type', '/amount'], array_column($error->errors(), 'pointer'));
    }

    private function testADryRunKeepsNothing(): void
    {
        $event = $this->event();
        same('accepted', $this->client->sendEvent($event, dryRun: true)['result']['status']);
        same(1, $this->client->sendEvents([$event], dryRun: true)['summary']['accepted']);
        same(0, $this->stored($event));
    }

    private function testManyEventsGoInBatchesOfAHundred(): void
    {
        $events = $this->events(250);
        $events[120]['amount'] = 'x';
        $answer = $this->client->sendEvents($events);
        same(['total' => 250, 'accepted' => 249, 'duplicates' => 0, 'errors' => 1], $answer['summary']);
        same(array_column($events, 'idempotency_key'), array_column($answer['results'], 'idempotency_key'));
        same([100, 100, 50], array_column($this->seen(), 'events'));
    }

    private function testABatchOfInvalidEventsIsAnAnswer(): void
    {
        same(1, $this->client->sendEvents([$this->event(['amount' => 'x'])])['summary']['errors']);
    }

    private function testABatchCollectsEvents(): void
    {
        $batch = $this->client->batch();
        foreach ($this->events(120) as $number => $event) {
            $batch->add($number === 7 ? ['amount' => 'x'] + $event : $event);
        }
        $batch->flush();
        same([119, 0, 1], [$batch->accepted, $batch->duplicates, count($batch->refused)]);
        same([100, 20], array_column($this->seen(), 'events'));
    }

    private function testABusyServiceIsAskedAgainAfterTheTimeThatItNames(): void
    {
        $this->plan('503', '429');
        same('accepted', $this->client->sendEvent($this->event())['result']['status']);
        same([1.0, 1.0], $this->waits);
    }

    private function testPausesGrowWithoutATime(): void
    {
        $this->plan('cut', 'cut', 'cut');
        $this->client->sendEvent($this->event());
        same(3, count($this->waits));
        foreach ($this->waits as $number => $wait) {
            same(true, $wait >= 0.25 * 2 ** $number && $wait <= 0.5 * 2 ** $number);
        }
    }

    private function testALostAnswerDoesNotCountAnEventTwice(): void
    {
        $event = $this->event();
        $this->plan('lost');
        same('duplicate', $this->client->sendEvent($event)['result']['status']);
        same(1, $this->stored($event));
    }

    private function testALostAnswerDoesNotCreateAResourceTwice(): void
    {
        $name = 'Php ' . bin2hex(random_bytes(8));
        $this->plan('lost');
        $affiliate = $this->client->createAffiliate(['name' => $name, 'email' => bin2hex(random_bytes(8)) . '@example.com']);
        same([$affiliate['id']], array_column($this->client->listAffiliates(['search' => $name])['items'], 'id'));
        $posts = array_filter($this->seen(), static fn (array $one): bool => $one['method'] === 'POST');
        same(1, count(array_unique(array_column($posts, 'idempotencyKey'))));
    }

    private function testTheLastFailureIsThrown(): void
    {
        $this->plan('away');
        thrown(Unavailable::class, fn () => $this->client->sendEvent($this->event()));
        same(5, count($this->seen()));
    }

    private function testALongWaitIsLeftToTheCaller(): void
    {
        $this->plan('429');
        $error = thrown(Unavailable::class, fn () => $this->open(waitSecondsMax: 0.5)->sendEvent($this->event()));
        same([429, 1.0], [$error->status, $error->retryAfter]);
    }

    private function testARefusalIsNotRepeated(): void
    {
        same(404, thrown(ApiException::class, fn () => $this->client->readBrand('0190a0b0-c0d0-7e0f-8a1b-000000000000'))->status);
        $stranger = $this->open(key: 'fl_' . str_repeat('0', 64));
        same(401, thrown(ApiException::class, fn () => $stranger->sendEvent($this->event()))->status);
        same(2, count($this->seen()));
    }

    private function testResourcesAreListedAndChanged(): void
    {
        same(true, in_array(getenv('FAIRLEAD_BRAND'), array_column($this->client->listBrands(['limit' => 50])['items'], 'id'), true));
        $brand = $this->client->createBrand(['name' => 'Php Casino']);
        same('Php Casino 2', $this->client->changeBrand($brand['id'], ['name' => 'Php Casino 2'])['name']);
    }

    private function testEventsWaitOnDiskWhileTheServiceCannotBeReached(): void
    {
        $events = $this->events(3);
        $client = $this->spooling();
        $this->plan('away');
        foreach ($events as $event) {
            same(null, $client->record($event));
        }
        same($events, array_map(static fn (string $line): array => json_decode($line, true), file($this->path)));
        same([], $this->waits);
        thrown(Unavailable::class, fn () => $client->flush());
        $this->plan();
        $flushed = $this->spooling()->flush();
        same([3, 0, []], [$flushed->accepted, $flushed->duplicates, $flushed->refused]);
        same(3, $this->stored(...$events));
        same('accepted', $this->spooling()->record($this->event())['result']['status']);
        same(false, is_file($this->path));
    }

    private function testALostAnswerDoesNotCountSpooledEventsTwice(): void
    {
        $events = $this->events(150);
        $client = $this->spooling();
        $client->spool->append(array_map(Client::line(...), $events));
        $this->plan('lost');
        $flushed = $client->flush();
        same([50, 100], [$flushed->accepted, $flushed->duplicates]);
        same(2, $this->stored($events[0], $events[149]));
    }

    private function testAFlushGoesOnBehindTheLastAcknowledgedBatch(): void
    {
        $client = $this->spooling();
        $client->spool->append(array_map(Client::line(...), $this->events(250)));
        $calls = 0;
        thrown(Unavailable::class, fn () => $client->spool->flush(function (array $lines) use (&$calls): array {
            if (++$calls === 2) {
                throw new Unavailable('away');
            }
            return $this->client->sendEvents(array_map(static fn ($line) => json_decode($line, true), $lines))['results'];
        }));
        same(150, $this->spooling()->flush()->accepted);
        same([100, 100, 50], array_column($this->seen(), 'events'));
    }

    private function testNewEventsQueueBehindWaitingOnesAndResumeByThemselves(): void
    {
        [$first, $second] = $this->events(2);
        $client = $this->spooling();
        $this->plan('503');
        $client->record($first);
        usleep(1_050_000);
        same(null, $client->record($second));
        same(2, $this->stored($first, $second));
    }

    private function testAFullSpoolRefuses(): void
    {
        $client = $this->spooling(300);
        $this->plan('away');
        $client->record($this->event());
        clearstatcache();
        $size = filesize($this->path);
        thrown(SpoolFull::class, fn () => $client->record($this->event()));
        clearstatcache();
        same($size, filesize($this->path));
    }

    private function testALineThatACrashCutOffIsDropped(): void
    {
        $kept = Client::line($this->event()) . "\n";
        file_put_contents($this->path, $kept . substr(Client::line($this->event()), 0, 40));
        $client = $this->spooling();
        $client->spool->append([Client::line($this->event())]);
        same(2, $client->flush()->accepted);
        file_put_contents($this->path, $kept . substr(Client::line($this->event()), 0, 40));
        same(1, $client->flush()->duplicates);
    }

    private function testRefusedEventsArePutAsideAndStopNothing(): void
    {
        $bad = $this->event(['amount' => 'x']);
        file_put_contents($this->path, implode("\n", [Client::line($bad), 'no json', Client::line($this->event())]) . "\n");
        $flushed = $this->spooling()->flush();
        same([1, 2], [$flushed->accepted, count($flushed->refused)]);
        $aside = array_map(static fn (string $line): array => json_decode($line, true), file($this->path . '.refused'));
        same(['no json', $bad], array_column($aside, 'event'));
    }

    private function testABatchFallsBackToTheSpool(): void
    {
        $client = $this->spooling();
        $this->plan('away');
        $batch = $client->batch();
        $batch->add($this->event());
        $batch->flush();
        same(1, $batch->spooled);
        $this->plan();
        same(1, $client->flush()->accepted);
    }

    private function testEveryVectorOfWebhooks(): void
    {
        foreach (json_decode(file_get_contents(getenv('FAIRLEAD_VECTORS')), true)['vectors'] as $one) {
            $headers = ['Webhook-Id' => $one['id'], 'Webhook-Timestamp' => $one['timestamp'], 'Webhook-Signature' => [$one['signature']]];
            $verify = static fn (): array => Webhook::verify($one['body'], $headers, $one['secrets'], now: $one['now']);
            if ($one['valid']) {
                same(['test' => 2432232314], $verify());
            } else {
                thrown(WebhookRefused::class, $verify);
            }
        }
    }
}

exit((new Tests())->run());
