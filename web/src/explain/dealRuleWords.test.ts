import { describe, expect, it } from 'vitest';
import { createFormat } from '@/format/format';
import { baseSteps, stepText, type Step, type Words } from './stepWords';

const format = createFormat({ timeZone: 'Europe/Malta', baseCurrency: 'EUR', locale: 'en-GB' });
const words: Words = { ...format, money: (amount, currency) => new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Number(amount)), number: (value) => String(value) };
const rest = { currency: 'EUR', text: 'not for pages' };
const text = (step: Step) => stepText(step, words);

describe('the steps of a deal with such rules', () => {
    it('count the activity of the period', () => {
        const counted: Step = { rule: 'activityCounted', period: '2026-03', newDepositorsBefore: 10, newDepositorsAfter: 11, qualifiedPlayersBefore: null, qualifiedPlayersAfter: null, activePlayersBefore: 1, activePlayersAfter: 1, depositsBefore: '400', depositsAfter: '500', ...rest };
        expect(text(counted)).toBe('In March 2026 the affiliate has 11 new depositors (10 before), 1 active player and deposits of €500.00 under this deal.');
    });
    it('say what is missing', () => {
        expect(text({ rule: 'nextTier', missingOf: 'newDepositors', missing: '1', rate: '35', ...rest })).toBe('1 more new depositor for 35 %.');
        expect(text({ rule: 'nextTier', missingOf: 'base', missing: '250', rate: '35', ...rest })).toBe('€250.00 more in the base for 35 %.');
        expect(text({ rule: 'elseRateApplied', missingOf: 'deposits', needed: '1000', have: '40', elseRate: '5', ...rest })).toBe(
            'The deal requires €1,000.00 in deposits in the period, and the affiliate has €40.00 in deposits, so the whole base earns 5 %.',
        );
        expect(text({ rule: 'elseRateApplied', missingOf: 'activePlayers', needed: '5', have: '1', elseRate: '0', ...rest })).toBe(
            'The deal requires 5 active players in the period, and the affiliate has 1 active player, so the whole base earns 0 %.',
        );
    });
    it('name the introductory rate', () => {
        expect(text({ rule: 'introRateApplied', rate: '50', months: 3, text: rest.text })).toBe('In its first 3 months the affiliate earns at least 50 % of the whole base.');
        expect(text({ rule: 'introRateApplied', rate: '50', months: 1, text: rest.text })).toBe('In its first month the affiliate earns at least 50 % of the whole base.');
    });
    it('list what is deducted', () => {
        const deducted: Step = { rule: 'deducted', bonuses: '100', bonusPercent: '50', deposits: '1000', depositFeePercent: '2', withdrawals: '0', withdrawalFeePercent: '0', beforeAdminFee: true, deductedBefore: '50', deductedAfter: '70', ...rest };
        expect(text(deducted)).toBe('Before the admin fee the deal deducts 50 % of €100.00 in bonuses and 2 % of €1,000.00 in deposits: together €70.00 instead of €50.00.');
    });
    it('show the part of a product', () => {
        expect(text({ rule: 'productShare', product: 'sports', baseBefore: '0', baseAfter: '100', rate: '20', ...rest })).toBe('The base of product “sports” went from €0.00 to €100.00 and earns 20 %.');
        expect(text({ rule: 'wagersMoved', period: '2026-03', product: null, wageredBefore: '0', wageredAfter: '1000', rate: '0.5', amount: '5', ...rest })).toBe(
            'In March 2026 wagers went from €0.00 to €1,000.00. They earn 0.5 %: €5.00 for this event.',
        );
    });
    it('show what other brands get', () => {
        expect(text({ rule: 'brandReRated', brand: 'Red', base: '900', rateBefore: '25', rateAfter: null, ...rest })).toBe(
            'The event changed the rate of the whole period. The base of €900.00 of brand “Red” earns several rates instead of 25 %.',
        );
        expect(text({ rule: 'otherBrandsReRated', own: '30', others: '45', ...rest })).toBe('The part of the event’s brand is €30.00. The other brands are re-rated by €45.00 in accruals of their own.');
    });
    it('count deals of a pool together', () => {
        expect(text({ rule: 'poolCounted', tierPool: 'all', measure: null, before: '2', after: '3', ...rest })).toBe('For the tiers, the deals of the pool “all” count together: 3 qualified players instead of 2 qualified players.');
        expect(text({ rule: 'poolCounted', tierPool: 'all', measure: 'base', before: null, after: '900', ...rest })).toBe('For the tiers, the deals of the pool “all” count together: €900.00 in the base.');
    });
    it('count versions with equal terms together', () => {
        expect(text({ rule: 'versionsCounted', component: 'revShare', versions: [1, 2], text: rest.text })).toBe('Versions 1 and 2 of the deal have equal RevShare terms, so the sums include all of them.');
        expect(text({ rule: 'versionsCounted', component: 'cpa', versions: [1, 2, 4], text: rest.text })).toBe('Versions 1, 2 and 4 of the deal have equal CPA terms, so their players are counted together.');
    });
    it('compute a late event in its own period', () => {
        expect(text({ rule: 'ownMonthCounted', ownPeriod: '2026-03', period: '2026-04', text: rest.text })).toBe('Its month, March 2026, is already closed. The amount is computed with the sums of March 2026 and booked in April 2026.');
    });
    it('list the other conditions of CPA', () => {
        expect(text({ rule: 'conditionsMet', bets: 12, minBets: 10, kycVerified: true, text: rest.text })).toBe('The player has placed 12 bets (at least 10), and its identity is verified.');
        expect(text({ rule: 'conditionsMet', bets: 0, minBets: 0, kycVerified: true, text: rest.text })).toBe('The player’s identity is verified.');
    });
    it('say how the price of a player changes', () => {
        expect(text({ rule: 'firstDepositGrew', firstDeposit: '120', priceBefore: '50', priceAfter: '80', ...rest })).toBe(
            'The deposit is added to the player’s first deposit, which is now €120.00. The deal pays €80.00 for the player instead of €50.00.',
        );
        expect(text({ rule: 'playerExcluded', eventType: 'self_exclusion', earned: '80', ...rest })).toBe('The player excluded itself before the CPA was payable, so the €80.00 for the player is taken back.');
        expect(text({ rule: 'playerExcluded', eventType: 'player_blocked', earned: '80', ...rest })).toBe('The player was blocked before the CPA was payable, so the €80.00 for the player is taken back.');
    });
    it('say who reversed an accrual, to those who may know', () => {
        expect(text({ rule: 'reversedByHand', reason: 'Fraud', actor: 'user/maria@example.com', text: rest.text })).toBe('The operator reversed an earlier accrual by hand (user/maria@example.com): Fraud');
        expect(text({ rule: 'reversedByHand', reason: null, actor: null, text: rest.text })).toBe('The operator reversed an earlier accrual by hand.');
    });
    it('are listed beside the base that they change', () => {
        const steps: Step[] = [
            { rule: 'baseCarried', period: '2026-04', base: '-300', ...rest },
            { rule: 'introRateApplied', rate: '50', months: 3, text: rest.text },
            { rule: 'ringFenced', keptOutBefore: '0', keptOutAfter: '9000', playerLoss: '5000', ...rest },
        ];
        expect(baseSteps(steps).map(({ rule }) => rule)).toEqual(['baseCarried', 'ringFenced']);
    });
    it('show what is below zero', () => {
        expect(text({ rule: 'baseCarried', period: '2026-04', base: '-300', ...rest })).toBe('The base of April 2026 begins with -€300.00, because earlier periods ended below zero.');
        expect(text({ rule: 'ringFenced', keptOutBefore: '0', keptOutAfter: '9000', playerLoss: '5000', ...rest })).toBe(
            'A player whose base in a period is minus €5,000.00 or lower is ring-fenced. Such amounts, and revenue that settles them, are not part of the base: €9,000.00 now, €0.00 before.',
        );
        const followed = { rule: 'statementFollowed' as const, lastDay: '2026-03-31', base: '-100', percent: '5', amount: '-5', ...rest };
        expect(text({ ...followed, period: '2026-03' })).toBe(
            'The statement of a sub-affiliate for March 2026 carries over or waives -€100.00. The parent’s share of this is 5 %: -€5.00.',
        );
        expect(text({ ...followed, period: null })).toContain('The statement of a sub-affiliate for a period that ended on 31 Mar 2026 carries over or waives -€100.00.');
    });
});
