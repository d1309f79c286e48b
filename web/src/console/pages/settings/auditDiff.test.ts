import { describe, expect, it } from 'vitest';
import { auditActions } from './auditActions';
import { inSentence } from '@/format/inSentence';
import { actionWords, diffOf, monthOf, ownName } from './auditDiff';

const nobody = () => null;

describe('an entry of the audit log', () => {
    it('lists only the changed members', () => {
        const before = { id: '1', name: 'Old', status: 'active', portal: { name: 'P', domains: [] } };
        const after = { id: '1', name: 'New', status: 'active', portal: { name: 'P', domains: ['a.example', 'b.example'] } };
        expect(diffOf({ before, after }, nobody)).toEqual([
            { member: 'Name', before: 'Old', after: 'New' },
            { member: 'Portal › Domains', before: null, after: 'a.example, b.example' },
        ]);
    });
    it('names the components of a deal as the pages do', () => {
        const terms = (amount: string, rate: string) => ({ terms: { cpa: { amount }, revShare: { rate } } });
        const labels = diffOf({ before: terms('1', '20'), after: terms('2', '25') }, nobody).map(({ member }) => member);
        expect(labels).toEqual(['Terms › CPA › Amount', 'Terms › RevShare › Rate']);
        expect([...labels, 'Effective from', 'Sub1'].map(inSentence)).toEqual(['terms › CPA › amount', 'terms › RevShare › rate', 'effective from', 'sub1']);
    });
    it('lists the members of a new object', () => {
        expect(diffOf({ before: null, after: { id: '1', active: true, notes: null, count: 0 } }, nobody)).toEqual([
            { member: 'Active', before: null, after: 'yes' },
            { member: 'Count', before: null, after: '0' },
        ]);
    });
    it('has names for ids', () => {
        const names = (member: string, value: string) => (member === 'dealIds' && value === 'd1' ? 'Hybrid' : null);
        expect(diffOf({ before: { dealIds: [] }, after: { dealIds: ['d1', 'd2'] } }, names)).toEqual([{ member: 'Deal', before: null, after: 'Hybrid, d2' }]);
    });
    it('writes lists of objects as text', () => {
        expect(diffOf({ before: null, after: { tiers: [{ from: 11, amount: '130' }] } }, nobody)[0]?.after).toBe('from 11 amount 130');
    });
    it('has a verb and a noun', () => {
        expect(['affiliate.update', 'fxRate.create', 'statement.pay', 'thing.doIt'].map(actionWords)).toEqual(['Changed affiliate', 'Created exchange rate', 'Recorded the payment of statement', 'Do it thing']);
    });
    it('has words for log-ins', () => {
        expect(['user.logIn', 'user.logInFailed', 'user.lockOut', 'user.logInFailures'].map(actionWords)).toEqual(['Logged in as user', 'Failed to log in as user', 'Reached a limit of failed log-ins as user', 'Further failed log-ins']);
    });
    it('names its subject', () => {
        expect(ownName({ before: null, after: { name: 'N' } })).toBe('N');
        expect(ownName({ before: { from: 'USD', to: 'EUR' }, after: null })).toBe('USD → EUR');
        expect(ownName({ before: null, after: null })).toBeNull();
    });
    it('has a month only for statements, adjustments and closed months', () => {
        const about = (action: string, subject: string, after: Record<string, unknown> | null) => monthOf({ action, subject, before: null, after });
        expect(about('statement.close', 'statement/1', { period: '2025-09' })).toBe('2025-09');
        expect(about('period.close', 'operator/1', { period: '2025-09' })).toBe('2025-09');
        expect(about('adjustment.create', 'adjustment/1', { amount: '5' })).toBe('');
        expect(about('statement.close', 'statement/1', { period: '2025-13' })).toBe('');
        expect(about('reportPreset.create', 'reportPreset/1', { name: 'R', period: 'last30Days' })).toBeNull();
        expect(about('reportPreset.create', 'reportPreset/1', null)).toBeNull();
    });
    it('has words for every action that the filter offers', () => {
        const unclear = auditActions.map(actionWords).filter((words) => !/^[A-Z][a-z]+ .*[a-z]/.test(words));
        expect(unclear).toEqual([]);
        expect(new Set(auditActions.map(actionWords)).size).toBe(auditActions.length);
        expect(actionWords('accrual.reverse')).toBe('Reversed accrual');
        expect(actionWords('delivery.replay')).toBe('Repeated message');
    });
});
