import { noAnswer } from '@/api/error';
import type { Schema } from '@/api/client';

type MemberError = Schema<'MemberError'>;

// What the service would do with one event.
export interface Checked {
    status: 'accepted' | 'duplicate' | 'error';
    // The idempotency key, or the position in the batch if there is none.
    name: string;
    errors: MemberError[];
    warnings: { pointer: string; detail: string }[];
}

export type DryRunAnswer = { events: Checked[] } | { refused: { status: number; errors: MemberError[] } };

interface Entry {
    status: Checked['status'];
    idempotency_key: string | null;
    errors?: MemberError[];
    warnings?: Checked['warnings'];
}

// Sends events with ?dryRun=true, as the program of the key would. It does not use the session: an unknown key must not
// end it.
export async function checkEvents(apiKey: string, body: string): Promise<DryRunAnswer> {
    let response: Response;
    try {
        response = await fetch('/api/v1/events?dryRun=true', {
            method: 'POST',
            credentials: 'omit',
            headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey.trim() },
            body,
        });
    } catch {
        throw noAnswer();
    }
    return readDryRun(response.status, await response.json());
}

export function readDryRun(status: number, document: unknown): DryRunAnswer {
    const answer = document as { result?: Entry; results?: Entry[]; warnings?: Checked['warnings']; errors?: MemberError[]; code?: string; detail?: string };
    if (answer.results) return { events: answer.results.map((entry, at) => checked(entry, `Event ${at + 1}`)) };
    if (answer.result) return { events: [checked({ ...answer.result, warnings: answer.warnings }, 'The event')] };
    if (answer.errors && status === 400) return { events: [{ status: 'error', name: 'The event', errors: answer.errors, warnings: answer.warnings ?? [] }] };
    return { refused: { status, errors: [{ pointer: '', code: answer.code ?? 'unknown', detail: answer.detail ?? `The server answered ${status}.` }] } };
}

function checked({ status, idempotency_key, errors, warnings }: Entry, otherwise: string): Checked {
    return { status, name: idempotency_key ?? otherwise, errors: errors ?? [], warnings: warnings ?? [] };
}

// An event to start from.
export function exampleEvent(brandId: string, now: Date): string {
    const event = {
        event_type: 'first_deposit',
        event_time: now.toISOString().replace(/\.\d+Z$/, 'Z'),
        brand_id: brandId,
        player_external_ref: 'player-1',
        idempotency_key: 'deposit_4711',
        amount: '50.00',
        currency: 'EUR',
    };
    return JSON.stringify(event, null, 2);
}
