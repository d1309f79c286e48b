import { Badge, Box, Group, List, NumberInput, Paper, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { parse } from '@/deals/decimal';
import { dealParts, sentencesOf } from '@/deals/parts';
import { cpaExample, cpaPositions, monthPay, revShareAmounts, revShareExample } from '@/deals/pays';
import type { Cpa, RevShare, Terms } from '@/deals/terms';
import { useWriter } from '@/deals/useWriter';
import { kindOf, ordinal, type Writer } from '@/deals/words';
import { useFormat } from '@/format/useFormat';
import styles from './deals.module.css';

function CpaTable({ cpa, currency, w }: { cpa: Cpa; currency: string; w: Writer }) {
    const format = useFormat();
    return (
        <Table className={styles.examples} aria-label="What CPA pays, by player">
            <Table.Thead>
                <Table.Tr>
                    <Table.Th>Qualified player of the month</Table.Th>
                    <Table.Th data-numeric>Pays</Table.Th>
                    <Table.Th data-numeric>Month so far</Table.Th>
                </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
                {cpaPositions(cpa).map((position) => {
                    const example = cpaExample(cpa, position);
                    return (
                        <Table.Tr key={position}>
                            <Table.Td>
                                {ordinal(position, w)}
                                {example.capped && (
                                    <Text span size="xs" c="dimmed">
                                        {' '}
                                        above the cap
                                    </Text>
                                )}
                            </Table.Td>
                            <Table.Td data-numeric>
                                {format.money(example.amount, currency)}
                                {example.reRated && (
                                    <Text size="xs" c="dimmed">
                                        and {format.money(example.reRated.each, currency)} more for each of the {w.number(example.reRated.players)} previous players
                                    </Text>
                                )}
                            </Table.Td>
                            <Table.Td data-numeric>{format.money(example.month, currency)}</Table.Td>
                        </Table.Tr>
                    );
                })}
            </Table.Tbody>
        </Table>
    );
}

function RevShareTable({ terms, currency }: { terms: RevShare; currency: string }) {
    const format = useFormat();
    const how = (example: ReturnType<typeof revShareExample>) =>
        example.slices.map((slice) => `${slice.rate} % of ${format.money(slice.amount, currency)}`).join(' + ');
    return (
        <Table className={styles.examples} aria-label="What RevShare pays, by NGR of the month">
            <Table.Thead>
                <Table.Tr>
                    <Table.Th data-numeric>NGR of the month</Table.Th>
                    <Table.Th>Calculation</Table.Th>
                    <Table.Th data-numeric>Pays</Table.Th>
                </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
                {revShareAmounts(terms).map((ngr) => {
                    const example = revShareExample(terms, ngr);
                    return (
                        <Table.Tr key={ngr}>
                            <Table.Td data-numeric>{format.money(ngr, currency)}</Table.Td>
                            <Table.Td c="dimmed">{how(example)}</Table.Td>
                            <Table.Td data-numeric>
                                {format.money(example.earned, currency)}
                                {ngr.startsWith('-') && (
                                    <Text size="xs" c="dimmed">
                                        {terms.negativeCarryover === false ? 'waived when the month is closed' : 'carried over'}
                                    </Text>
                                )}
                            </Table.Td>
                        </Table.Tr>
                    );
                })}
            </Table.Tbody>
        </Table>
    );
}

const partLabels = { cpa: 'CPA', revShare: 'RevShare', cpl: 'CPL', fixedMonthly: 'Fixed monthly fee' };

function TryMonth({ terms }: { terms: Terms }) {
    const format = useFormat();
    const [registrations, setRegistrations] = useState<number | string>(120);
    const [qualified, setQualified] = useState<number | string>(40);
    const [ngr, setNgr] = useState('12000');
    const { currency } = terms;
    const pay = monthPay(terms, { registrations: Number(registrations) || 0, qualified: Number(qualified) || 0, ngr: parse(ngr) === null ? '0' : ngr, chargebacks: '0' });
    return (
        <div>
            <Title order={3} mb={4}>
                Example month
            </Title>
            <Group gap="xs" align="flex-end" mb="sm">
                {terms.cpl && <NumberInput size="xs" w={120} label="Registrations" min={0} max={1_000_000} allowDecimal={false} value={registrations} onChange={setRegistrations} />}
                {terms.cpa && <NumberInput size="xs" w={120} label="Qualified players" min={0} max={1_000_000} allowDecimal={false} value={qualified} onChange={setQualified} />}
                {terms.revShare && <TextInput size="xs" w={120} label="NGR" inputMode="decimal" value={ngr} onChange={(event) => setNgr(event.currentTarget.value)} error={parse(ngr) === null} />}
            </Group>
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

// What the terms pay: sentences, examples and a month with editable numbers.
export function DealPreview({ terms }: { terms: Terms }) {
    const w = useWriter(terms.currency);
    const parts = dealParts(terms, w, 'operator');
    const simple = !terms.cpa && !terms.revShare;
    return (
        <Stack gap="lg">
            {parts.map((part) => (
                <Box key={part.component} component="section" aria-label={part.title}>
                    <Title order={3} mb={4}>
                        {part.title}
                    </Title>
                    <List size="sm" spacing={4}>
                        {sentencesOf(part).map((sentence) => (
                            <List.Item key={sentence}>{sentence}</List.Item>
                        ))}
                    </List>
                    {part.component === 'cpa' && terms.cpa && <CpaTable cpa={terms.cpa} currency={terms.currency} w={w} />}
                    {part.component === 'revShare' && terms.revShare && <RevShareTable terms={terms.revShare} currency={terms.currency} />}
                </Box>
            ))}
            {!simple && <TryMonth terms={terms} />}
        </Stack>
    );
}

export function PreviewCard({ terms, problem }: { terms: Terms; problem: string | null }) {
    return (
        <Paper p="lg" className={styles.preview} component="aside" aria-label="What this deal pays">
            <Group justify="space-between" mb="md" gap="xs">
                <Title order={2}>What this deal pays</Title>
                {!problem && <Badge>{kindOf(terms)}</Badge>}
            </Group>
            {problem ? (
                <Text size="sm" c="dimmed">
                    {problem}
                </Text>
            ) : (
                <DealPreview terms={terms} />
            )}
        </Paper>
    );
}
