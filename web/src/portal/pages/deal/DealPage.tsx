import { Alert, Badge, Box, Divider, Group, Paper, Stack, Table, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconCalendarDollar, IconChartPie, IconDice5, IconPercentage, IconUserPlus, IconUsersGroup, type Icon } from '@tabler/icons-react';
import { gapSentence, gapsOf } from '@/deals/coverage';
import { partChanges } from '@/deals/partChanges';
import { dealParts, ruleSentences, type DealPart } from '@/deals/parts';
import type { Terms } from '@/deals/terms';
import { useWriter } from '@/deals/useWriter';
import { joinWords, scopeSentence } from '@/deals/words';
import { countryName } from '@/format/country';
import { periodNouns } from '@/format/statementPeriod';
import { useFormat } from '@/format/useFormat';
import { PageHeader } from '@/ui/PageHeader';
import { EmptyState, ErrorState, LoadingState } from '@/ui/states';
import type { Deal, DealVersion, PortalMe } from '../../api';
import { useAffiliate, useNames } from '../../me';

const icons: Record<DealPart['component'], Icon> = {
    cpa: IconUserPlus,
    revShare: IconChartPie,
    turnover: IconDice5,
    cpl: IconUserPlus,
    fixedMonthly: IconCalendarDollar,
    subAffiliate: IconUsersGroup,
};

function Steps({ part }: { part: DealPart }) {
    if (part.steps.length === 0) return null;
    return (
        <Box mt="sm" maw={520}>
            <Table verticalSpacing={7} className="tabular" aria-label={`${part.title}: prices`}>
                <Table.Thead>
                    <Table.Tr>
                        <Table.Th>For</Table.Th>
                        <Table.Th ta="right">You earn</Table.Th>
                    </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                    {part.steps.map((step) => (
                        <Table.Tr key={step.when}>
                            <Table.Td>{step.when}</Table.Td>
                            <Table.Td ta="right" fw={500}>
                                {step.pays}
                            </Table.Td>
                        </Table.Tr>
                    ))}
                </Table.Tbody>
            </Table>
            {part.stepsNote && (
                <Text size="xs" c="dimmed" mt={6}>
                    {part.stepsNote}
                </Text>
            )}
        </Box>
    );
}

function Part({ part }: { part: DealPart }) {
    const Shown = icons[part.component];
    return (
        <Group wrap="nowrap" align="flex-start" gap="md">
            <ThemeIcon variant="light" size={36} radius="xl" aria-hidden visibleFrom="xs">
                <Shown size={20} stroke={1.6} />
            </ThemeIcon>
            <Box flex={1} miw={0}>
                <Text size="sm" c="dimmed">
                    {part.title}
                </Text>
                <Text fw={600} size="lg" mt={2}>
                    {part.headline}
                </Text>
                <Steps part={part} />
                {part.points.length > 0 && (
                    <Box component="ul" mt="sm" mb={0} pl={18} fz="sm" lh={1.7}>
                        {part.points.map((point) => (
                            <li key={point}>{point}</li>
                        ))}
                    </Box>
                )}
            </Box>
        </Group>
    );
}

function Parts({ parts }: { parts: DealPart[] }) {
    return (
        <Stack gap="xl">
            {parts.map((part) => (
                <Part key={part.component} part={part} />
            ))}
        </Stack>
    );
}

function TermsInWords({ terms }: { terms: Terms }) {
    const w = useWriter(terms.currency);
    return <Parts parts={dealParts(terms, w, 'affiliate')} />;
}

const titlesOf = (parts: DealPart[]) => joinWords(parts.map((part) => part.title));

// The parts that change are written whole. Those that stay are only named: they are read above.
function ChangedTerms({ before, after }: { before: Terms; after: Terms }) {
    const [old, now] = [useWriter(before.currency), useWriter(after.currency)];
    const { changed, kept, ended } = partChanges(dealParts(before, old, 'affiliate'), dealParts(after, now, 'affiliate'));
    return (
        <>
            <Parts parts={changed} />
            {(ended.length > 0 || kept.length > 0) && (
                <Text size="sm" mt={changed.length > 0 ? 'lg' : 0}>
                    {ended.length > 0 && `No longer paid: ${titlesOf(ended)}. `}
                    {kept.length > 0 && `Unchanged: ${titlesOf(kept)}.`}
                </Text>
            )}
        </>
    );
}

const bindingSentences = {
    registration: 'These terms are for players who register from that day on. Your other players keep theirs.',
    event: 'These terms are for all your players from that day on.',
};

// Terms that are planned, below those in force.
function UpcomingTerms({ before, version, binding }: { before: Terms; version: DealVersion; binding: Deal['binding'] }) {
    const format = useFormat();
    const title = `From ${format.plainDate(version.effectiveFrom)}`;
    return (
        <Box component="section" aria-label={title} mt="xl">
            <Divider mb="lg" />
            <Group gap="sm" mb={4}>
                <Title order={3}>{title}</Title>
                <Badge color="blue">Upcoming</Badge>
            </Group>
            <Text size="sm" c="dimmed" mb="lg">
                {bindingSentences[binding]}
            </Text>
            <ChangedTerms before={before} after={version.terms} />
        </Box>
    );
}

function DealCard({ deal, starts = false }: { deal: Deal; starts?: boolean }) {
    const format = useFormat();
    const names = useNames();
    const w = useWriter(deal.terms.currency);
    const rules = ruleSentences(deal);
    const scope = scopeSentence(deal.scope, names.brand, w);
    const since = deal.effectiveFrom ? `In force ${starts ? 'from' : 'since'} ${format.plainDate(deal.effectiveFrom)}.` : 'In force from the beginning.';
    return (
        <Paper p={{ base: 'md', xs: 'lg' }} component="section" aria-label={deal.name}>
            <Group gap="sm">
                <Title order={2}>{deal.name}</Title>
                {starts && <Badge color="blue">Upcoming</Badge>}
            </Group>
            <Text size="sm" c="dimmed" mt={2} mb="lg">
                {scope ?? 'For all your players.'} {since}
            </Text>
            <TermsInWords terms={deal.terms} />
            {rules.length > 0 && (
                <Text size="sm" mt="xl">
                    {rules.join(' ')}
                </Text>
            )}
            {deal.upcoming.map((version, position) => (
                <UpcomingTerms key={version.version} before={(deal.upcoming[position - 1] ?? deal).terms} version={version} binding={deal.binding} />
            ))}
        </Paper>
    );
}

// Says for which players there is no deal.
function Uncovered({ me }: { me: PortalMe }) {
    const names = useNames();
    const gaps = gapsOf(
        me.deals.map((deal) => deal.scope),
        me.brands.map((brand) => brand.id),
    );
    if (gaps.length === 0) return null;
    const words = { brandCount: me.brands.length, brandName: names.brand, country: countryName, verb: 'earn you nothing' };
    return (
        <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} />} title="Some players earn you nothing">
            {gaps.map((gap) => gapSentence(gap, words)).join(' ')} Contact {me.operator.name} before you send such players.
        </Alert>
    );
}

function Payout({ me }: { me: PortalMe }) {
    const format = useFormat();
    const { minPayout, statementPeriod } = me.affiliate;
    return (
        <Paper p={{ base: 'md', xs: 'lg' }} component="section" aria-label="How you are paid">
            <Title order={2} mb="sm">
                How you are paid
            </Title>
            <Box component="ul" m={0} pl={18} fz="sm" lh={1.7}>
                {statementPeriod === 'month' ? (
                    <li>Commission is added up by calendar month. After the end of the month, the operator closes the month, approves your statement and pays it.</li>
                ) : (
                    <li>
                        Commission is added up by {statementPeriod === 'week' ? 'week, from Monday to Sunday' : 'half-month: days 1 to 15, and 16 to the end'}. If a deal says “month”, it means your {periodNouns[statementPeriod]}. After its
                        end, the operator closes the {periodNouns[statementPeriod]}, approves your statement and pays it.
                    </li>
                )}
                <li>
                    {Number(minPayout ?? 0) > 0
                        ? `The minimum payout is ${format.money(minPayout)}. A smaller amount is not paid and opens your next statement.`
                        : 'There is no minimum payout.'}
                </li>
                <li>A closed statement does not change. Late commission is part of the next statement.</li>
            </Box>
        </Paper>
    );
}

export default function DealPage() {
    const { me, error, retry } = useAffiliate();
    if (error && !me) return <ErrorState error={error} retry={retry} />;
    if (!me) return <LoadingState />;
    return (
        <>
            <PageHeader title="My deal" description="This page shows what you earn. Players keep the deal that was in force at their registration, unless the deal says otherwise." />
            <Stack gap="md" maw={860}>
                {me.deals.length > 0 ? (
                    <>
                        <Uncovered me={me} />
                        {me.deals.map((deal) => (
                            <DealCard key={deal.id} deal={deal} />
                        ))}
                    </>
                ) : (
                    <Paper>
                        <EmptyState title="No deal yet" icon={IconPercentage}>
                            {me.startingDeals.length > 0 ? 'Your first deal starts later.' : `Contact ${me.operator.name} to get a deal.`}
                        </EmptyState>
                    </Paper>
                )}
                {me.startingDeals.map((deal) => (
                    <DealCard key={deal.id} deal={deal} starts />
                ))}
                <Payout me={me} />
            </Stack>
        </>
    );
}
