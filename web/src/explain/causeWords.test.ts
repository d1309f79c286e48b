import { describe, expect, it } from 'vitest';
import { causeWords as wordsOf, metricOfCause } from './causeWords';

type Arguments = Parameters<typeof wordsOf>;

const causeWords = (code: Arguments[0], metric: Arguments[1], up: boolean, deal: string | null) => wordsOf(code, metric, up, deal, (name) => (name === 'click_count' ? 'Clicks' : name));

describe('causeWords', () => {
    it('says in which direction the activity went', () => {
        expect(causeWords('qualifiedPlayers', 'total_reward', false, null).name).toBe('Fewer qualified players');
        expect(causeWords('revenue', 'total_reward', true, null).name).toBe('More NGR');
        expect(causeWords('dealTerms', 'total_reward', true, 'Hybrid').name).toBe('New terms: Hybrid');
    });

    it('knows that chargebacks, commission and denominators lower the result', () => {
        expect(causeWords('chargebacks', 'total_reward', false, null).name).toBe('More chargebacks');
        expect(causeWords('commission', 'profit', false, null).name).toBe('More commission');
        expect(causeWords('denominator', 'epc', false, null).name).toBe('More clicks');
    });
});

describe('metricOfCause', () => {
    it('names the metric that stands behind a cause', () => {
        expect(metricOfCause('qualifiedPlayers', 'total_reward')).toBe('qualified_count');
        expect(metricOfCause('numerator', 'epc')).toBe('total_reward');
        expect(metricOfCause('count', 'deposit_amount')).toBe('deposit_count');
    });

    it('does not lead back to the same metric', () => {
        expect(metricOfCause('fixedFees', 'fixed_fee_reward')).toBeNull();
        expect(metricOfCause('exchangeRates', 'ngr')).toBeNull();
    });
});
