import { describe, expect, it } from 'vitest';
import { createFormat } from './format';

const english = createFormat({ timeZone: 'Europe/Malta', baseCurrency: 'EUR', locale: 'en-GB' });
const german = createFormat({ timeZone: 'Europe/Malta', baseCurrency: 'EUR', locale: 'de-DE' });

describe('money', () => {
    it('is written in the locale', () => {
        expect(english.money('1234.5')).toBe('€1,234.50');
        expect(german.money('1234.5')).toBe('1.234,50\u00a0€');
    });
    it('can have a code that is not an ISO currency', () => {
        expect(english.money('12', 'USDT')).toBe('12.00 USDT');
    });
    it('has no cents in currencies without them', () => {
        expect(english.money('1500', 'JPY')).toBe('JP¥1,500');
    });
    it('is a dash if there is none', () => {
        expect(english.money(null)).toBe('–');
    });
    it('is short in tiles', () => {
        expect(english.moneyShort('1234567')).toMatch(/^€1\.2m$/i); // Either way, depending on the locale data.
        expect(english.moneyShort('950.4')).toBe('€950');
    });
});

describe('numbers', () => {
    it('have thousands separators', () => expect(english.number(1234567)).toBe('1,234,567'));
    it('become percent', () => expect([english.percent(0.1234), german.percent(0.1234)]).toEqual(['12.3\u00a0%', '12,3\u00a0%']));
    it('show the direction of a change', () => {
        expect(english.change(0.25)).toBe('+25\u00a0%');
        expect(english.change(-0.031)).toBe('-3.1\u00a0%');
        expect(english.change(0)).toBe('0\u00a0%');
    });
});

describe('times', () => {
    it('are in the operator’s time zone, also across midnight', () => {
        expect(english.dateTime('2026-07-01T22:30:00Z')).toBe('2 Jul 2026, 00:30');
    });
    it('do not move plain dates', () => {
        expect(english.plainDate('2026-03-10')).toBe('10 Mar 2026');
        expect(english.plainPeriod('2026-11')).toBe('November 2026');
        // Versions of Node.js put different spaces around the dash.
        expect(english.plainPeriod('2026-11-H1').replace(/\s/g, '')).toBe('1–15November2026');
        expect(english.plainPeriod('2026-W46').replace(/\s/g, '')).toBe('Week46,9–15Nov2026');
    });
    it('can be relative to now', () => {
        const now = new Date('2026-11-15T12:00:00Z');
        expect(english.relative('2026-11-15T11:57:00Z', now)).toBe('3 minutes ago');
        expect(english.relative('2026-11-14T12:00:00Z', now)).toBe('yesterday');
        expect(english.relative('2026-11-15T11:59:50Z', now)).toBe('now');
    });
});
