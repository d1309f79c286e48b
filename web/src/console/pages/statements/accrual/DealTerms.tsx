import type { Schema } from '@/api/client';
import { Facts, type Fact } from '@/ui/Facts';
import { wordsOf } from '@/ui/StatusBadge';
import { useExact } from '@/explain/exact';
import { tierStart } from '@/deals/revShareWords';
import type { RevShare } from '@/deals/terms';

type Explanation = Schema<'Explanation'>;
type Terms = Record<string, unknown>;

interface Tier {
    from: string | number;
    rate?: string;
    amount?: string;
}

const isTiers = (value: unknown): value is Tier[] => Array.isArray(value) && value.length > 0;
const given = (value: unknown): value is string | number => (typeof value === 'string' || typeof value === 'number') && value !== '' && Number(value) !== 0;

// The terms of the component in this version. Members without a value are left out.
export function DealTerms({ explained }: { explained: Explanation }) {
    const exact = useExact();
    const all = explained.deal.terms as Terms | null;
    const terms = (all?.[explained.accrual.component] ?? null) as Terms | null;
    if (!terms) return null;
    const currency = explained.accrual.currency;
    const money = (value: unknown) => (given(value) ? exact.money(value, currency) : null);
    const percent = (value: unknown) => (given(value) ? `${exact.number(value)} %` : null);
    const facts: Fact[] = [
        ['Rate', percent(terms.rate)],
        ['Price', money(terms.amount)],
        ['Share', percent(terms.percentOfCommission)],
    ];
    const byCountry = Object.entries((terms.amountByCountry ?? {}) as Record<string, string>);
    if (byCountry.length > 0) facts.push(['By country', byCountry.map(([country, amount]) => `${country} ${exact.money(amount, currency)}`).join(', ')]);
    if (isTiers(terms.tiers)) {
        const by = (terms.tierBy ?? 'base') as NonNullable<RevShare['tierBy']>;
        const writer = { number: exact.number, money: (amount: string) => exact.money(amount, currency) };
        const steps = terms.tiers.map((tier) => {
            const from = tier.rate === undefined ? `from player ${tier.from}` : `from ${tierStart(by, String(tier.from), writer)}`;
            return `${from}: ${tier.rate === undefined ? exact.money(tier.amount ?? '0', currency) : `${exact.number(tier.rate)} %`}`;
        });
        facts.push(['Tiers', steps.join('; ')], ['A tier applies to', terms.tierMode === 'whole' ? 'the whole month' : 'the part above it']);
    }
    facts.push(
        ['Admin fee', percent(terms.adminFeePercent)],
        ['Monthly cap', given(terms.monthlyCap) ? `${terms.monthlyCap} players` : null],
        ['Qualify within', given(terms.qualifyWithinDays) ? `${terms.qualifyWithinDays} days` : null],
        ['Duration', given(terms.durationMonths) ? `${terms.durationMonths} months` : null],
        ['Hold period', given(terms.holdDays) ? `${terms.holdDays} days` : null],
        ['Clawback', explained.accrual.reason === 'clawback' && typeof terms.clawback === 'string' ? wordsOf(terms.clawback) : null],
    );
    return <Facts facts={facts} />;
}
