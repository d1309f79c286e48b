// Writes numbers, money and times in the browser's locale and the operator's time zone.
import { daysOfPeriod, kindOf } from './statementPeriod';

export interface Conventions {
    timeZone: string;
    baseCurrency: string;
    locale?: string; // The default is the browser's.
}

// Intl accepts the API's decimal strings and keeps every digit.
type Decimal = string | number;
const exact = (value: Decimal) => value as unknown as number;

const dash = '–';
const day = 86_400_000;

export interface Format {
    money(amount: Decimal | null | undefined, currency?: string): string;
    moneyShort(amount: Decimal | null | undefined, currency?: string): string;
    number(value: Decimal | null | undefined, fractionDigits?: number): string;
    numberShort(value: Decimal | null | undefined): string;
    percent(ratio: number | null | undefined, fractionDigits?: number): string;
    change(ratio: number): string;
    dateTime(at: string | Date | null | undefined): string;
    date(at: string | Date | null | undefined): string;
    time(at: string | Date | null | undefined): string;
    plainDate(date: string | null | undefined, style?: 'short' | 'long'): string;
    // A month, or another statement period.
    plainPeriod(period: string | null | undefined): string;
    relative(at: string | Date | null | undefined, now?: Date): string;
    // The sign between groups of digits, for fields in which numbers are typed.
    thousands: string;
    conventions: Conventions;
}

const relativeSteps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['year', 365 * day],
    ['month', 30 * day],
    ['week', 7 * day],
    ['day', day],
    ['hour', 3_600_000],
    ['minute', 60_000],
];

export function createFormat(conventions: Conventions): Format {
    const { locale, timeZone, baseCurrency } = conventions;
    const kept = new Map<string, Intl.NumberFormat>();
    // Formatters are slow to create, and tables use the same one many times.
    const numbers = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
        const key = JSON.stringify(options);
        const found = kept.get(key) ?? new Intl.NumberFormat(locale, options);
        kept.set(key, found);
        return found;
    };
    const given = <Value>(write: (value: Value) => string) => (value: Value | null | undefined): string =>
        value === null || value === undefined || value === '' ? dash : write(value);

    const times = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
        const format = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
        return given((at: string | Date) => format.format(new Date(at)));
    };

    // Intl writes currencies with codes of three letters. Operators can have others (USDT), which follow the number.
    const writeMoney = (amount: Decimal, currency: string, options: Intl.NumberFormatOptions): string =>
        /^[A-Z]{3}$/.test(currency)
            ? numbers({ style: 'currency', currency, ...options }).format(exact(amount))
            : `${numbers({ minimumFractionDigits: 2, ...options }).format(exact(amount))} ${currency}`;

    // "30 %" in every locale, as the server and the documents write it. The space does not break.
    const writePercent = (ratio: number, options: Intl.NumberFormatOptions): string => `${numbers(options).format(ratio * 100)}\u00a0%`;

    const shortDate = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
    const longDate = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
    const longMonthDays = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
    const month = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

    return {
        conventions,
        thousands: numbers({}).formatToParts(1_000_000).find(({ type }) => type === 'group')?.value ?? '',
        money: (amount, currency = baseCurrency) => given((value: Decimal) => writeMoney(value, currency, {}))(amount),
        moneyShort: (amount, currency = baseCurrency) =>
            given((value: Decimal) =>
                Math.abs(Number(value)) < 10_000
                    ? writeMoney(value, currency, { minimumFractionDigits: 0, maximumFractionDigits: 0 })
                    : writeMoney(value, currency, { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }),
            )(amount),
        number: (value, fractionDigits = 0) =>
            given((some: Decimal) =>
                numbers({ minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits }).format(exact(some)),
            )(value),
        numberShort: given((value: Decimal) => numbers({ notation: 'compact', maximumFractionDigits: 1 }).format(exact(value))),
        percent: (ratio, fractionDigits = 1) =>
            given((some: number) => writePercent(some, { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits }))(ratio),
        change: (ratio) => writePercent(ratio, { signDisplay: 'exceptZero', maximumFractionDigits: Math.abs(ratio) < 0.1 ? 1 : 0 }),
        dateTime: times({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
        date: times({ day: 'numeric', month: 'short', year: 'numeric' }),
        time: times({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
        plainDate: (date, style = 'long') =>
            given((some: string) => (style === 'short' ? shortDate : longDate).format(new Date(`${some}T00:00:00Z`)))(date),
        plainPeriod: given((some: string) => {
            const days = daysOfPeriod(some);
            const [from, to] = [days.startDate, days.endDate].map((date) => new Date(`${date}T00:00:00Z`)) as [Date, Date];
            if (kindOf(some) === 'month') return month.format(from);
            return kindOf(some) === 'week' ? `Week ${Number(some.slice(6))}, ${longDate.formatRange(from, to)}` : longMonthDays.formatRange(from, to);
        }),
        relative: (at, now = new Date()) =>
            given((some: string | Date) => {
                const distance = new Date(some).getTime() - now.getTime();
                const step = relativeSteps.find(([, size]) => Math.abs(distance) >= size);
                return step ? relative.format(Math.round(distance / step[1]), step[0]) : relative.format(0, 'second');
            })(at),
    };
}
