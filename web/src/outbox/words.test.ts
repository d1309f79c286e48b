import { describe, expect, it } from 'vitest';
import { destinationName, lastAnswer, sendWords, triggerLabel, type Delivery } from './words';

const attempt = (status: number | null, error: string | null) => ({ at: '2026-03-10T14:05:09Z', status, durationMs: 5, error, address: 'https://t.example/', answer: null });
const delivery = (attempts: Delivery['attempts']): Delivery => ({
    id: 'm', kind: 'postback', destinationId: 'd', type: 'deposit', eventId: null, accrualId: null, status: 'waiting', createdAt: '2026-03-10T14:05:09Z',
    attemptCount: attempts.length, attempts, nextAttemptAt: null,
});

describe('lastAnswer', () => {
    it('is the newest attempt', () => {
        expect(lastAnswer(delivery([]))).toBe('Not sent yet');
        expect(lastAnswer(delivery([attempt(500, null), attempt(200, null)]))).toBe('Answer 200');
        expect(lastAnswer(delivery([attempt(null, "Couldn't connect to server")]))).toBe("Couldn't connect to server");
    });
});

describe('destinationName', () => {
    it('is the name, or the kind for a reader without the name', () => {
        expect(destinationName(delivery([]), [{ value: 'd', label: 'Tracker' }])).toBe('Tracker');
        expect(destinationName({ ...delivery([]), kind: 'webhook' }, [])).toBe('Webhook');
        expect(destinationName({ ...delivery([]), kind: 'report' }, [])).toBe('Scheduled report');
    });
});

describe('triggerLabel', () => {
    it('names triggers and the types of webhooks, as their forms do', () => {
        expect(triggerLabel('firstDeposit')).toBe('First deposit');
        expect(triggerLabel('statement.paid')).toBe('Statement paid');
        expect(triggerLabel('report.made')).toBe('report.made');
    });
});

describe('sendWords', () => {
    it('says "again" only of a message that was sent before', () => {
        expect(sendWords(delivery([]))).toEqual({ button: 'Send now', done: 'The message is sent now.' });
        expect(sendWords(delivery([attempt(500, null)]))).toEqual({ button: 'Send again', done: 'The message is sent again, with the same id.' });
    });
});
