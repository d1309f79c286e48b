import { expect, test } from 'vitest';
import { openMoneyOf } from './openMoney';

const write = (amount: string, currency: string) => `${currency} ${amount}`;
const statement = (status: 'open' | 'closed' | 'paid' | 'settled', payable: string, currency = 'EUR') => ({ status, payable, currency });

test('an amount that could not be loaded does not look as if it still loads', () => {
    expect(openMoneyOf({ data: undefined, error: null }, write)).toEqual({ state: 'loading' });
    expect(openMoneyOf({ data: undefined, error: new Error('503') }, write)).toEqual({ state: 'failed' });
});

test('a failed repetition keeps the amount that is known', () => {
    expect(openMoneyOf({ data: [statement('closed', '75')], error: new Error('503') }, write)).toEqual({ state: 'known', words: 'EUR 75' });
});

test('only money that is not paid counts, by currency', () => {
    const data = [statement('open', '5'), statement('closed', '70'), statement('paid', '900'), statement('settled', '3'), statement('closed', '20', 'SEK'), statement('open', '0', 'USD')];
    expect(openMoneyOf({ data, error: null }, write)).toEqual({ state: 'known', words: 'EUR 75 + SEK 20' });
    expect(openMoneyOf({ data: [], error: null }, write)).toEqual({ state: 'known', words: 'nothing' });
});
