import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { firstEventSnippet, snippetLanguages, type FirstEvent } from './firstEvent';

const event: FirstEvent = { origin: 'http://127.0.0.1:8080', apiKey: 'fairlead_abc', brandId: '0190a0b0-c0d0-7e0f-8a1b-000000000001', now: new Date('2026-11-15T10:00:00.123Z') };

describe('the first event', () => {
    it('has the key, the brand and the address in every language', () => {
        for (const language of snippetLanguages) {
            const text = firstEventSnippet(language, event);
            for (const part of ['http://127.0.0.1:8080/api/v1/events', event.apiKey, event.brandId, '2026-11-15T10:00:00Z', 'registration_player-1']) expect(text, language).toContain(part);
        }
    });

    it('is JSON in the curl command', () => {
        const [, body = ''] = /-d '([^']+)'/.exec(firstEventSnippet('curl', event)) ?? [];
        expect(JSON.parse(body)).toEqual({
            event_type: 'registration',
            event_time: '2026-11-15T10:00:00Z',
            brand_id: event.brandId,
            player_external_ref: 'player-1',
            idempotency_key: 'registration_player-1',
        });
    });

    it('is valid Python', () => {
        const code = firstEventSnippet('Python', event);
        execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code });
    });
});
