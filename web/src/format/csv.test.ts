import { expect, test } from 'vitest';
import { csvOf } from './csv';

test('cells with separators are quoted and formulas are text', () => {
    expect(csvOf([['a,b', 'say "hi"', 'two\nlines'], ['=1+1', '-12.5', '@x']])).toBe('"a,b","say ""hi""","two\nlines"\r\n\'=1+1,-12.5,\'@x\r\n');
});
