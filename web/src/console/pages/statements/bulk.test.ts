import { expect, test } from 'vitest';
import { divide, exported, maySend, pieces, sorted } from './bulk';
import { bulkTitle } from './bulkWords';
import type { Statement } from './words';

const make = (id: string, members: Partial<Statement>): Statement =>
    ({ id, affiliateId: id, period: '2026-10', currency: 'EUR', status: 'closed', payable: '10', holdReason: null, paymentHold: null, closedAt: null, closedBy: 'user/1', adjustedBy: [], steps: [], lines: [], ...members }) as unknown as Statement;
const ids = (statements: Statement[]) => statements.map((one) => one.id).join('');

test('a step applies only to statements whose status allows it', () => {
    const all = [make('a', {}), make('b', { status: 'approved' }), make('c', { status: 'onHold' }), make('d', { status: 'settled' })];
    expect(ids(divide('approve', all, '9', false).ready)).toBe('a');
    expect(ids(divide('hold', all, '9', false).ready)).toBe('ab');
    expect(ids(divide('release', all, '9', false).ready)).toBe('c');
    expect(divide('pay', all, '9', false)).toMatchObject({ left: [], otherStatus: 3 });
});

test('a payment hold and the two-person rule leave statements with a reason', () => {
    const held = make('a', { status: 'approved', paymentHold: 'Fraud' });
    expect(divide('pay', [held], '9', false).left).toEqual([{ statement: held, why: 'Payments are on hold: Fraud' }]);
    expect(divide('approve', [make('b', {})], '1', true).left[0]?.why).toContain('You closed this statement');
    expect(divide('approve', [make('b', {})], '1', false).left).toEqual([]);
});

test('statements are sorted by name and by amount, not by text', () => {
    const all = [make('a', { payable: '9' }), make('b', { payable: '100' }), make('c', { payable: '20.5' })];
    expect(ids(sorted(all, '-payable', (id) => id))).toBe('bca');
    expect(ids(sorted(all, 'affiliate', (id) => ({ a: 'Zeta', b: 'Alpha', c: 'Mid' })[id] ?? ''))).toBe('bca');
    expect(ids(sorted(all, undefined, (id) => id))).toBe('abc');
});

test('long lists are sent in pieces', () => {
    expect(pieces([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(pieces([], 2)).toEqual([]);
});

test('the exported file has the payment', () => {
    const paid = make('a', { status: 'paid', steps: [{ status: 'paid', actor: 'x', actorName: null, at: '', reason: null, payment: { date: '2026-11-05', method: 'SEPA', reference: 'R1' } }] });
    expect(exported([paid], () => 'Alpha')[1]).toEqual(['Alpha', 'a', '2026-10', 'EUR', 'paid', '10', '', '', '', '2026-11-05', 'SEPA', 'R1', 'a']);
});

test('a step of no statements is neither sent nor asked about', () => {
    const none = divide('approve', [make('a', { closedBy: 'user/1' })], '1', true);
    expect([none.ready.length, none.left.length]).toEqual([0, 1]);
    expect(maySend('approve', none.ready, {})).toBe(false);
    expect(bulkTitle('approve', none.ready.length)).toBe('Approve');
    expect(maySend('approve', [make('a', {})], {})).toBe(true);
    expect(bulkTitle('approve', 1)).toBe('Approve 1 statement?');
});

test('a step is sent only with all of its details', () => {
    const ready = [make('a', {})];
    expect(maySend('hold', ready, { reason: ' ' })).toBe(false);
    expect(maySend('hold', ready, { reason: 'Fraud' })).toBe(true);
    expect(maySend('pay', ready, { date: '2026-11-05', method: 'SEPA' })).toBe(false);
});
