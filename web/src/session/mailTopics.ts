import type { Schema } from '@/api/client';

export type MailTopic = keyof Schema<'WantedMails'>;

interface TopicWords {
    name: MailTopic;
    label: string;
    description: string;
    // After "mails about".
    about: string;
}

// In the order in which the profile shows them. The server says which of them a user can get.
export const mailTopics: TopicWords[] = [
    { name: 'statements', label: 'Statements', description: 'A statement is ready, approved or paid.', about: 'statements' },
    { name: 'digest', label: 'Weekly digest', description: 'On Monday, the figures of last week beside those of the week before.', about: 'the weekly digest' },
    { name: 'deliveries', label: 'Postbacks and webhooks', description: 'A destination does not answer and is paused.', about: 'postbacks and webhooks' },
    { name: 'alarms', label: 'Alarms', description: 'A brand sends no events, an exchange rate is missing, or the ledger cannot be written.', about: 'alarms' },
];

// A person ends scheduled reports one by one, by the links in their mails. The profile does not list them.
const reportTopic = 'scheduledReports';

export const aboutTopic = (name: string): string => (name === reportTopic ? 'this report' : (mailTopics.find((topic) => topic.name === name)?.about ?? name));

// The topic comes after two ids and the signature, 32 digits each.
export const isOfReport = (token: string): boolean => token.slice(96).startsWith(`${reportTopic}.`);
