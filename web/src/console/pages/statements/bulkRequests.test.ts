import { expect, test } from 'vitest';
import { atOnce } from './bulk';
import { BulkRequests, type Results } from './bulkRequests';

const ids = (count: number) => Array.from({ length: count }, (_, at) => `statement-${at}`);
const done = (statementIds: string[]): Results => ({ items: statementIds.map((id) => ({ id, status: 'approved', error: null })) as Results['items'], done: statementIds.length, refused: 0 });

// A server whose first answer to the request with this number is lost.
function losing(number: number) {
    const sent: { key: string; body: object }[] = [];
    let keys = 0;
    const requests = new BulkRequests(
        async (key, body) => {
            sent.push({ key, body });
            if (sent.length === number) throw new Error('The server does not answer.');
            return done(body.statementIds);
        },
        () => `key-${++keys}`,
    );
    return { requests, sent, keys: () => sent.map(({ key }) => key) };
}

test('a step whose answer was lost is repeated with the same keys', async () => {
    const { requests, sent, keys } = losing(2);
    const all = ids(atOnce + 1);
    await expect(requests.send('approve', all, {})).rejects.toThrow('does not answer');
    expect((await requests.send('approve', all, {})).done).toBe(atOnce + 1);
    expect(keys()).toEqual(['key-1', 'key-2', 'key-1', 'key-2']);
    expect(sent.slice(2).map(({ body }) => body)).toEqual(sent.slice(0, 2).map(({ body }) => body));
});

test('other details are another request, with a key of its own', async () => {
    const { requests, keys } = losing(1);
    await expect(requests.send('hold', ids(2), { reason: 'Fraud' })).rejects.toThrow();
    await requests.send('hold', ids(2), { reason: 'The bank account is being checked' });
    await requests.send('hold', ids(3), { reason: 'Fraud' });
    expect(keys()).toEqual(['key-1', 'key-2', 'key-3']);
});

test('the results of all requests are added up', async () => {
    const { requests } = losing(0);
    const results = await requests.send('approve', ids(2 * atOnce + 3), {});
    expect(results).toMatchObject({ done: 2 * atOnce + 3, refused: 0 });
    expect(results.items).toHaveLength(2 * atOnce + 3);
});
