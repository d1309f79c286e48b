import { randomUUID } from 'node:crypto';
import { ApiError, InvalidRequest, Unavailable } from './errors.js';
import { Operations, type Query } from './operations.js';
import { batchBytesMax, batchEventsMax, Spool, type Entry, type Flushed } from './spool.js';
import type { BatchResult, Event, MemberError, SingleResult } from './types.js';

const retried = [429, 500, 502, 503, 504];
const backOffSeconds = 0.5;
const backOffSecondsMax = 30;
const version = '0.2.0';

export interface ClientOptions {
    /** Where events wait while the service cannot be reached: a file, or a Spool with its own limit. */
    spool?: string | Spool;
    timeoutSeconds?: number;
    attemptsMax?: number;
    /** A longer pause is not waited for: the call throws Unavailable with `retryAfter`. */
    waitSecondsMax?: number;
    sleep?: (seconds: number) => Promise<void>;
}

interface Sent {
    method: string;
    path: string;
    query?: Query | undefined;
    body?: string | undefined;
    headers?: Record<string, string>;
    attemptsMax?: number;
}

/**
 * A client of one operator. `baseUrl` is the address of the service, with or without /api/v1.
 *
 * A request that finds no service, or a busy one (429, 5xx), is sent again up to `attemptsMax` (5) times, after the seconds
 * that the service names in Retry-After or after a growing pause. Events carry their idempotency keys and other POSTs get
 * one, so nothing is done twice.
 */
export class Client extends Operations {
    readonly spool: Spool | undefined;
    private readonly base: string;
    private flushAt = 0;

    constructor(
        baseUrl: string,
        private readonly apiKey: string,
        private readonly options: ClientOptions = {},
    ) {
        super();
        this.base = new URL(baseUrl).href.replace(/\/+$/, '').replace(/\/api\/v1$/, '') + '/api/v1';
        this.spool = typeof options.spool === 'string' ? new Spool(options.spool) : options.spool;
    }

    /** Sends one event. Throws InvalidRequest with all errors if the event is invalid. */
    async sendEvent(event: Event, options: { dryRun?: boolean } = {}): Promise<SingleResult> {
        return (await this.request({ method: 'POST', path: '/events', query: dry(options), body: JSON.stringify(event) })) as SingleResult;
    }

    /**
     * Sends any number of events in batches of up to 100, and returns one result for all. An invalid event does not stop the
     * others: its entry has the status `error` and its errors. After Unavailable some batches may be stored; send all events
     * again, their keys make them duplicates.
     */
    async sendEvents(events: Iterable<Event>, options: { dryRun?: boolean } = {}): Promise<BatchResult> {
        const total: BatchResult = { summary: { total: 0, accepted: 0, duplicates: 0, errors: 0 }, results: [] };
        for (const lines of batches(events)) {
            const answer = await this.sendLines(lines, options);
            for (const name of ['total', 'accepted', 'duplicates', 'errors'] as const) total.summary[name] += answer.summary[name];
            total.results.push(...answer.results);
        }
        return total;
    }

    /** Collects events and sends them when there are `size` of them. Call `flush` after the last one. */
    batch(size = batchEventsMax): Batch {
        return new Batch(this, Math.min(size, batchEventsMax));
    }

    /**
     * Sends the event, or keeps it in the spool if the service cannot be reached; then the result is undefined. It tries
     * once and does not wait. While events wait in the spool, new ones queue behind them, and `record` tries to empty the
     * spool from time to time. Call `flush` at the start and the end of the program and by a timer.
     */
    async record(event: Event): Promise<SingleResult | undefined> {
        const spool = this.neededSpool();
        if (!event.idempotency_key) throw new TypeError('an event needs an idempotency_key');
        const line = JSON.stringify(event);
        if (spool.isEmpty()) {
            try {
                return (await this.request({ method: 'POST', path: '/events', body: line, attemptsMax: 1 })) as SingleResult;
            } catch (error) {
                if (!(error instanceof Unavailable)) throw error;
                spool.append([line]);
                this.postpone(error);
                return undefined;
            }
        }
        spool.append([line]);
        if (Date.now() >= this.flushAt) {
            try {
                await this.flushSpool(1);
            } catch (error) {
                if (!(error instanceof Unavailable)) throw error;
                this.postpone(error);
            }
        }
        return undefined;
    }

    /** Sends the events in the spool. Throws Unavailable if the service cannot be reached; the rest stays in the spool. */
    async flush(): Promise<Flushed> {
        return this.flushSpool(undefined);
    }

    /** Calls any operation. The other methods use it. Returns JSON, a text (CSV, HTML) or undefined. */
    async call(method: string, path: string, query?: Query, body?: unknown): Promise<unknown> {
        const headers: Record<string, string> = method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
        return this.request({ method, path, query, body: body === undefined ? undefined : JSON.stringify(body), headers });
    }

    private neededSpool(): Spool {
        if (!this.spool) throw new TypeError('this client has no spool');
        return this.spool;
    }

    private flushSpool(attemptsMax: number | undefined): Promise<Flushed> {
        return this.neededSpool().flush(async (lines) => (await this.sendLines(lines, {}, attemptsMax)).results as Entry[]);
    }

    private postpone(error: Unavailable): void {
        this.flushAt = Date.now() + 1000 * (error.retryAfter ?? backOffSeconds * 10);
    }

    private async sendLines(lines: string[], options: { dryRun?: boolean }, attemptsMax?: number): Promise<BatchResult> {
        const body = `{"events":[${lines.join(',')}]}`;
        try {
            const sent: Sent = { method: 'POST', path: '/events', query: dry(options), body };
            return (await this.request(attemptsMax === undefined ? sent : { ...sent, attemptsMax })) as BatchResult;
        } catch (error) {
            // A batch without a valid event is answered with its results and 400.
            if (error instanceof InvalidRequest && 'results' in error.problem) return error.problem as unknown as BatchResult;
            throw error;
        }
    }

    private async request(sent: Sent): Promise<unknown> {
        let attemptsLeft = sent.attemptsMax ?? this.options.attemptsMax ?? 5;
        for (let pause = backOffSeconds; ; pause = Math.min(pause * 2, backOffSecondsMax)) {
            attemptsLeft -= 1;
            try {
                return await this.attempt(sent);
            } catch (error) {
                if (!(error instanceof Unavailable)) throw error;
                // Half of the pause is random, so that many clients do not come back at the same moment.
                const wait = error.retryAfter ?? pause * (0.5 + Math.random() / 2);
                if (attemptsLeft <= 0 || wait > (this.options.waitSecondsMax ?? 60)) throw error;
                await (this.options.sleep ?? sleep)(wait);
            }
        }
    }

    private async attempt(sent: Sent): Promise<unknown> {
        const headers: Record<string, string> = { 'X-API-Key': this.apiKey, 'User-Agent': `fairlead-client-node/${version}`, ...sent.headers };
        if (sent.body !== undefined) headers['Content-Type'] = 'application/json';
        const signal = AbortSignal.timeout(1000 * (this.options.timeoutSeconds ?? 30));
        let answer: Response;
        let text: string;
        try {
            answer = await fetch(this.base + sent.path + queryText(sent.query), {
                method: sent.method, headers, signal, redirect: 'error', ...(sent.body === undefined ? {} : { body: sent.body }),
            });
            text = await answer.text();
        } catch (error) {
            throw new Unavailable(`the service cannot be reached: ${String(error)}`, undefined, undefined, { cause: error });
        }
        return readAnswer(answer, text);
    }
}

/** Collects events for batches. */
export class Batch {
    accepted = 0;
    duplicates = 0;
    spooled = 0;
    readonly refused: Array<{ event: Event; errors: MemberError[] }> = [];
    private waiting: Event[] = [];

    constructor(
        private readonly client: Client,
        private readonly size: number,
    ) {}

    async add(event: Event): Promise<void> {
        this.waiting.push(event);
        if (this.waiting.length >= this.size) await this.flush();
    }

    /**
     * Sends what was added. If the service cannot be reached, the events go to the spool; without one it throws Unavailable
     * and keeps them.
     */
    async flush(): Promise<void> {
        const events = this.waiting;
        if (events.length === 0) return;
        this.waiting = [];
        let answer: BatchResult;
        try {
            answer = await this.client.sendEvents(events);
        } catch (error) {
            if (error instanceof Unavailable && this.client.spool) {
                this.client.spool.append(events.map((event) => JSON.stringify(event)));
                this.spooled += events.length;
                return;
            }
            this.waiting = [...events, ...this.waiting];
            throw error;
        }
        this.accepted += answer.summary.accepted;
        this.duplicates += answer.summary.duplicates;
        answer.results.forEach((entry, index) => {
            if (entry.status === 'error') this.refused.push({ event: events[index]!, errors: entry.errors });
        });
    }
}

function sleep(seconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function* batches(events: Iterable<Event>): Generator<string[]> {
    let lines: string[] = [];
    let size = 0;
    for (const event of events) {
        const line = JSON.stringify(event);
        const bytes = Buffer.byteLength(line);
        if (lines.length > 0 && (lines.length === batchEventsMax || size + bytes > batchBytesMax)) {
            yield lines;
            lines = [];
            size = 0;
        }
        lines.push(line);
        size += bytes + 1;
    }
    if (lines.length > 0) yield lines;
}

function dry(options: { dryRun?: boolean }): Query | undefined {
    return options.dryRun ? { dryRun: true } : undefined;
}

function queryText(query: Query | undefined): string {
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
    const pairs = given.map(([name, value]): [string, string] => [name, String(value)]);
    return pairs.length === 0 ? '' : '?' + new URLSearchParams(pairs).toString();
}

function readAnswer(answer: Response, text: string): unknown {
    const isJson = (answer.headers.get('Content-Type') ?? '').includes('json');
    let document: unknown = text;
    try {
        if (isJson && text !== '') document = JSON.parse(text);
    } catch (error) {
        throw new Unavailable('the answer is not complete', answer.status, undefined, { cause: error });
    }
    if (answer.status < 400) return text === '' ? undefined : document;
    const problem = typeof document === 'object' && document !== null ? (document as Record<string, unknown>) : { detail: text };
    if (retried.includes(answer.status)) {
        throw new Unavailable(`the service answered ${answer.status} ${problem['detail'] ?? ''}`.trim(), answer.status, retryAfter(answer));
    }
    throw new (answer.status === 400 ? InvalidRequest : ApiError)(answer.status, problem);
}

/** Seconds, from a number or a date. */
function retryAfter(answer: Response): number | undefined {
    const text = answer.headers.get('Retry-After');
    if (!text) return undefined;
    if (/^\d+$/.test(text)) return Number(text);
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
