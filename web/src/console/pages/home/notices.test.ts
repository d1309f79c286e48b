import { expect, test } from 'vitest';
import { noticesOf, noticesTitle } from './notices';

const page = <Item>(items: Item[], nextCursor: string | null = null) => ({ items, nextCursor });
const nameOf = (id: string) => `Affiliate ${id}`;
const signal = (kind: string, affiliateId: string, holds = false) => ({ kind, affiliateId, holds, summary: `${kind} of ${affiliateId}.` });
const none = { pending: undefined, closed: undefined, signals: undefined };

const manager = { write: true, books: true };
const finance = { write: false, books: true };
const viewer = { write: false, books: false };

test('nothing waits', () => {
    expect(noticesOf(none, nameOf, manager)).toEqual([]);
    expect(noticesOf({ pending: page([]), closed: page([]), signals: page([]) }, nameOf, manager)).toEqual([]);
});

test('signals come first, and conversion is apart from the other kinds', () => {
    const signals = page([signal('fastRegistration', '1'), signal('unusualConversion', '2', true), signal('oneAddress', '1')]);
    const [conversion, others] = noticesOf({ ...none, signals }, nameOf, manager);
    expect(conversion).toMatchObject({ key: 'conversion', title: 'Unusual conversion: Affiliate 2', detail: 'unusualConversion of 2. Their statements wait until you decide.' });
    expect(others).toMatchObject({ key: 'signals', title: 'Fraud signals: Affiliate 1', detail: '2 signals. fastRegistration of 1.' });
});

test('one signal is not called several, and is not counted', () => {
    const [only] = noticesOf({ ...none, signals: page([signal('clickBurst', '1')]) }, nameOf, manager);
    expect(only).toMatchObject({ title: 'Fraud signal: Affiliate 1', detail: 'clickBurst of 1.' });
});

test('applications and statements are counted', () => {
    const names = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name }));
    const notices = noticesOf({ ...none, pending: page(names), closed: page([{}], 'more') }, nameOf, manager);
    expect(notices.map(({ title, detail }) => [title, detail])).toEqual([
        ['5 affiliates wait for approval', 'A, B, C and 2 more. Approve or suspend them.'],
        ['At least 1 statement waits for a decision', 'They are closed. Approve them, or put them on hold.'],
    ]);
});

test('a list with another page has at least what is shown', () => {
    const signals = page([signal('clickBurst', '1'), signal('oneAgent', '2'), signal('unusualConversion', '3')], 'more');
    expect(noticesOf({ ...none, signals }, nameOf, manager)[1]?.detail).toBe('At least 2 signals. clickBurst of 1.');
});

test('nobody is told to do what the role does not allow', () => {
    const lists = { pending: page([{ name: 'A' }]), closed: undefined, signals: page([signal('clickBurst', '1', true)]) };
    const seenBy = (may: typeof manager) => noticesOf(lists, nameOf, may).map(({ detail, mayDecide }) => [detail, mayDecide]);
    const told = { held: 'clickBurst of 1. Their statements wait until you decide.', pending: 'A. Approve or suspend them.' };
    const informed = { held: 'clickBurst of 1. Their statements wait for a decision.', pending: 'A. Admins and managers can approve or suspend them.' };
    expect(seenBy(manager)).toEqual([[told.held, true], [told.pending, true]]);
    expect(seenBy(finance)).toEqual([[told.held, true], [informed.pending, false]]);
    expect(seenBy(viewer)).toEqual([[informed.held, false], [informed.pending, false]]);
    expect([manager, finance, viewer].map((may) => noticesTitle(noticesOf(lists, nameOf, may)))).toEqual(['Waiting for you', 'Waiting for you', 'Waiting for a decision']);
});
