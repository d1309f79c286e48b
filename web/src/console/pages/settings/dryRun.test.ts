import { describe, expect, it } from 'vitest';
import { exampleEvent, readDryRun } from './dryRun';

const error = { pointer: '/amount', code: 'required', detail: 'is required' };
const warning = { pointer: '/clickId', code: 'similar_member', detail: 'Did you mean click_id?' };

describe('the answer to a dry run', () => {
    it('to a single event has its warnings', () => {
        const answer = readDryRun(202, { result: { event_id: 'x', idempotency_key: 'k', status: 'accepted' }, warnings: [warning] });
        expect(answer).toEqual({ events: [{ status: 'accepted', name: 'k', errors: [], warnings: [warning] }] });
    });

    it('to an invalid event lists its errors', () => {
        expect(readDryRun(400, { code: 'validation_failed', detail: '/amount is required', errors: [error] })).toEqual({
            events: [{ status: 'error', name: 'The event', errors: [error], warnings: [] }],
        });
    });

    it('to a batch names each event', () => {
        const results = [
            { event_id: 'x', idempotency_key: 'k', status: 'duplicate' },
            { event_id: null, idempotency_key: null, status: 'error', error: {}, errors: [error] },
        ];
        expect(readDryRun(200, { summary: {}, results })).toEqual({
            events: [
                { status: 'duplicate', name: 'k', errors: [], warnings: [] },
                { status: 'error', name: 'Event 2', errors: [error], warnings: [] },
            ],
        });
    });

    it('to a wrong key is a refusal', () => {
        expect(readDryRun(401, { code: 'unauthorized', detail: 'send a valid API key' })).toEqual({
            refused: { status: 401, errors: [{ pointer: '', code: 'unauthorized', detail: 'send a valid API key' }] },
        });
    });
});

it('the example has a time without fractions', () => {
    expect(JSON.parse(exampleEvent('b', new Date('2026-11-15T10:00:00.123Z')))).toMatchObject({ event_time: '2026-11-15T10:00:00Z', brand_id: 'b' });
});
