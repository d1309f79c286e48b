import { Box, Group, Table, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Format } from '@/format/format';
import { playerTierText, stepOf, tierText } from '@/explain/stepWords';
import { useWords } from '@/explain/useWords';
import { useFormat } from '@/format/useFormat';
import type { Explanation } from '../../api';
import { percent } from '@/deals/words';

type Numbers = Explanation['calculation'];

const text = (numbers: Numbers, name: string): string | null => (numbers[name] === undefined ? null : String(numbers[name]));

// Everything before the event, after it, and what it changed.
function BeforeAfter({ explanation, currency }: { explanation: Explanation; currency: string }) {
    const format = useFormat();
    const words = useWords();
    const numbers = explanation.calculation;
    const crossed = stepOf(explanation.steps, 'tierCrossed');
    const fee = text(numbers, 'adminFeePercent');
    const rows = [
        { label: 'Revenue of your players this month', of: 'ngr' },
        { label: 'Chargebacks', of: 'chargebacks' },
        { label: fee && fee !== '0' ? `Base (less ${percent(fee)} fee and chargebacks)` : 'Base (less chargebacks)', of: 'base' },
        { label: 'Rate', of: 'rate' },
        { label: 'Earned', of: 'earned' },
    ];
    const write = (of: string, value: string | null) => (value === null ? 'by tiers' : of === 'rate' ? percent(value) : format.money(value, currency));
    const shown = rows.filter(({ of }) => of !== 'chargebacks' || text(numbers, 'chargebacksAfter') !== '0');
    return (
        <Box style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Before and after">
            <Table verticalSpacing={6} className="tabular" fz="sm">
                <Table.Thead>
                    <Table.Tr>
                        <Table.Th />
                        <Table.Th ta="right">Before</Table.Th>
                        <Table.Th ta="right">After</Table.Th>
                    </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                    {shown.map(({ label, of }) => (
                        <Table.Tr key={of}>
                            <Table.Td>{label}</Table.Td>
                            <Table.Td ta="right">{write(of, text(numbers, `${of}Before`))}</Table.Td>
                            <Table.Td ta="right" fw={of === 'earned' ? 600 : undefined}>
                                {write(of, text(numbers, `${of}After`))}
                            </Table.Td>
                        </Table.Tr>
                    ))}
                </Table.Tbody>
            </Table>
            {crossed && (
                <Text size="sm" mt={6}>
                    {tierText(crossed, words)}
                </Text>
            )}
        </Box>
    );
}

const conditions = [
    { has: 'firstDeposit', needs: 'minFirstDeposit', label: 'First deposit' },
    { has: 'deposits', needs: 'minTotalDeposits', label: 'Deposits in all' },
    { has: 'wagered', needs: 'minWagered', label: 'Wagered' },
];

function priceText(numbers: Numbers, format: Format): string {
    const which = `Qualified player ${format.number(text(numbers, 'position'))} of ${format.plainMonth(text(numbers, 'month'))}`;
    const by = text(numbers, 'pricedBy');
    if (by === 'cap') return `${which}, beyond the cap of ${format.number(text(numbers, 'monthlyCap'))} a month: nothing is paid.`;
    return `${which}, at ${by === 'country' ? 'the price of the player’s country' : by === 'tier' ? 'the price of the tier this reaches' : 'the plain price'}.`;
}

function Qualified({ explanation, currency }: { explanation: Explanation; currency: string }) {
    const format = useFormat();
    const words = useWords();
    const numbers = explanation.calculation;
    const crossed = stepOf(explanation.steps, 'playerTierCrossed');
    const asked = conditions.filter(({ has, needs }) => has === 'firstDeposit' || Number(text(numbers, needs) ?? 0) > 0);
    return (
        <>
            {asked.map(({ has, needs, label }) => (
                <Group key={has} gap={8} wrap="nowrap" align="flex-start" mb={4}>
                    <IconCircleCheck size={18} stroke={1.75} color="var(--fl-good)" style={{ flex: 'none', marginTop: 1 }} aria-hidden />
                    <Text size="sm">
                        {label} {format.money(text(numbers, has), currency)}
                        {Number(text(numbers, needs) ?? 0) > 0 ? ` (at least ${format.money(text(numbers, needs), currency)})` : ''}
                    </Text>
                </Group>
            ))}
            <Text size="sm" mt={6}>
                {priceText(numbers, format)}
            </Text>
            {crossed && (
                <Text size="sm" mt={6}>
                    {playerTierText(crossed, words)}
                </Text>
            )}
        </>
    );
}

// The formula with its numbers, as far as possible in the words of the deal.
export function Calculation({ explanation }: { explanation: Explanation }) {
    const format = useFormat();
    const { accrual, calculation: numbers, subAffiliate } = explanation;
    const money = (amount: string | null) => format.money(amount, accrual.currency);
    if (accrual.status === 'unpriced') {
        const { from, to, date } = accrual.missingRate ?? { from: '', to: '', date: null };
        return (
            <Text size="sm">
                The event is in {from} and your deal in {to}, and there is no exchange rate for {format.plainDate(date)} yet. As soon as there is one, this is worked out.
            </Text>
        );
    }
    if (accrual.component === 'revShare' && text(numbers, 'baseAfter') !== null) return <BeforeAfter explanation={explanation} currency={accrual.currency} />;
    if (accrual.component === 'cpa' && ['earned', 'capped'].includes(accrual.reason)) return <Qualified explanation={explanation} currency={accrual.currency} />;
    if (subAffiliate) {
        return (
            <Text size="sm">
                {subAffiliate.percent ? percent(subAffiliate.percent) : 'A share'} of the {format.money(subAffiliate.amount, subAffiliate.currency)} that a partner you brought
                {Number(subAffiliate.amount) < 0 ? ' lost' : ' earned'}.
            </Text>
        );
    }
    if (accrual.component === 'cpl') return <Text size="sm">Each registration is worth {money(text(numbers, 'price'))}.</Text>;
    if (accrual.component === 'fixedMonthly') return <Text size="sm">Each month is worth {money(text(numbers, 'price'))}.</Text>;
    return (
        <Text size="sm">
            {accrual.reason === 'reRated' && 'Your month reached a higher tier, which counts for all its players: '}
            {accrual.reason === 'clawback' && 'After the chargeback the player no longer meets the conditions: '}
            {accrual.reason === 'reassigned' && 'The player counts for somebody else now: '}
            earned for the player before {money(text(numbers, 'earnedBefore'))}, after {money(text(numbers, 'earnedAfter'))}.
        </Text>
    );
}
