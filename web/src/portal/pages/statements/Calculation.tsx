import { Box, Group, Table, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Format } from '@/format/format';
import { baseSteps, playerTierText, stepOf, stepText, tierText } from '@/explain/stepWords';
import { useWords } from '@/explain/useWords';
import { nounOf } from '@/format/statementPeriod';
import { useFormat } from '@/format/useFormat';
import type { Explanation } from '../../api';
import { joinWords, percent } from '@/deals/words';
import { reRatedText } from './lineWords';

type Numbers = Explanation['calculation'];

const text = (numbers: Numbers, name: string): string | null => (numbers[name] === undefined ? null : String(numbers[name]));

// The numbers of the period before and after the event.
function BeforeAfter({ explanation, currency }: { explanation: Explanation; currency: string }) {
    const format = useFormat();
    const words = useWords();
    const numbers = explanation.calculation;
    const crossed = stepOf(explanation.steps, 'tierCrossed');
    const others = baseSteps(explanation.steps);
    const fee = text(numbers, 'adminFeePercent');
    const taken = [fee && fee !== '0' ? `${percent(fee)} admin fee` : null, 'chargebacks', others.length > 0 ? 'the rules below' : null].filter((one) => one !== null);
    const rows = [
        { label: 'NGR of your players in the period', of: 'ngr' },
        { label: 'Chargebacks', of: 'chargebacks' },
        { label: `Base (after ${joinWords(taken)})`, of: 'base' },
        { label: 'Rate', of: 'rate' },
        { label: 'Earned', of: 'earned' },
    ];
    const write = (of: string, value: string | null) => (value === null ? 'by tier' : of === 'rate' ? percent(value) : format.money(value, currency));
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
            {others.map((step) => (
                <Text key={step.rule} size="sm" mt={6}>
                    {stepText(step, words)}
                </Text>
            ))}
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
    { has: 'deposits', needs: 'minTotalDeposits', label: 'Deposits less chargebacks' },
    { has: 'wagered', needs: 'minWagered', label: 'Wagered' },
];

function priceText(numbers: Numbers, format: Format): string {
    const which = `Qualified player ${format.number(text(numbers, 'position'))} of ${format.plainPeriod(text(numbers, 'month'))}`;
    const by = text(numbers, 'pricedBy');
    if (by === 'cap') return `${which}, above the cap of ${format.number(text(numbers, 'monthlyCap'))} a ${nounOf(text(numbers, 'month') ?? '')}. The deal pays nothing for further players.`;
    return `${which}, at ${by === 'country' ? 'the price of the player’s country' : by === 'tier' ? 'the price of the tier' : 'the price of the deal'}.`;
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

// The calculation of the amount, in the words of the deal.
export function Calculation({ explanation }: { explanation: Explanation }) {
    const format = useFormat();
    const { accrual, calculation: numbers, subAffiliate } = explanation;
    const money = (amount: string | null) => format.money(amount, accrual.currency);
    if (accrual.status === 'unpriced') {
        const { from, to, date } = accrual.missingRate ?? { from: '', to: '', date: null };
        return (
            <Text size="sm">
                The event is in {from} and your deal is in {to}. There is no exchange rate for {format.plainDate(date)} yet. The amount is computed when the operator adds this rate.
            </Text>
        );
    }
    if (accrual.component === 'revShare' && text(numbers, 'baseAfter') !== null) return <BeforeAfter explanation={explanation} currency={accrual.currency} />;
    if (accrual.component === 'cpa' && ['earned', 'capped'].includes(accrual.reason)) return <Qualified explanation={explanation} currency={accrual.currency} />;
    if (subAffiliate) {
        return (
            <Text size="sm">
                {subAffiliate.percent ? percent(subAffiliate.percent) : 'A share'} of the {format.money(subAffiliate.amount, subAffiliate.currency)} that a sub-affiliate
                {Number(subAffiliate.amount) < 0 ? ' lost' : ' earned'}.
            </Text>
        );
    }
    if (accrual.component === 'cpl') return <Text size="sm">Your deal pays {money(text(numbers, 'price'))} for each registration.</Text>;
    if (accrual.component === 'fixedMonthly') return <Text size="sm">Your deal pays {money(text(numbers, 'price'))} for each month.</Text>;
    return (
        <Text size="sm">
            {accrual.reason === 'reRated' && `${reRatedText(explanation.steps)} `}
            {accrual.reason === 'clawback' && 'CPA is taken back after the chargeback. '}
            {accrual.reason === 'reassigned' && 'The player does not count for you any more. '}
            Commission for the player: {money(text(numbers, 'earnedBefore'))} before, {money(text(numbers, 'earnedAfter'))} after.
        </Text>
    );
}
