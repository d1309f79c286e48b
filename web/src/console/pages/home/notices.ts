import type { Page, Schema } from '@/api/client';

type Signal = Pick<Schema<'FraudSignal'>, 'kind' | 'affiliateId' | 'holds' | 'summary'>;
type Waiting<Item> = Page<Item> | undefined;

export interface Notice {
    key: 'affiliates' | 'statements' | 'conversion' | 'signals';
    title: string;
    detail: string;
    serious: boolean;
    // Whether the person who sees the notice may do what it waits for.
    mayDecide: boolean;
}

// What the role of the person allows, see permissionsOf().
interface May {
    write: boolean;
    books: boolean;
}

// The lists from which notices are made.
interface Lists {
    pending: Waiting<Pick<Schema<'Affiliate'>, 'name'>>;
    closed: Waiting<object>;
    signals: Waiting<Signal>;
}

// "3 affiliates", or "At least 200 affiliates" if the list has another page.
function counted<Item>(page: Page<Item>, count: number, one: string, many: string): string {
    return `${page.nextCursor === null ? '' : 'At least '}${count} ${count === 1 ? one : many}`;
}

// The first names, and how many follow.
function some(names: string[], max = 3): string {
    const different = [...new Set(names)].filter(Boolean);
    const rest = different.length - max;
    return different.slice(0, max).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

// The first signal, and how many there are if there are more.
function signalDetail(page: Page<Signal>, signals: Signal[], may: May): string {
    const count = signals.length === 1 ? '' : `${counted(page, signals.length, 'signal', 'signals')}. `;
    const held = may.books ? ' Their statements wait until you decide.' : ' Their statements wait for a decision.';
    return `${count}${signals[0]?.summary ?? ''}${signals.some(({ holds }) => holds) ? held : ''}`;
}

// Unusual conversion is a notice of its own. The others are signals of several kinds, such as bursts of clicks and fast
// registrations.
function signalNotices(page: Page<Signal>, nameOf: (affiliateId: string) => string, may: May): Notice[] {
    const conversion = page.items.filter(({ kind }) => kind === 'unusualConversion');
    const others = page.items.filter(({ kind }) => kind !== 'unusualConversion');
    const notice = (key: Notice['key'], title: string, signals: Signal[]): Notice[] =>
        signals.length === 0
            ? []
            : [{ key, title: `${title}: ${some(signals.map(({ affiliateId }) => nameOf(affiliateId)))}`, detail: signalDetail(page, signals, may), serious: true, mayDecide: may.books }];
    return [...notice('conversion', 'Unusual conversion', conversion), ...notice('signals', others.length === 1 ? 'Fraud signal' : 'Fraud signals', others)];
}

// The tasks that wait for a person, each with what this person may do.
export function noticesOf({ pending, closed, signals }: Lists, nameOf: (affiliateId: string) => string, may: May): Notice[] {
    const notices = signals ? signalNotices(signals, nameOf, may) : [];
    if (pending && pending.items.length > 0) {
        const title = counted(pending, pending.items.length, 'affiliate waits for approval', 'affiliates wait for approval');
        const todo = may.write ? 'Approve or suspend them.' : 'Admins and managers can approve or suspend them.';
        notices.push({ key: 'affiliates', title, detail: `${some(pending.items.map(({ name }) => name))}. ${todo}`, serious: false, mayDecide: may.write });
    }
    if (closed && closed.items.length > 0) {
        const title = counted(closed, closed.items.length, 'statement waits for a decision', 'statements wait for a decision');
        const todo = may.books ? 'They are closed. Approve them, or put them on hold.' : 'They are closed.';
        notices.push({ key: 'statements', title, detail: todo, serious: false, mayDecide: may.books });
    }
    return notices;
}

// The title of all notices. Nothing waits for a person who may only look.
export const noticesTitle = (notices: Notice[]): string => (notices.some(({ mayDecide }) => mayDecide) ? 'Waiting for you' : 'Waiting for a decision');
