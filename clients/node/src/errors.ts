import type { MemberError } from './types.js';

/** The base of all errors of this library. */
export class FairleadError extends Error {
    constructor(message: string, options?: ErrorOptions) {
        super(message, options);
        this.name = new.target.name;
    }
}

/** The service refused the request. Sending it again does not help. */
export class ApiError extends FairleadError {
    readonly code: string;
    readonly detail: string;
    readonly requestId: string;

    constructor(
        readonly status: number,
        readonly problem: Record<string, unknown>,
    ) {
        super(`${status} ${problem['code'] ?? ''}: ${problem['detail'] ?? ''}`);
        this.code = String(problem['code'] ?? '');
        this.detail = String(problem['detail'] ?? '');
        this.requestId = String(problem['requestId'] ?? '');
    }
}

/** The request has errors (400). */
export class InvalidRequest extends ApiError {
    get errors(): MemberError[] {
        return (this.problem['errors'] ?? []) as MemberError[];
    }
}

/** The service could not be reached or asked to wait, and all attempts are used up. Send the same request later. */
export class Unavailable extends FairleadError {
    constructor(
        message: string,
        readonly status?: number,
        /** Seconds, if the service named them. */
        readonly retryAfter?: number,
        options?: ErrorOptions,
    ) {
        super(message, options);
    }
}

/** The spool file has reached its limit. The event was not kept. */
export class SpoolFull extends FairleadError {}

/** Another process uses the spool file. */
export class SpoolInUse extends FairleadError {}

/** The signature of a webhook is not valid. Answer 400 and do not use its body. */
export class WebhookRefused extends FairleadError {}
