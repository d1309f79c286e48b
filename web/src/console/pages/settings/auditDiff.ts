import type { Schema } from '@/api/client';
import { wordsOf } from '@/ui/StatusBadge';

export type AuditEntry = Schema<'AuditEntry'>;

export interface MemberChange {
    member: string;
    before: string | null;
    after: string | null;
}

// The text of a value, such as a name instead of an id, or null to show the value itself.
export type NameOf = (member: string, value: string) => string | null;

// Words that wordsOf() would write in another way than the rest of the pages.
const termNames: Record<string, string> = { cpa: 'CPA', cpl: 'CPL', revShare: 'RevShare' };

// "affiliateId" becomes "Affiliate".
const labelOf = (path: string): string => path.split('.').map((part) => termNames[part] ?? wordsOf(part.replace(/Ids?$/, ''))).join(' › ');

function flatten(value: unknown, path: string, into: Map<string, unknown>): void {
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!nested) {
        into.set(path, value);
        return;
    }
    for (const [name, inner] of Object.entries(value)) flatten(inner, path ? `${path}.${name}` : name, into);
}

function write(path: string, value: unknown, nameOf: NameOf): string | null {
    if (value === null || value === undefined || value === '') return null;
    if (Array.isArray(value)) return value.length === 0 ? null : value.map((item) => write(path, item, nameOf)).join(', ');
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'object') return Object.entries(value).map(([name, inner]) => `${wordsOf(name).toLowerCase()} ${write(name, inner, nameOf) ?? 'none'}`).join(' ');
    const text = String(value);
    return nameOf(path.split('.').at(-1) ?? '', text) ?? text;
}

// The members that an entry changed, or all members of a new object. The object's own id is left out.
export function diffOf(entry: Pick<AuditEntry, 'before' | 'after'>, nameOf: NameOf): MemberChange[] {
    const [before, after] = [new Map<string, unknown>(), new Map<string, unknown>()];
    flatten(entry.before ?? {}, '', before);
    flatten(entry.after ?? {}, '', after);
    return [...new Set([...before.keys(), ...after.keys()])]
        .filter((path) => path !== 'id' && path !== 'linkId')
        .filter((path) => JSON.stringify(before.get(path) ?? null) !== JSON.stringify(after.get(path) ?? null))
        .map((path) => ({ member: labelOf(path), before: write(path, before.get(path), nameOf), after: write(path, after.get(path), nameOf) }))
        .filter((change) => change.before !== null || change.after !== null);
}

const verbs: Record<string, string> = {
    create: 'Created',
    update: 'Changed',
    delete: 'Deleted',
    close: 'Closed',
    approve: 'Approved',
    pay: 'Recorded the payment of',
    hold: 'Put a hold on',
    release: 'Released',
    invite: 'Invited',
    acceptInvite: 'Accepted the invitation of',
    changePassword: 'Changed the password of',
    enableTotp: 'Turned on two-factor authentication of',
    disableTotp: 'Turned off two-factor authentication of',
    reassign: 'Reassigned',
    rotateToken: 'Replaced the API URL of',
    useRecoveryCode: 'Used a recovery code of',
    withdrawVersion: 'Withdrew a version of',
    logIn: 'Logged in as',
    logInFailed: 'Failed to log in as',
    lockOut: 'Reached a limit of failed log-ins as',
    reverse: 'Reversed',
    settle: 'Settled',
    pause: 'Paused',
    send: 'Sent',
    fail: 'Failed to send',
    replay: 'Repeated',
    unsubscribe: 'Unsubscribed from',
    rotateSecret: 'Replaced the secret of',
    requestPasswordReset: 'Requested a new password of',
    resetPassword: 'Reset the password of',
    prepareTotp: 'Prepared two-factor authentication of',
    requestAddressChange: 'Requested a new email address of',
    cancelAddressChange: 'Cancelled the new email address of',
    changeAddress: 'Changed the email address of',
    confirmAddress: 'Confirmed the email address of',
    chooseMails: 'Chose the mails of',
    confirm: 'Confirmed',
    repair: 'Repaired',
};

const kinds: Record<string, string> = { delivery: 'message', fxRate: 'exchange rate', apiKey: 'API key', reportPreset: 'saved report', marketingSource: 'marketing source', landingPage: 'landing page', reportSchedule: 'report schedule', fraudRule: 'fraud rule', fraudSignal: 'fraud signal', period: 'period' };

// Actions whose words do not follow from their parts.
const wholes: Record<string, string> = { 'user.logInFailures': 'Further failed log-ins', 'digest.mail': 'Mailed the weekly summary', 'feed.silent': 'Brand sent no events', 'rates.missing': 'Exchange rate was missing' };

// "affiliate.update" becomes "Changed affiliate".
export function actionWords(action: string): string {
    const [kind = '', verb = ''] = action.split('.');
    return wholes[action] ?? `${verbs[verb] ?? wordsOf(verb)} ${kinds[kind] ?? wordsOf(kind).toLowerCase()}`;
}

// The name of the subject, if the entry contains it.
export function ownName(entry: Pick<AuditEntry, 'before' | 'after'>): string | null {
    const known = { ...(entry.before ?? {}), ...(entry.after ?? {}) } as Record<string, unknown>;
    const named = known.name ?? known.email ?? known.externalRef;
    if (typeof named === 'string' && named) return named;
    if (typeof known.from === 'string' && typeof known.to === 'string') return `${known.from} → ${known.to}`;
    return typeof known.code === 'string' ? known.code : null;
}

// The statement period of an entry: '' if it is unknown, null if the entry has none. The `period` of a saved report, such
// as "last30Days", is another one.
export function monthOf(entry: Pick<AuditEntry, 'action' | 'subject' | 'before' | 'after'>): string | null {
    const [kind = ''] = entry.subject.split('/');
    if (kind !== 'statement' && kind !== 'adjustment' && entry.action !== 'period.close') return null;
    const { period } = (entry.after ?? entry.before ?? {}) as Record<string, unknown>;
    return typeof period === 'string' && /^\d{4}-((0[1-9]|1[0-2])(-H[12])?|W\d{2})$/.test(period) ? period : '';
}
