<?php

declare(strict_types=1);

namespace Fairlead;

/** What became of the events of a spool. */
final class Flushed
{
    public int $accepted = 0;
    public int $duplicates = 0;
    /** @var list<array{event: mixed, errors: list<mixed>}> Also in the file with the suffix `.refused`. */
    public array $refused = [];
}
