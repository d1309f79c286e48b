import { totalsOf, type Statement } from '../statements/words';

type Unpaid = Pick<Statement, 'status' | 'currency' | 'payable'>;

// What is known about the money that an affiliate has not been paid. A failed repetition of the request leaves the amounts
// of the previous one.
export type OpenMoney = { state: 'loading' } | { state: 'failed' } | { state: 'known'; words: string };

export function openMoneyOf({ data, error }: { data: Unpaid[] | undefined; error: unknown }, write: (amount: string, currency: string) => string): OpenMoney {
    if (!data) return { state: error ? 'failed' : 'loading' };
    const unpaid = data.filter((one) => one.status !== 'paid' && one.status !== 'settled' && one.payable !== '0');
    return { state: 'known', words: totalsOf(unpaid).map((total) => write(total.payable, total.currency)).join(' + ') || 'nothing' };
}

export const failedMoneyWords = 'The unpaid amount could not be loaded. You can suspend the affiliate without it.';
