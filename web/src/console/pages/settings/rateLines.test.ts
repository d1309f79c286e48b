import { describe, expect, it } from 'vitest';
import { readRateLines } from './rateLines';

const one = { date: '2026-11-09', from: 'USD', to: 'EUR', rate: '0.9137' };

describe('pasted exchange rates', () => {
    it('can have commas, semicolons, tabs or spaces', () => {
        for (const line of ['2026-11-09,USD,EUR,0.9137', '2026-11-09;usd;eur;0,9137', '2026-11-09\tUSD\tEUR\t0.9137', '2026-11-09 USD EUR 0,9137', '"2026-11-09","USD","EUR","0.9137"']) {
            expect(readRateLines(line), line).toEqual({ rates: [one], problems: [] });
        }
    });
    it('can have a header and empty lines', () => {
        expect(readRateLines('date,from,to,rate\r\n\r\n2026-11-09,USD,EUR,0.9137\r\n').rates).toEqual([one]);
    });
    it('keep every digit', () => {
        expect(readRateLines('2026-11-09 BTC EUR 61234.123456789012345678').rates[0]?.rate).toBe('61234.123456789012345678');
    });
    it('report invalid lines by number', () => {
        const { rates, problems } = readRateLines('2026-11-09 USD EUR 0.9137\n09.11.2026 USD EUR 1\n2026-11-09 US EUR 1\n2026-11-09 USD EUR 0\n2026-11-09 USD EUR');
        expect(rates).toEqual([one]);
        expect(problems.map((problem) => problem.line)).toEqual([2, 3, 4, 5]);
    });
});
