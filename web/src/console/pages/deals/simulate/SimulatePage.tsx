import { Alert, Button, Collapse, Group, MultiSelect, Paper, Progress, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle, IconPlayerPlay, IconPlayerStop, IconTimelineEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queries } from '@/api/queries';
import { useWriter } from '@/deals/useWriter';
import { summaryOf } from '@/deals/words';
import { useFormat, useToday } from '@/format/useFormat';
import { useSession } from '@/session/session';
import { useApiForm, type ApiForm } from '@/ui/form';
import { PageHeader } from '@/ui/PageHeader';
import { EmptyState, ErrorNotice, ErrorState, LoadingState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { useAffiliateChoices } from '../../../AffiliateSelect';
import { linkTo } from '../../../link';
import { problemsOf, termsOf } from '../formTerms';
import type { Deal, DealValues } from '../formValues';
import { simulateRoute } from '../routes';
import { ComponentChoice, PartBlocks, Templates } from '../TermsFields';
import { useDealHolders } from '../useDealHolders';
import { bodyOf, monthsUntil, problemsOfMonths, questionOf, type QuestionValues } from './question';
import { Results } from './Results';
import { useSimulation, type SimulationRun } from './useSimulation';

type Form = ApiForm<QuestionValues>;

function Selection({ form, choice }: { form: Form; choice: ReactNode }) {
    const format = useFormat();
    const months = monthsUntil(useToday()).map((month) => ({ value: month, label: format.plainPeriod(month) }));
    const { affiliateIds } = form.values;
    const choices = useAffiliateChoices(affiliateIds);
    return (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
            {choice}
            <MultiSelect label="Affiliates" placeholder={affiliateIds.length ? undefined : 'All affiliates'} clearable {...choices} {...form.getInputProps('affiliateIds')} />
            <Select label="First month" allowDeselect={false} data={months} {...form.getInputProps('from')} />
            <Select label="Last month" allowDeselect={false} data={months} {...form.getInputProps('to')} />
        </SimpleGrid>
    );
}

function Terms({ form, opened, onToggle }: { form: Form; opened: boolean; onToggle: () => void }) {
    const terms = termsOf(form.values);
    const w = useWriter(terms.currency);
    const valid = Object.keys(problemsOf(form.values)).length === 0;
    const fields = form as unknown as ApiForm<DealValues>;
    return (
        <div>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
                <div>
                    <Text size="sm" fw={500}>
                        Terms
                    </Text>
                    <Text size="sm" c="dimmed" aria-live="polite">
                        {valid ? summaryOf(terms, w) : 'Some amounts are missing.'}
                    </Text>
                </div>
                <Button variant="default" size="compact-sm" flex="none" aria-expanded={opened} onClick={onToggle}>
                    {opened ? 'Hide terms' : 'Edit terms'}
                </Button>
            </Group>
            <Collapse expanded={opened}>
                <Stack gap="md" mt="md">
                    <TextInput label="Currency" maw={200} maxLength={10} {...form.getInputProps('terms.currency')} onChange={(event) => form.setFieldValue('terms.currency', event.currentTarget.value.toUpperCase())} />
                    <Templates form={fields} />
                    <ComponentChoice form={fields} />
                    <PartBlocks form={fields} />
                </Stack>
            </Collapse>
        </div>
    );
}

function Running({ run }: { run: SimulationRun }) {
    const format = useFormat();
    const { done = 0, total = 0 } = run.state?.progress ?? {};
    const ratio = total > 0 ? done / total : 0;
    return (
        <Paper p="lg" role="status" aria-label="Simulation">
            <Group justify="space-between" mb="xs">
                <Text size="sm">{total > 0 ? `Replaying the record: ${format.percent(ratio, 0)}` : 'Reading the record'}</Text>
                <Button variant="default" size="compact-sm" leftSection={<IconPlayerStop size={14} />} onClick={run.cancel}>
                    Cancel
                </Button>
            </Group>
            <Progress value={total > 0 ? ratio * 100 : 100} animated striped={total === 0} aria-label="Progress" />
        </Paper>
    );
}

function Outcome({ run, retry }: { run: SimulationRun; retry: () => void }) {
    if (run.running) return <Running run={run} />;
    if (run.error) return <ErrorState error={run.error} retry={retry} />;
    switch (run.state?.status) {
        case 'done':
            return <Results simulation={run.state} />;
        case 'failed':
            return <ErrorNotice error={`The simulation failed: ${run.state.failure ?? 'the reason is not known'}.`} />;
        case 'cancelled':
            return (
                <Paper>
                    <EmptyState title="Simulation cancelled" icon={IconPlayerStop}>
                        Nothing was changed. You can run it again.
                    </EmptyState>
                </Paper>
            );
        default:
            return (
                <Paper>
                    <EmptyState title="No result yet" icon={IconTimelineEvent}>
                        Choose affiliates, months and terms, then run the simulation. It replays the record and writes nothing.
                    </EmptyState>
                </Paper>
            );
    }
}

function Question({ deal, choice, initialValues }: { deal: Deal | null; choice: ReactNode; initialValues: QuestionValues }) {
    const run = useSimulation();
    const [opened, setOpened] = useState(deal === null);
    const form = useApiForm<QuestionValues, void>({
        initialValues,
        validate: (values) => ({ ...problemsOf(values), ...problemsOfMonths(values) }),
        submit: (values) => run.start(bodyOf(values)),
    });
    const invalid = Object.keys(form.errors).length > 0;
    const hidden = !opened && Object.keys(form.errors).some((path) => path.startsWith('terms') || path === 'parts');
    return (
        <Stack gap="lg">
            <form onSubmit={form.send} noValidate aria-label="Simulation">
                <Paper p="lg">
                    <Stack gap="md">
                        <Selection form={form} choice={choice} />
                        <Terms form={form} opened={opened || hidden} onToggle={() => setOpened(!opened)} />
                        <ErrorNotice error={form.problem} />
                        {invalid && <ErrorNotice error="Some fields are not valid. See the messages below them." />}
                        <Group justify="flex-end">
                            <Button type="submit" leftSection={<IconPlayerPlay size={16} />} disabled={run.running}>
                                Run simulation
                            </Button>
                        </Group>
                    </Stack>
                </Paper>
            </form>
            <Outcome run={run} retry={() => form.send()} />
        </Stack>
    );
}

// The field shows at most this many affiliates. If more affiliates have the deal, the simulation starts with all affiliates.
const prefilledMax = 20;

// Starts with the affiliates that have the deal. The default deal also applies to others, so it starts with all affiliates.
function QuestionOfDeal({ deal, choice }: { deal: Deal; choice: ReactNode }) {
    const today = useToday();
    const holders = useDealHolders(deal.id);
    if (!holders) return <LoadingState />;
    const own = deal.isDefault || holders.affiliates.length > prefilledMax ? [] : holders.affiliates.map((one) => one.id);
    return <Question deal={deal} choice={choice} initialValues={questionOf(deal, deal.terms.currency, own, today)} />;
}

function NewQuestion({ choice }: { choice: ReactNode }) {
    const today = useToday();
    const { operator } = useSession();
    return <Question deal={null} choice={choice} initialValues={questionOf(null, operator.baseCurrency, [], today)} />;
}

const ownTerms = 'own';

export default function SimulatePage() {
    const [{ deal: dealId }, setSearch] = useSearchState(simulateRoute);
    const { data: deals, error, isPending, refetch } = useQuery(queries.deals);
    if (isPending) return <LoadingState />;
    if (error) return <ErrorState error={error} retry={() => void refetch()} />;
    const deal = deals.find((one) => one.id === dealId) ?? null;
    const choice = (
        <Select
            label="Start with the terms of"
            data={[{ value: ownTerms, label: 'No deal' }, ...deals.map((one) => ({ value: one.id, label: one.name }))]}
            value={deal?.id ?? ownTerms}
            searchable
            allowDeselect={false}
            onChange={(value) => setSearch({ deal: value === ownTerms || !value ? undefined : value })}
        />
    );
    return (
        <>
            <PageHeader
                title="What would this deal have cost?"
                parents={[{ label: 'Deals', link: linkTo({ to: '/deals' }) }]}
                description="A simulation replays past events as if this were the only deal of the affiliates. Nothing is written."
            />
            {dealId && !deal && (
                <Alert variant="light" color="yellow" mb="lg" icon={<IconInfoCircle size={18} />}>
                    The deal in the URL does not exist. Choose another one.
                </Alert>
            )}
            {deal ? <QuestionOfDeal key={deal.id} deal={deal} choice={choice} /> : <NewQuestion key={ownTerms} choice={choice} />}
        </>
    );
}
