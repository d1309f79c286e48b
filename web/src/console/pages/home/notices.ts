import type { Page, Schema } from '@/api/client';

type Waiting<Item> = Page<Item> | undefined;

export interface Notice {
    key: 'affiliates' | 'statements' | 'conversion' | 'clicks';
    title: string;
    detail: string;
    serious: boolean;
}

// The lists from which notices are made.
interface Lists {
    pending: Waiting<Pick<Schema<'Affiliate'>, 'name'>>;
    closed: Waiting<object>;
    signals: Waiting<Pick<Schema<'FraudSignal'>, 'kind' | 'affiliateId' | 'holds' | 'summary'>>;
}

// "3 affiliates", or "More than 200 affiliates" if the list has another page.
function counted<Item>(page: Page<Item>, count: number, one: string, many: string): string {
    return `${page.nextCursor === null ? '' : 'More than '}${count} ${count === 1 && page.nextCursor === null ? one : many}`;
}

// The first names, and how many follow.
function some(names: string[], max = 3): string {
    const different = [...new Set(names)].filter(Boolean);
    const rest = different.length - max;
    return different.slice(0, max).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

// The tasks that wait for a person, each with what to do.
export function noticesOf({ pending, closed, signals }: Lists, nameOf: (affiliateId: string) => string): Notice[] {
    const notices: Notice[] = [];
    const conversion = (signals?.items ?? []).filter(({ kind }) => kind === 'unusualConversion');
    const clicks = (signals?.items ?? []).filter(({ kind }) => kind !== 'unusualConversion');
    const holds = (some: { holds: boolean }[]) => (some.some((one) => one.holds) ? ' Their statements wait until you decide.' : '');
    if (signals && conversion.length > 0) {
        const first = conversion[0];
        const names = some(conversion.map(({ affiliateId }) => nameOf(affiliateId)));
        notices.push({ key: 'conversion', title: `Unusual conversion: ${names}`, detail: `${first?.summary ?? ''}${holds(conversion)}`, serious: true });
    }
    if (signals && clicks.length > 0) {
        const names = some(clicks.map(({ affiliateId }) => nameOf(affiliateId)));
        notices.push({ key: 'clicks', title: `Unusual clicks: ${names}`, detail: `${clicks.length === 1 ? clicks[0]?.summary : counted(signals, clicks.length, 'signal', 'signals') + '. ' + (clicks[0]?.summary ?? '')}${holds(clicks)}`, serious: true });
    }
    if (pending && pending.items.length > 0) {
        const title = counted(pending, pending.items.length, 'affiliate waits for approval', 'affiliates wait for approval');
        notices.push({ key: 'affiliates', title, detail: `${some(pending.items.map(({ name }) => name))}. Approve or suspend them.`, serious: false });
    }
    if (closed && closed.items.length > 0) {
        const title = counted(closed, closed.items.length, 'statement waits for a decision', 'statements wait for a decision');
        notices.push({ key: 'statements', title, detail: 'They are closed. Approve them, or put them on hold.', serious: false });
    }
    return notices;
}
