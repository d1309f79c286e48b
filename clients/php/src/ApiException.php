<?php

declare(strict_types=1);

namespace Fairlead;

/** The service refused the request. Sending it again does not help. */
class ApiException extends FairleadException
{
    public readonly string $problemCode;
    public readonly string $detail;
    public readonly string $requestId;

    /** @param array<string, mixed> $problem */
    public function __construct(public readonly int $status, public readonly array $problem)
    {
        $this->problemCode = (string) ($problem['code'] ?? '');
        $this->detail = (string) ($problem['detail'] ?? '');
        $this->requestId = (string) ($problem['requestId'] ?? '');
        parent::__construct("$status {$this->problemCode}: {$this->detail}", $status);
    }

    /** @return list<array{pointer: string, code: string, detail: string}> The errors of the members, if it is a 400. */
    public function errors(): array
    {
        return $this->problem['errors'] ?? [];
    }
}
