<?php

declare(strict_types=1);

namespace Fairlead;

/** The service could not be reached or asked to wait, and all attempts are used up. Send the same request later. */
class Unavailable extends FairleadException
{
    /** @param float|null $retryAfter Seconds, if the service named them. */
    public function __construct(
        string $message,
        public readonly ?int $status = null,
        public readonly ?float $retryAfter = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, $status ?? 0, $previous);
    }
}
