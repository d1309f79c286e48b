import { expect, test } from 'vitest';
import { noticesOf } from './notices';

const page = <Item>(items: Item[], nextCursor: string | null = null) => ({ items, nextCursor });
const nameOf = (id: string) => `Affiliate ${id}`;
const signal = (kind: string, affiliateId: string, holds = false) => ({ kind, affiliateId, holds, summary: `${kind} of ${affiliateId}.` });
const none = { pending: undefined, closed: undefined, signals: undefined };

test('nothing waits', () => {
    expect(noticesOf(none, nameOf)).toEqual([]);
    expect(noticesOf({ pending: page([]), closed: page([]), signals: page([]) }, nameOf)).toEqual([]);
});

test('signals come first, and conversion is apart from clicks', () => {
    const signals = page([signal('clickBurst', '1'), signal('unusualConversion', '2', true), signal('oneAddress', '1')]);
    const [conversion, clicks] = noticesOf({ ...none, signals }, nameOf);
    expect(conversion).toMatchObject({ key: 'conversion', title: 'Unusual conversion: Affiliate 2', detail: 'unusualConversion of 2. Their statements wait until you decide.' });
    expect(clicks).toMatchObject({ key: 'clicks', title: 'Unusual clicks: Affiliate 1', detail: '2 signals. clickBurst of 1.' });
});

test('applications and statements are counted', () => {
    const names = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name }));
    const notices = noticesOf({ ...none, pending: page(names), closed: page([{}], 'more') }, nameOf);
    expect(notices.map(({ title, detail }) => [title, detail])).toEqual([
        ['5 affiliates wait for approval', 'A, B, C and 2 more. Approve or suspend them.'],
        ['More than 1 statements wait for a decision', 'They are closed. Approve them, or put them on hold.'],
    ]);
});
