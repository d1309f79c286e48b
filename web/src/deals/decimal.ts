// Decimals as in the server: eight fractional digits, exact, rounded half to even. A BigInt counts units of 10^-8.

export const one = 100_000_000n;

// Null for an empty text or one that is not a decimal.
export function parse(text: string | null | undefined): bigint | null {
    const found = /^(-?)(\d{1,15})(?:\.(\d{1,8}))?$/.exec((text ?? '').trim());
    if (!found) return null;
    const [, sign, whole = '0', fraction = ''] = found;
    const value = BigInt(whole) * one + BigInt(fraction.padEnd(8, '0'));
    return sign ? -value : value;
}

// "12.5": without trailing zeros, as in the API.
export function write(value: bigint): string {
    const positive = value < 0n ? -value : value;
    const fraction = (positive % one).toString().padStart(8, '0').replace(/0+$/, '');
    return `${value < 0n ? '-' : ''}${positive / one}${fraction ? `.${fraction}` : ''}`;
}

// Rounds half to even.
export function divide(value: bigint, by: bigint): bigint {
    const negative = value < 0n !== by < 0n;
    const [top, bottom] = [value < 0n ? -value : value, by < 0n ? -by : by];
    const quotient = top / bottom;
    const twice = (top % bottom) * 2n;
    const up = twice > bottom || (twice === bottom && quotient % 2n === 1n);
    const rounded = up ? quotient + 1n : quotient;
    return negative ? -rounded : rounded;
}

// The sum of amounts times their percentages, rounded once.
export function percentSum(parts: { amount: bigint; rate: bigint }[]): bigint {
    return divide(
        parts.reduce((sum, { amount, rate }) => sum + amount * rate, 0n),
        100n * one,
    );
}

export const percentOf = (amount: bigint, rate: bigint): bigint => percentSum([{ amount, rate }]);

// Adds decimal strings of the API. A text that is not a number counts as 0.
export const sumOf = (amounts: string[]): string => write(amounts.reduce((sum, amount) => sum + (parse(amount) ?? 0n), 0n));
