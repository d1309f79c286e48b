import type { Schema } from '@/api/client';
import { statusOptions } from '@/ui/StatusBadge';

export type Trigger = Schema<'Postback'>['triggers'][number];
export type Delivery = Schema<'Delivery'>;
export type SentTest = Schema<'PostbackTest'>;

interface TriggerWords {
    value: Trigger;
    label: string;
    description: string;
}

// In the order in which forms show them.
export const triggers: TriggerWords[] = [
    { value: 'registration', label: 'Registration', description: 'A player registers.' },
    { value: 'firstDeposit', label: 'First deposit', description: 'The first deposit of a player.' },
    { value: 'deposit', label: 'Every deposit', description: 'Each deposit, the first one too.' },
    { value: 'qualified', label: 'Qualified for CPA', description: 'A player meets the conditions of the CPA.' },
    { value: 'commission', label: 'Commission', description: 'Commission is earned or lost.' },
    { value: 'reversal', label: 'Reversal', description: 'A chargeback, or commission that is taken back.' },
];

const mailLabels: Record<string, string> = {
    invitation: 'Invitation',
    passwordReset: 'Link for a new password',
    statementReady: 'Statement ready',
    statementApproved: 'Statement approved',
    statementPaid: 'Statement paid',
    newLogIn: 'New log-in',
    oldAddress: 'Changed address, to the old one',
    newAddress: 'Changed address, to the new one',
    deliveryPaused: 'Paused destination',
    feedSilent: 'Brand without events',
    ratesMissing: 'Missing exchange rate',
    ledgerNotWritable: 'Ledger not writable',
    weeklyDigest: 'Weekly digest',
    report: 'Scheduled report',
};

export type WebhookType = Schema<'Webhook'>['types'][number];

// In the order in which forms show them.
export const webhookTypes: { value: WebhookType; label: string }[] = [
    { value: 'affiliate.applied', label: 'Affiliate applied' },
    { value: 'affiliate.approved', label: 'Affiliate approved' },
    { value: 'affiliate.suspended', label: 'Affiliate suspended' },
    { value: 'player.attributed', label: 'Player attributed' },
    { value: 'accrual.created', label: 'Commission earned' },
    { value: 'accrual.reversed', label: 'Commission taken back' },
    { value: 'statement.closed', label: 'Statement closed' },
    { value: 'statement.approved', label: 'Statement approved' },
    { value: 'statement.paid', label: 'Statement paid' },
    { value: 'feed.silent', label: 'Feed silent' },
    { value: 'key.deactivated', label: 'API key turned off' },
    { value: 'delivery.paused', label: 'Delivery paused' },
];

// The name of a message, as the form of its destination shows it.
export const triggerLabel = (name: string): string => [...triggers, ...webhookTypes].find(({ value }) => value === name)?.label ?? mailLabels[name] ?? name;

export const macros = [
    'click_id', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'event', 'event_id', 'player', 'amount', 'currency', 'commission', 'commission_currency',
    'country', 'brand', 'campaign', 'link', 'time', 'timestamp', 'promo_code', 'reverses', 'message_id',
];

export const destinationStatuses = statusOptions<Schema<'Postback'>['status']>('active', 'paused', 'inactive');

export const deliveryStatuses = statusOptions<Delivery['status']>('waiting', 'delivered', 'failed', 'paused');

const kinds: Record<Delivery['kind'], string> = { postback: 'Postback', webhook: 'Webhook', mail: 'Mail', report: 'Scheduled report' };

// The name of the destination of a message, or its kind for people who may not see the name.
export const destinationName = ({ destinationId, kind }: Delivery, names: { value: string; label: string }[]): string => names.find(({ value }) => value === destinationId)?.label ?? kinds[kind];

// What the last attempt said, in a few words.
export function lastAnswer(delivery: Delivery): string {
    const last = delivery.attempts.at(-1);
    if (!last) return 'Not sent yet';
    return last.error ?? `Answer ${last.status ?? ''}`.trim();
}

// The button that sends a message, and what a page says afterwards.
export const sendWords = (delivery: Delivery): { button: string; done: string } =>
    delivery.attempts.length === 0
        ? { button: 'Send now', done: 'The message is sent now.' }
        : { button: 'Send again', done: 'The message is sent again, with the same id.' };
