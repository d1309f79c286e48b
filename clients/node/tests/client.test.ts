// Tests against a real service. tests/clients of the repository starts it, behind a proxy that fails as planned.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { beforeEach, describe, test } from 'node:test';
import { ApiError, Client, InvalidRequest, Spool, SpoolFull, SpoolInUse, Unavailable, verifyWebhook, WebhookRefused } from '../src/index.js';
import type { Event } from '../src/index.js';

const [url, key, brand, scratch, vectors] = ['URL', 'KEY', 'BRAND', 'SCRATCH', 'VECTORS'].map(
    (name) => process.env['FAIRLEAD_' + name]!,
) as [string, string, string, string, string];

interface SeenRequest {
    method: string;
    events: number;
    idempotencyKey: string | null;
}

let waits: number[] = [];
let client: Client;
let path = '';

function makeEvent(members: Record<string, unknown> = {}): Event {
    const id = randomUUID();
    return {
        event_type: 'deposit', event_time: '2026-03-10T14:05:06Z', brand_id: brand, player_external_ref: 'node-' + id,
        idempotency_key: id, amount: '12.50', currency: 'EUR', ...members,
    };
}

function open(options = {}): Client {
    return new Client(url, key, {
        sleep: async (seconds) => {
            waits.push(seconds);
        },
        ...options,
    });
}

async function plan(...faults: string[]): Promise<void> {
    await fetch(url + '/faults', { method: 'PUT', body: JSON.stringify(faults) });
}

async function seen(): Promise<SeenRequest[]> {
    return (await (await fetch(url + '/requests')).json()) as SeenRequest[];
}

async function stored(...events: Event[]): Promise<number> {
    let count = 0;
    for (const event of events) count += (await client.listEvents({ idempotencyKey: event.idempotency_key })).items.length;
    return count;
}

beforeEach(async () => {
    waits = [];
    path = `${scratch}/${randomUUID()}.spool`;
    await plan();
    await seen();
    client = open();
});

describe('events', () => {
    test('an event is accepted once', async () => {
        const event = makeEvent();
        const first = await client.sendEvent(event);
        const again = await client.sendEvent(event);
        assert.deepEqual([first.result.status, again.result.status], ['accepted', 'duplicate']);
        assert.equal(first.result.event_id, again.result.event_id);
    });

    test('an invalid event throws all its errors', async () => {
        await assert.rejects(client.sendEvent(makeEvent({ event_type: 'jackpot', amount: 'x' })), (error: unknown) => {
            assert.ok(error instanceof InvalidRequest);
            assert.deepEqual(error.errors.map((one) => one.pointer), ['/event_type', '/amount']);
            return true;
        });
    });

    test('a dry run keeps nothing', async () => {
        const event = makeEvent();
        assert.equal((await client.sendEvent(event, { dryRun: true })).result.status, 'accepted');
        assert.equal((await client.sendEvents([event], { dryRun: true })).summary.accepted, 1);
        assert.equal(await stored(event), 0);
    });

    test('many events go in batches of a hundred', async () => {
        const events = Array.from({ length: 250 }, (_, number) => makeEvent(number === 120 ? { amount: 'x' } : {}));
        const answer = await client.sendEvents(events);
        assert.deepEqual(answer.summary, { total: 250, accepted: 249, duplicates: 0, errors: 1 });
        assert.deepEqual(answer.results.map((one) => one.idempotency_key), events.map((one) => one.idempotency_key));
        assert.deepEqual((await seen()).map((one) => one.events), [100, 100, 50]);
    });

    test('a batch of invalid events is an answer', async () => {
        assert.equal((await client.sendEvents([makeEvent({ amount: 'x' })])).summary.errors, 1);
    });

    test('a batch collects events', async () => {
        const batch = client.batch();
        for (let number = 0; number < 120; number += 1) await batch.add(makeEvent(number === 7 ? { amount: 'x' } : {}));
        await batch.flush();
        assert.deepEqual([batch.accepted, batch.duplicates, batch.refused.length], [119, 0, 1]);
        assert.equal(batch.refused[0]?.errors[0]?.pointer, '/amount');
        assert.deepEqual((await seen()).map((one) => one.events), [100, 20]);
    });
});

describe('retries', () => {
    test('a busy service is asked again after the time that it names', async () => {
        await plan('503', '429');
        assert.equal((await client.sendEvent(makeEvent())).result.status, 'accepted');
        assert.deepEqual(waits, [1, 1]);
    });

    test('pauses grow without a time', async () => {
        await plan('cut', 'cut', 'cut');
        await client.sendEvent(makeEvent());
        assert.equal(waits.length, 3);
        waits.forEach((wait, number) => assert.ok(wait >= 0.25 * 2 ** number && wait <= 0.5 * 2 ** number, String(waits)));
    });

    test('a lost answer does not count an event twice', async () => {
        const event = makeEvent();
        await plan('lost');
        assert.equal((await client.sendEvent(event)).result.status, 'duplicate');
        assert.equal(await stored(event), 1);
    });

    test('a lost answer does not create a resource twice', async () => {
        const name = 'Node ' + randomUUID();
        await plan('lost');
        const affiliate = await client.createAffiliate({ name, email: randomUUID() + '@example.com' });
        assert.deepEqual((await client.listAffiliates({ search: name })).items.map((one) => one.id), [affiliate.id]);
        const keys = new Set((await seen()).filter((one) => one.method === 'POST').map((one) => one.idempotencyKey));
        assert.equal(keys.size, 1);
        assert.ok(!keys.has(null));
    });

    test('the last failure is thrown', async () => {
        await plan('away');
        await assert.rejects(client.sendEvent(makeEvent()), Unavailable);
        assert.equal((await seen()).length, 5);
    });

    test('a long wait is left to the caller', async () => {
        await plan('429');
        await assert.rejects(open({ waitSecondsMax: 0.5 }).sendEvent(makeEvent()), (error: unknown) => {
            assert.ok(error instanceof Unavailable);
            assert.deepEqual([error.status, error.retryAfter], [429, 1]);
            return true;
        });
    });

    test('a refusal is not repeated', async () => {
        await assert.rejects(client.readBrand(randomUUID()), (error: unknown) => error instanceof ApiError && error.status === 404);
        await assert.rejects(new Client(url, 'fl_' + '0'.repeat(64)).sendEvent(makeEvent()), { status: 401 });
        assert.equal((await seen()).length, 2);
    });
});

test('resources are listed and changed', async () => {
    assert.ok((await client.listBrands({ limit: 50 })).items.some((one) => one.id === brand));
    const made = await client.createBrand({ name: 'Node Casino' });
    assert.equal((await client.changeBrand(made.id, { name: 'Node Casino 2' })).name, 'Node Casino 2');
});

describe('the spool', () => {
    function spooling(bytesMax?: number): Client {
        return open({ spool: new Spool(path, bytesMax) });
    }

    test('events wait on disk while the service cannot be reached', async () => {
        const events = [makeEvent(), makeEvent(), makeEvent()];
        const first = spooling();
        await plan('away');
        for (const event of events) assert.equal(await first.record(event), undefined);
        assert.deepEqual(fs.readFileSync(path, 'utf8').trim().split('\n').map((line) => JSON.parse(line)), events);
        assert.deepEqual(waits, []);
        await assert.rejects(first.flush(), Unavailable);
        first.spool!.close();
        await plan();
        const second = spooling();
        assert.deepEqual(await second.flush(), { accepted: 3, duplicates: 0, refused: [] });
        assert.equal(await stored(...events), 3);
        assert.equal(fs.existsSync(path), false);
        assert.equal((await second.record(makeEvent()))?.result.status, 'accepted');
    });

    test('a lost answer does not count spooled events twice', async () => {
        const events = Array.from({ length: 150 }, () => makeEvent());
        const one = spooling();
        one.spool!.append(events.map((event) => JSON.stringify(event)));
        await plan('lost');
        const flushed = await one.flush();
        assert.deepEqual([flushed.accepted, flushed.duplicates], [50, 100]);
        assert.equal(await stored(events[0]!, events[149]!), 2);
    });

    test('a flush goes on behind the last acknowledged batch', async () => {
        const one = spooling();
        one.spool!.append(Array.from({ length: 250 }, () => JSON.stringify(makeEvent())));
        let calls = 0;
        await assert.rejects(
            one.spool!.flush(async (lines) => {
                calls += 1;
                if (calls === 2) throw new Unavailable('away');
                return (await client.sendEvents(lines.map((line) => JSON.parse(line) as Event))).results;
            }),
            Unavailable,
        );
        one.spool!.close();
        assert.equal((await spooling().flush()).accepted, 150);
        assert.deepEqual((await seen()).map((each) => each.events), [100, 100, 50]);
    });

    test('new events queue behind waiting ones and resume by themselves', async () => {
        const one = spooling();
        const [first, second] = [makeEvent(), makeEvent()];
        await plan('503');
        await one.record(first);
        await new Promise((resolve) => setTimeout(resolve, 1050));
        assert.equal(await one.record(second), undefined);
        assert.equal(await stored(first, second), 2);
    });

    test('a full spool refuses', async () => {
        const one = spooling(300);
        await plan('away');
        await one.record(makeEvent());
        const size = fs.statSync(path).size;
        await assert.rejects(one.record(makeEvent()), SpoolFull);
        assert.equal(fs.statSync(path).size, size);
    });

    test('a line that a crash cut off is dropped', async () => {
        const kept = JSON.stringify(makeEvent()) + '\n';
        fs.writeFileSync(path, kept + JSON.stringify(makeEvent()).slice(0, 40));
        const one = spooling();
        one.spool!.append([JSON.stringify(makeEvent())]);
        assert.equal((await one.flush()).accepted, 2);
        fs.writeFileSync(path, kept + JSON.stringify(makeEvent()).slice(0, 40));
        assert.equal((await one.flush()).duplicates, 1);
    });

    test('refused events are put aside and stop nothing', async () => {
        const bad = makeEvent({ amount: 'x' });
        fs.writeFileSync(path, [JSON.stringify(bad), 'no json', JSON.stringify(makeEvent())].join('\n') + '\n');
        const flushed = await spooling().flush();
        assert.deepEqual([flushed.accepted, flushed.refused.length], [1, 2]);
        const aside = fs.readFileSync(path + '.refused', 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { event: unknown });
        assert.deepEqual(aside.map((one) => one.event).sort(), [bad, 'no json'].sort());
    });

    test('one spool per path and process', () => {
        const one = spooling();
        assert.throws(() => spooling(), SpoolInUse);
        one.spool!.close();
        fs.writeFileSync(path + '.lock', '1');
        assert.throws(() => spooling(), SpoolInUse);
        fs.writeFileSync(path + '.lock', '999999999');
        spooling();
    });

    test('a batch falls back to the spool', async () => {
        const one = spooling();
        await plan('away');
        const batch = one.batch();
        await batch.add(makeEvent());
        await batch.flush();
        assert.equal(batch.spooled, 1);
        await plan();
        assert.equal((await one.flush()).accepted, 1);
    });
});

test('every vector of webhooks', () => {
    const all = JSON.parse(fs.readFileSync(vectors, 'utf8')) as {
        vectors: Array<{ name: string; secrets: string[]; id: string; timestamp: string; now: number; body: string; signature: string; valid: boolean }>;
    };
    for (const one of all.vectors) {
        const headers = { 'Webhook-Id': one.id, 'Webhook-Timestamp': one.timestamp, 'Webhook-Signature': one.signature };
        const verify = () => verifyWebhook(one.body, headers, one.secrets, { now: one.now });
        if (one.valid) assert.deepEqual(verify(), { test: 2432232314 }, one.name);
        else assert.throws(verify, WebhookRefused, one.name);
    }
});
