import type { Schema } from '@/api/client';

type Metric = Schema<'MetricName'>;
export type CauseCode = NonNullable<Schema<'ChangePart'>['code']>;

// The two metrics of a ratio.
const ratioParts: Partial<Record<Metric, [Metric, Metric]>> = {
    ctr: ['click_count', 'banner_view_count'],
    click_to_registration: ['registration_count', 'click_count'],
    registration_to_ftd: ['ftd_count', 'registration_count'],
    click_to_ftd: ['ftd_count', 'click_count'],
    epc: ['total_reward', 'click_count'],
    ecpa: ['total_reward', 'ftd_count'],
    player_value: ['ngr', 'ftd_count'],
};

const counted: Partial<Record<Metric, Metric>> = {
    ftd_amount: 'ftd_count',
    deposit_amount: 'deposit_count',
    wager_amount: 'wager_count',
    chargeback_amount: 'chargeback_count',
};

// The metric that stands behind a cause. Nothing if it is no metric, or the one that is explained.
export function metricOfCause(code: CauseCode, metric: Metric): Metric | null {
    const found: Partial<Record<CauseCode, Metric | undefined>> = {
        chargebacks: 'chargeback_amount',
        qualifiedPlayers: 'qualified_count',
        revenue: 'ngr',
        registrations: 'registration_count',
        fixedFees: 'fixed_fee_reward',
        subAffiliates: 'sub_affiliate_reward',
        wagers: 'wager_amount',
        commission: 'total_reward',
        numerator: ratioParts[metric]?.[0],
        denominator: ratioParts[metric]?.[1],
        count: counted[metric],
    };
    const other = found[code];
    return other && other !== metric ? other : null;
}

interface CauseWords {
    name: string;
    // How the part is computed.
    words: string;
}

// "Fewer qualified players". Chargebacks lower commission, so fewer of them raise it. A larger denominator lowers a ratio.
// `nameOf` gives the names of metrics in the application.
export function causeWords(code: CauseCode, metric: Metric, up: boolean, dealName: string | null, nameOf: (metric: Metric) => string): CauseWords {
    const more = up ? 'More' : 'Fewer';
    const much = up ? 'More' : 'Less';
    const at = (what: string) => `At the ${what} of the earlier period.`;
    const parts = ratioParts[metric];
    const named = (other: Metric | undefined) => (other ? nameOf(other).toLowerCase().replace('ngr', 'NGR') : '');
    const words: Record<CauseCode, CauseWords> = {
        exchangeRates: { name: 'Other exchange rates', words: 'The same amounts, converted with the rates of each period.' },
        dealTerms: { name: `New terms: ${dealName ?? 'deal'}`, words: 'The new terms pay more or less for the same activity.' },
        chargebacks: { name: `${up ? 'Fewer' : 'More'} chargebacks`, words: 'CPA taken back, and chargebacks that lower the base of RevShare.' },
        qualifiedPlayers: { name: `${more} qualified players`, words: at('CPA') },
        revenue: { name: `${much} NGR`, words: metric === 'profit' ? 'Net gaming revenue.' : at('RevShare rate') },
        registrations: { name: `${more} registrations`, words: at('CPL') },
        fixedFees: { name: `${up ? 'Higher' : 'Lower'} fixed monthly fees`, words: 'Fees that are paid regardless of activity.' },
        subAffiliates: { name: `${much} from sub-affiliates`, words: 'The share of what sub-affiliates earn.' },
        wagers: { name: `${much} wagered`, words: at('turnover rate') },
        commission: { name: `${up ? 'Less' : 'More'} commission`, words: 'Commission lowers the profit.' },
        numerator: { name: `${much} ${named(parts?.[0])}`, words: 'Divided by the number of the later period.' },
        denominator: { name: `${up ? 'Less' : 'More'} ${named(parts?.[1])}`, words: 'The result is divided by this number.' },
        count: { name: `${more} entries`, words: at('average') },
        average: { name: `${up ? 'Larger' : 'Smaller'} average`, words: 'The average of an entry, for the entries of the later period.' },
        activity: { name: `${much} activity`, words: 'The change at the same exchange rates.' },
    };
    return words[code];
}
