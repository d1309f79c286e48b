import type { Schema } from '@/api/client';

export type Rate = Schema<'FxRate'>;

export interface RateLines {
    rates: Rate[];
    problems: { line: number; text: string; reason: string }[];
}

const isCode = (text: string) => /^[A-Za-z0-9]{3,10}$/.test(text);
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

// "0.9137", or "0,9137" if commas do not separate the fields.
function readNumber(text: string): string | null {
    const plain = text.replace(',', '.');
    return /^\d{1,12}(\.\d{1,18})?$/.test(plain) && /[1-9]/.test(plain) ? plain : null;
}

function fieldsOf(line: string): string[] {
    const by = line.includes('\t') ? '\t' : line.includes(';') ? ';' : line.includes(',') && !/\s\d+,\d+$/.test(line) ? ',' : /\s+/;
    return line.split(by).map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
}

// Reads pasted lines of date, from, to and rate, separated by commas, semicolons, tabs or spaces. A header line is skipped.
export function readRateLines(text: string): RateLines {
    const found: RateLines = { rates: [], problems: [] };
    text.split(/\r?\n/).forEach((raw, at) => {
        const line = raw.trim();
        if (line === '' || (at === 0 && /date/i.test(line) && !/\d{4}-/.test(line))) return;
        const refuse = (reason: string) => found.problems.push({ line: at + 1, text: line, reason });
        const [date = '', from = '', to = '', amount = '', ...more] = fieldsOf(line);
        const rate = readNumber(amount);
        if (more.length > 0 || amount === '') return refuse('needs date, from, to and rate');
        if (!isDate(date)) return refuse('needs a date such as 2026-11-15 at the start');
        if (!isCode(from) || !isCode(to)) return refuse('needs two currencies such as USD and EUR');
        if (rate === null) return refuse('needs a rate above 0, such as 0.9137');
        found.rates.push({ date, from: from.toUpperCase(), to: to.toUpperCase(), rate });
    });
    return found;
}
