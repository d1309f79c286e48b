import { Checkbox, Group, NumberInput, Table, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { parse } from '@/deals/decimal';
import { emptyMonth, monthPay, ratedProducts, type Month } from '@/deals/pays';
import type { Activity, Terms } from '@/deals/terms';
import { typedDecimal } from '@/format/decimal';
import { useFormat } from '@/format/useFormat';
import styles from './deals.module.css';

const partLabels = { cpa: 'CPA', revShare: 'RevShare', turnover: 'Turnover', cpl: 'CPL', fixedMonthly: 'Fixed monthly fee' };

const firstMonth: Month = { ...emptyMonth, registrations: 120, newDepositors: 45, qualifiedPlayers: 40, activePlayers: 60, firstDeposit: '50', ngr: '12000', deposits: '40000', withdrawals: '20000', bonuses: '2000', wagered: '250000' };

type CountName = 'registrations' | Exclude<Activity, 'deposits'>;
type AmountName = 'firstDeposit' | 'ngr' | 'chargebacks' | 'bonuses' | 'deposits' | 'withdrawals' | 'wagered';

const countLabels: Record<CountName, string> = { registrations: 'Registrations', newDepositors: 'New depositors', qualifiedPlayers: 'Qualified players', activePlayers: 'Active players' };
const amountLabels: Record<AmountName, string> = { firstDeposit: 'First deposit per player', ngr: 'NGR', chargebacks: 'Chargebacks', bonuses: 'Bonuses', deposits: 'Deposits', withdrawals: 'Withdrawals', wagered: 'Wagers' };

// The numbers of a month that the terms depend on.
function asked(terms: Terms): { counts: CountName[]; amounts: AmountName[] } {
    const { revShare, cpa, cpl, turnover } = terms;
    const activity = (what: Activity) => revShare?.tierBy === what || [revShare?.requires, ...(revShare?.tiers ?? []).map((tier) => tier.requires)].some((needs) => needs?.[what] !== undefined && needs[what] !== null);
    const cut = (rate: string | undefined) => (parse(rate) ?? 0n) > 0n;
    const { bonusPercent, depositFeePercent, withdrawalFeePercent } = revShare?.deductions ?? {};
    const counts = (Object.keys(countLabels) as CountName[]).filter((name) => (name === 'registrations' ? Boolean(cpl) : activity(name) || (name === 'qualifiedPlayers' && Boolean(cpa))));
    const wanted: Record<AmountName, boolean> = {
        firstDeposit: Boolean(cpa?.amountByFirstDeposit?.length),
        ngr: Boolean(revShare),
        chargebacks: Boolean(revShare) && revShare?.deductChargebacks !== false,
        bonuses: cut(bonusPercent),
        deposits: cut(depositFeePercent) || activity('deposits'),
        withdrawals: cut(withdrawalFeePercent),
        wagered: Boolean(turnover),
    };
    return { counts, amounts: (Object.keys(amountLabels) as AmountName[]).filter((name) => wanted[name]) };
}

function AmountField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
    return <TextInput size="xs" w={120} label={label} inputMode="decimal" value={value} onChange={(event) => onChange(typedDecimal(event.currentTarget.value))} error={parse(value) === null && 'Enter a number'} />;
}

function MonthFields({ terms, month, onChange }: { terms: Terms; month: Month; onChange: (change: Partial<Month>) => void }) {
    const { counts, amounts } = asked(terms);
    const shares = ratedProducts(terms.revShare);
    const wagers = ratedProducts(terms.turnover);
    // A product with its own rate has its own field.
    const labels = { ...amountLabels, ...(shares.length > 0 && { ngr: 'NGR of other products' }), ...(wagers.length > 0 && { wagered: 'Wagers on other products' }) };
    return (
        <Group gap="xs" align="flex-end" mb="sm">
            {counts.map((name) => (
                <NumberInput key={name} size="xs" w={120} label={countLabels[name]} min={0} max={1_000_000} allowDecimal={false} value={month[name]} onChange={(value) => onChange({ [name]: Number(value) || 0 })} />
            ))}
            {amounts.map((name) => (
                <AmountField key={name} label={labels[name]} value={month[name]} onChange={(value) => onChange({ [name]: value })} />
            ))}
            {shares.map((product) => (
                <AmountField key={`ngr ${product}`} label={`NGR of ${product}`} value={month.ngrByProduct[product] ?? '0'} onChange={(value) => onChange({ ngrByProduct: { ...month.ngrByProduct, [product]: value } })} />
            ))}
            {wagers.map((product) => (
                <AmountField key={`wagers ${product}`} label={`Wagers on ${product}`} value={month.wageredByProduct[product] ?? '0'} onChange={(value) => onChange({ wageredByProduct: { ...month.wageredByProduct, [product]: value } })} />
            ))}
            {terms.revShare?.introRate && <Checkbox size="xs" label="Introductory rate applies" checked={month.isIntro} onChange={(event) => onChange({ isIntro: event.currentTarget.checked })} />}
        </Group>
    );
}

// A month with numbers that the user enters. It is computed here, by the formulas of the components.
export function TryMonth({ terms }: { terms: Terms }) {
    const format = useFormat();
    const [month, setMonth] = useState(firstMonth);
    const { currency } = terms;
    const pay = monthPay(terms, month);
    return (
        <div>
            <Title order={3} mb={4}>
                Example month
            </Title>
            <MonthFields terms={terms} month={month} onChange={(change) => setMonth({ ...month, ...change })} />
            <Table className={styles.examples} aria-label="What the month pays" aria-live="polite">
                <Table.Tbody>
                    {pay.parts.map((part) => (
                        <Table.Tr key={part.component}>
                            <Table.Td>{partLabels[part.component]}</Table.Td>
                            <Table.Td data-numeric>{format.money(part.amount, currency)}</Table.Td>
                        </Table.Tr>
                    ))}
                    {(pay.carried ?? pay.waived) && (
                        <Table.Tr>
                            <Table.Td>{pay.carried ? 'Carried over to the next month' : 'Waived'}</Table.Td>
                            <Table.Td data-numeric>{format.money(pay.carried ? pay.carried.replace('-', '') : pay.waived, currency)}</Table.Td>
                        </Table.Tr>
                    )}
                    <Table.Tr fw={600}>
                        <Table.Td>Statement</Table.Td>
                        <Table.Td data-numeric>{format.money(pay.total, currency)}</Table.Td>
                    </Table.Tr>
                </Table.Tbody>
            </Table>
        </div>
    );
}
