import { Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Schema } from '@/api/client';
import { minus, useExact } from '@/explain/exact';
import { baseSteps, playerTierText, stepOf, stepText, tierText } from '@/explain/stepWords';
import { useWords } from '@/explain/useWords';
import { useFormat } from '@/format/useFormat';
import { Facts } from '@/ui/Facts';
import { wordsOf } from '@/ui/StatusBadge';
import { useAffiliateNames } from '../../../affiliateNames';
import { Link, LinkButton } from '../../../link';
import { componentNames } from '../../../reporting/names';
import styles from './chain.module.css';
import { Sign, Term } from './Step';

type Explanation = Schema<'Explanation'>;
type Figures = Record<string, string | number | undefined>;

const text = (value: string | number | undefined): string => (value === undefined ? '0' : String(value));

// The amount is the RevShare of the period after the event less the RevShare before the event.
function RevShare({ explained, figures, currency }: { explained: Explanation; figures: Figures; currency: string }) {
    const exact = useExact();
    const words = useWords();
    const crossed = stepOf(explained.steps, 'tierCrossed');
    const others = baseSteps(explained.steps);
    const of = (name: string) => text(figures[name]);
    const money = (value: string) => exact.money(value, currency);
    const fee = (ngr: string) => minus(minus(of(`base${ngr}`), of(`ngr${ngr}`)), minus('0', of(`chargebacks${ngr}`)));
    const rate = (name: string) => (figures[name] === undefined ? 'by tier' : `${exact.number(of(name))} %`);
    const signed = (value: string) => (value === '0' ? '–' : `${value.startsWith('-') ? '' : '+'}${money(value)}`);
    const moved = (before: string, after: string) => signed(minus(after, before));
    const rows: { name: string; before: string; after: string; change: string; look?: 'strong' | 'result' }[] = [
        { name: 'Net gaming revenue', before: money(of('ngrBefore')), after: money(of('ngrAfter')), change: moved(of('ngrBefore'), of('ngrAfter')) },
        { name: others.length > 0 ? `Admin fee of ${exact.number(of('adminFeePercent'))} %, and the rules below` : `Admin fee, ${exact.number(of('adminFeePercent'))} %`, before: money(fee('Before')), after: money(fee('After')), change: moved(fee('Before'), fee('After')) },
        {
            name: 'Chargebacks',
            before: money(minus('0', of('chargebacksBefore'))),
            after: money(minus('0', of('chargebacksAfter'))),
            change: moved(of('chargebacksAfter'), of('chargebacksBefore')),
        },
        { name: 'Base', before: money(of('baseBefore')), after: money(of('baseAfter')), change: moved(of('baseBefore'), of('baseAfter')), look: 'strong' },
        { name: 'Rate', before: rate('rateBefore'), after: rate('rateAfter'), change: rate('rateBefore') === rate('rateAfter') ? '–' : 'new tier' },
        { name: 'Earned', before: money(of('earnedBefore')), after: money(of('earnedAfter')), change: signed(of('amount')), look: 'result' },
    ];
    return (
        <>
            <div className={styles.scroll} tabIndex={0} role="region" aria-label="Calculation before and after the event">
                <table className={styles.sum}>
                    <thead>
                        <tr>
                            <th scope="col">Period, under this version</th>
                            <th scope="col">Before the event</th>
                            <th scope="col">After the event</th>
                            <th scope="col">Difference</th>
                        </tr>
                    </thead>
                    <tbody>
                        {rows.map((row) => (
                            <tr key={row.name} data-strong={row.look === 'strong' || undefined} data-result={row.look === 'result' || undefined}>
                                <th scope="row">{row.name}</th>
                                <td>{row.before}</td>
                                <td>{row.after}</td>
                                <td>{row.change}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            {others.map((step) => (
                <Text key={step.rule} size="sm">
                    {stepText(step, words)}
                </Text>
            ))}
            {crossed && <Text size="sm">{tierText(crossed, words)}</Text>}
        </>
    );
}

const pricedBy: Record<string, string> = {
    amount: 'the price of the deal',
    country: 'the price of the player’s country',
    tier: 'the price of the tier',
    cap: 'nothing above the cap',
};

function Qualified({ explained, figures, currency }: { explained: Explanation; figures: Figures; currency: string }) {
    const exact = useExact();
    const words = useWords();
    const crossed = stepOf(explained.steps, 'playerTierCrossed');
    const format = useFormat();
    const money = (name: string) => exact.money(text(figures[name]), currency);
    const checks: [string, string, string][] = [
        ['First deposit', 'firstDeposit', 'minFirstDeposit'],
        ['Deposits less chargebacks', 'deposits', 'minTotalDeposits'],
        ['Wagered', 'wagered', 'minWagered'],
    ];
    return (
        <Stack gap="md">
            {figures.minFirstDeposit !== undefined && (
                <ul className={styles.checks} aria-label="Conditions of the deal">
                    {checks.map(([label, have, needed]) => (
                        <li key={have}>
                            <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
                                <IconCircleCheck size={16} aria-hidden color="var(--fl-good)" />
                                {label}
                            </span>
                            <span>
                                {money(have)}{' '}
                                <span className="fl-dimmed">
                                    {Number(figures[needed]) > 0 ? `(at least ${money(needed)})` : '(no minimum)'}
                                </span>
                            </span>
                        </li>
                    ))}
                </ul>
            )}
            <div className={styles.equation}>
                {figures.position !== undefined && <Term value={`No. ${figures.position}`} label={`qualified in ${format.plainPeriod(text(figures.month))}${figures.monthlyCap ? `, cap ${figures.monthlyCap}` : ''}`} />}
                <Sign>→</Sign>
                <Term value={money('amount')} label={pricedBy[text(figures.pricedBy)] ?? 'the price of a qualified player'} result />
            </div>
            {crossed && <Text size="sm">{playerTierText(crossed, words)}</Text>}
        </Stack>
    );
}

function FromTo({ figures, currency, from, to }: { figures: Figures; currency: string; from: string; to: string }) {
    const exact = useExact();
    const money = (name: string) => exact.money(text(figures[name]), currency);
    return (
        <div className={styles.equation}>
            <Term value={money('earnedAfter')} label={to} />
            <Sign>−</Sign>
            <Term value={money('earnedBefore')} label={from} />
            <Sign>=</Sign>
            <Term value={money('amount')} label="difference" result />
        </div>
    );
}

function Share({ explained, figures, currency }: { explained: Explanation; figures: Figures; currency: string }) {
    const exact = useExact();
    const affiliates = useAffiliateNames();
    const source = explained.sourceAccrual;
    const label = source ? (
        <Link to="/accruals/$accrualId" params={{ accrualId: source.id }} size="xs">
            {affiliates.nameOf(source.affiliateId)}: {componentNames[source.component]}
        </Link>
    ) : (
        'commission of the sub-affiliate'
    );
    return (
        <div className={styles.equation}>
            <Term value={exact.money(text(figures.base), currency)} label={label} />
            <Sign>×</Sign>
            <Term value={`${exact.number(text(figures.percent))} %`} label="share of the parent" />
            <Sign>=</Sign>
            <Term value={exact.money(text(figures.amount), currency)} label="commission of the parent" result />
        </div>
    );
}

function Waits({ figures }: { figures: Figures }) {
    const format = useFormat();
    return (
        <Stack gap="sm" align="flex-start">
            <Text size="sm">
                There is no exchange rate from {figures.from} to {figures.to} on or before {format.plainDate(text(figures.date))}. When you add the rate, the event is processed as if it were recorded at that time.
            </Text>
            <LinkButton to="/settings/exchange-rates" search={{ from: String(figures.from), to: String(figures.to) }} variant="light">
                Add exchange rate {figures.from} → {figures.to}
            </LinkButton>
        </Stack>
    );
}

// The formula of the amount, or null if it is obvious from the numbers.
export function formulaOf({ accrual, steps, deal }: Explanation): string | null {
    if (accrual.status !== 'final') return null;
    if (accrual.component === 'subAffiliate') return 'commission of the sub-affiliate × percent ÷ 100';
    if (accrual.component === 'revShare') {
        if (!stepOf(steps, 'shareEarned')) return null;
        const terms = (deal.terms as { revShare?: { tiers?: unknown[]; tierMode?: string } } | null)?.revShare;
        const slices = (terms?.tiers ?? []).length > 0 && terms?.tierMode !== 'whole';
        return `base = NGR × (100 − admin fee) ÷ 100 − chargebacks${baseSteps(steps).length > 0 ? ', changed by the rules above' : ''}, earned = ${slices ? 'the sum of each slice of the base × its rate ÷ 100' : 'base × rate ÷ 100'}`;
    }
    return accrual.reason === 'reRated' ? 'new price − old price' : null;
}

// The calculation of the amount. Numbers of an unknown component are listed by name.
export function Calculation({ explained }: { explained: Explanation }) {
    const exact = useExact();
    const { accrual } = explained;
    const { formula: _, ...rest } = explained.calculation;
    const figures = rest as Figures;
    const currency = accrual.currency;
    if (accrual.status === 'unpriced') return <Waits figures={figures} />;
    if (accrual.component === 'revShare' && figures.baseAfter !== undefined) return <RevShare explained={explained} figures={figures} currency={currency} />;
    if (accrual.component === 'subAffiliate') return <Share explained={explained} figures={figures} currency={currency} />;
    if (accrual.reason === 'clawback' || accrual.reason === 'excluded' || accrual.reason === 'reversed' || accrual.reason === 'reassigned') return <FromTo figures={figures} currency={currency} from="commission before" to="commission after" />;
    if (accrual.reason === 'reRated') return <FromTo figures={figures} currency={currency} from="previous price" to="new price" />;
    if (accrual.component === 'cpa') return <Qualified explained={explained} figures={figures} currency={currency} />;
    if (figures.price !== undefined) {
        return (
            <div className={styles.equation}>
                <Term value={exact.money(text(figures.price), currency)} label={accrual.component === 'cpl' ? 'amount per registration' : 'amount per month'} result />
            </div>
        );
    }
    return <Facts facts={Object.entries(figures).map(([name, value]) => [wordsOf(name), String(value)])} />;
}
