<?php

declare(strict_types=1);

namespace Fairlead;

/** Collects events for batches. Call flush() after the last one. */
final class Batch
{
    public int $accepted = 0;
    public int $duplicates = 0;
    public int $spooled = 0;
    /** @var list<array{event: array<string, mixed>, errors: list<array{pointer: string, code: string, detail: string}>}> */
    public array $refused = [];
    /** @var list<array<string, mixed>> */
    private array $waiting = [];

    public function __construct(private readonly Client $client, private readonly int $size = Spool::BATCH_EVENTS_MAX)
    {
    }

    /** @param array<string, mixed> $event */
    public function add(array $event): void
    {
        $this->waiting[] = $event;
        if (count($this->waiting) >= min($this->size, Spool::BATCH_EVENTS_MAX)) {
            $this->flush();
        }
    }

    /**
     * Sends what was added. If the service cannot be reached, the events go to the spool; without one it throws Unavailable
     * and keeps them.
     */
    public function flush(): void
    {
        $events = $this->waiting;
        if ($events === []) {
            return;
        }
        try {
            $answer = $this->client->sendEvents($events);
        } catch (Unavailable $error) {
            if ($this->client->spool === null) {
                throw $error;
            }
            $this->client->spool->append(array_map(Client::line(...), $events));
            $this->spooled += count($events);
            $this->waiting = [];
            return;
        }
        $this->waiting = [];
        $this->accepted += $answer['summary']['accepted'];
        $this->duplicates += $answer['summary']['duplicates'];
        foreach ($answer['results'] as $index => $entry) {
            if ($entry['status'] === 'error') {
                $this->refused[] = ['event' => $events[$index], 'errors' => $entry['errors']];
            }
        }
    }
}
