import { describe, expect, it } from 'vitest';
import { csvOf, tabbed } from './tableText';

describe('csvOf', () => {
    it('quotes commas and quotes', () => {
        expect(csvOf([['Affiliate', 'NGR'], ['Max, "the" streamer', '€1,200.00']])).toBe('Affiliate,NGR\r\n"Max, ""the"" streamer","€1,200.00"\r\n');
    });

    it('never starts a formula, and keeps signs of numbers', () => {
        expect(csvOf([['=1+1', '+SUM(A1)', '@x', '-cmd', '-12.50', '+5', '-€3.00']])).toBe("'=1+1,'+SUM(A1),'@x,'-cmd,-12.50,+5,-€3.00\r\n");
    });
});

describe('tabbed', () => {
    it('puts tabs between cells only', () => {
        expect(tabbed([['a\tb', 'c'], ['1', '2']])).toBe('a b\tc\n1\t2');
    });
});
