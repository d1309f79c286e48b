import { Badge, Box, Group, List, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { dealParts, sentencesOf } from '@/deals/parts';
import { activityExamples, cpaExample, cpaPositions, revShareAmounts, revShareExample, type RevShareExample } from '@/deals/pays';
import type { Cpa, RevShare, Terms } from '@/deals/terms';
import { useWriter } from '@/deals/useWriter';
import { kindOf, ordinal, type Writer } from '@/deals/words';
import { useFormat } from '@/format/useFormat';
import { activityNames } from '@/deals/revShareWords';
import styles from './deals.module.css';
import { TryMonth } from './TryMonth';

function CpaTable({ cpa, currency, w }: { cpa: Cpa; currency: string; w: Writer }) {
    const format = useFormat();
    return (
        <Table className={styles.examples} aria-label="What CPA pays, by player">
            <Table.Thead>
                <Table.Tr>
                    <Table.Th>Qualified player in the month</Table.Th>
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

const calculation = (example: RevShareExample, money: (amount: string) => string): string => example.slices.map((slice) => `${slice.rate} % of ${money(slice.amount)}`).join(' + ');

const exampleNgr = '10000';

// For tiers by activity: the commission from the same NGR at each level of activity.
function ActivityTable({ terms, currency, w }: { terms: RevShare; currency: string; w: Writer }) {
    const format = useFormat();
    const by = terms.tierBy ?? 'base';
    if (by === 'base') return null;
    const name = activityNames[by];
    return (
        <Table className={styles.examples} aria-label={`What RevShare pays, by ${name}`}>
            <Table.Thead>
                <Table.Tr>
                    <Table.Th>{name.charAt(0).toUpperCase() + name.slice(1)} of the month</Table.Th>
                    <Table.Th>Calculation with NGR of {format.money(exampleNgr, currency)}</Table.Th>
                    <Table.Th data-numeric>Pays</Table.Th>
                </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
                {activityExamples(terms, exampleNgr).map(({ activity, example }) => (
                    <Table.Tr key={activity}>
                        <Table.Td>{by === 'deposits' ? w.money(activity) : w.number(Number(activity))}</Table.Td>
                        <Table.Td c="dimmed">{calculation(example, (amount) => format.money(amount, currency))}</Table.Td>
                        <Table.Td data-numeric>{format.money(example.earned, currency)}</Table.Td>
                    </Table.Tr>
                ))}
            </Table.Tbody>
        </Table>
    );
}

function RevShareTable({ terms, currency }: { terms: RevShare; currency: string }) {
    const format = useFormat();
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
                            <Table.Td c="dimmed">{calculation(example, (amount) => format.money(amount, currency))}</Table.Td>
                            <Table.Td data-numeric>
                                {format.money(example.earned, currency)}
                                {ngr.startsWith('-') && (
                                    <Text size="xs" c="dimmed">
                                        {terms.negativeCarryover === false || terms.negative?.policy === 'waive' ? 'waived when the month is closed' : 'carried over'}
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

// What the terms pay: sentences, examples and a month with editable numbers.
export function DealPreview({ terms }: { terms: Terms }) {
    const w = useWriter(terms.currency);
    const parts = dealParts(terms, w, 'operator');
    const simple = !terms.cpa && !terms.revShare && !terms.turnover;
    return (
        <Stack gap="lg">
            {parts.map((part) => (
                <Box key={part.component}>
                    <Title order={3} mb={4}>
                        {part.title}
                    </Title>
                    <List size="sm" spacing={4}>
                        {sentencesOf(part).map((sentence) => (
                            <List.Item key={sentence}>{sentence}</List.Item>
                        ))}
                    </List>
                    {part.component === 'cpa' && terms.cpa && !terms.cpa.amountByFirstDeposit?.length && <CpaTable cpa={terms.cpa} currency={terms.currency} w={w} />}
                    {part.component === 'revShare' && terms.revShare && ((terms.revShare.tierBy ?? 'base') === 'base' ? <RevShareTable terms={terms.revShare} currency={terms.currency} /> : <ActivityTable terms={terms.revShare} currency={terms.currency} w={w} />)}
                </Box>
            ))}
            {!simple && <TryMonth terms={terms} />}
        </Stack>
    );
}

// `beside` keeps the card in view next to a long form, where it scrolls on its own.
export function PreviewCard({ terms, problem, beside = false }: { terms: Terms; problem: string | null; beside?: boolean }) {
    return (
        <Paper p="lg" className={beside ? styles.preview : undefined} component="aside" aria-label="What this deal pays">
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
