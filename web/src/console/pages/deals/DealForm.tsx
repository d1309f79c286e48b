import { Alert, Button, Checkbox, Group, MultiSelect, NativeSelect, Paper, SimpleGrid, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { queries, useBrandNames } from '@/api/queries';
import { useFormat, useToday } from '@/format/useFormat';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { useApiForm, type ApiForm } from '@/ui/form';
import { ErrorNotice } from '@/ui/states';
import { AmountInput, CpaFields } from './CpaFields';
import styles from './deals.module.css';
import { countryOptions } from '../../countries';
import { PreviewCard } from './DealPreview';
import { problemsOf, sameTerms, termsOf, valuesOf, type Deal, type DealValues, type Part } from './formValues';
import { PercentInput, RevShareFields } from './RevShareFields';
import { saveDeal } from './save';
import { bindingWords } from '@/deals/words';

const parts: { value: Part; label: string; description: string }[] = [
    { value: 'cpa', label: 'CPA', description: 'Once for every player that qualifies' },
    { value: 'revShare', label: 'RevShare', description: 'A share of the net gaming revenue' },
    { value: 'cpl', label: 'CPL', description: 'For every registration' },
    { value: 'fixedMonthly', label: 'Fixed fee', description: 'The same amount for every month' },
    { value: 'subAffiliate', label: 'Sub-affiliates', description: 'A share of what affiliates earn whom this one brought' },
];

function Block({ title, description, children }: { title: string; description?: string; children: React.ReactNode }) {
    return (
        <Paper p="lg" component="section" aria-label={title}>
            <Title order={2}>{title}</Title>
            {description && (
                <Text size="sm" c="dimmed">
                    {description}
                </Text>
            )}
            <Stack gap="md" mt="md">
                {children}
            </Stack>
        </Paper>
    );
}

function Basics({ form, isNew }: { form: ApiForm<DealValues>; isNew: boolean }) {
    const { data: operator } = useQuery(queries.operator);
    return (
        <Block title="The deal">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <TextInput label="Name" required placeholder="Hybrid DE" {...form.getInputProps('name')} />
                <TextInput
                    label="Currency"
                    required
                    disabled={!isNew}
                    description={isNew ? `Of all amounts; it never changes${operator && operator.currencies.length > 0 ? `. Also ${operator.currencies.join(', ')}` : ''}` : 'Never changes: another currency needs another deal'}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    maxLength={10}
                    {...form.getInputProps('terms.currency')}
                    onChange={(event) => form.setFieldValue('terms.currency', event.currentTarget.value.toUpperCase())}
                />
            </SimpleGrid>
            <Checkbox.Group label="It pays" error={form.errors.parts} {...form.getInputProps('parts')}>
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
                    {parts.map((part) => (
                        <Checkbox key={part.value} {...part} />
                    ))}
                </SimpleGrid>
            </Checkbox.Group>
        </Block>
    );
}

function PartBlocks({ form }: { form: ApiForm<DealValues> }) {
    const has = (part: Part) => form.values.parts.includes(part);
    return (
        <>
            {has('cpa') && (
                <Block title="CPA" description="A player qualifies once, on the event that completes all conditions.">
                    <CpaFields form={form} />
                </Block>
            )}
            {has('revShare') && (
                <Block title="RevShare" description="Of the revenue of a calendar month in your time zone.">
                    <RevShareFields form={form} />
                </Block>
            )}
            {(has('cpl') || has('fixedMonthly') || has('subAffiliate')) && (
                <Block title="Also pays">
                    {has('cpl') && <AmountInput form={form} path="terms.cpl.amount" label="CPL: for every registration" required placeholder="5" />}
                    {has('fixedMonthly') && <AmountInput form={form} path="terms.fixedMonthly.amount" label="Fixed fee: for every month" required placeholder="500" description="To each affiliate that has the deal on the month’s last day" />}
                    {has('subAffiliate') && <PercentInput form={form} path="terms.subAffiliate.percentOfCommission" label="Sub-affiliates: share of their commission" required placeholder="5" description="One level, on top of what they earn themselves" />}
                </Block>
            )}
        </>
    );
}

function Reach({ form, deal, termsChanged }: { form: ApiForm<DealValues>; deal: Deal | null; termsChanged: boolean }) {
    const brands = useBrandNames();
    const format = useFormat();
    const begins = deal ? (deal.effectiveFrom ? format.plainDate(deal.effectiveFrom) : 'the beginning') : '';
    return (
        <Block title="Whom and when">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <MultiSelect label="Brands" placeholder={form.values.scope.brandIds.length ? undefined : 'All brands'} data={brands.options} searchable clearable {...form.getInputProps('scope.brandIds')} />
                <MultiSelect
                    label="Countries of players"
                    placeholder={form.values.scope.countries.length ? undefined : 'All countries'}
                    data={countryOptions()}
                    searchable
                    clearable
                    limit={60}
                    {...form.getInputProps('scope.countries')}
                />
            </SimpleGrid>
            <Text size="xs" c="dimmed" mt={-8}>
                An affiliate with several deals gets, per player, the one whose scope fits best.
            </Text>
            <NativeSelect
                label="New terms"
                description={bindingWords[form.values.binding]}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                data={[
                    { value: 'registration', label: 'apply to players who register from then on' },
                    { value: 'event', label: 'apply to every player from then on' },
                ]}
                {...form.getInputProps('binding')}
            />
            {(!deal || termsChanged) && (
                <TextInput
                    type="date"
                    label={deal ? 'New terms in force from' : 'In force from'}
                    description={deal ? `Left empty: from today on. The version before is in force from ${begins}. Nothing recorded is recomputed.` : 'Left empty: from the beginning. It may lie in the past; nothing recorded is recomputed.'}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    {...form.getInputProps('effectiveFrom')}
                />
            )}
            <Switch
                label="Default deal"
                description={deal?.isDefault ? 'To change it, make another deal the default' : 'For affiliates without a deal of their own. It takes the place of the default before'}
                {...form.getInputProps('isDefault', { type: 'checkbox' })}
            />
        </Block>
    );
}

function VersionNotice({ deal, from }: { deal: Deal; from: string }) {
    const format = useFormat();
    const today = useToday();
    return (
        <>
            This makes <b>a new version</b>, in force from {format.plainDate(from || today)}. Version {deal.version} stays in the history.{' '}
            {deal.binding === 'registration' ? 'Players who have registered keep their version; what was earned is not recomputed.' : 'Events from that day on are paid by it; what was recorded is not recomputed.'}
        </>
    );
}

function UpcomingNotice({ deal }: { deal: Deal }) {
    const format = useFormat();
    return (
        <Alert variant="light" icon={<IconInfoCircle size={18} />}>
            These are the terms of version {deal.version}, which starts on {format.plainDate(deal.effectiveFrom)}.{' '}
            {deal.inForce ? `Version ${deal.inForce.version} is in force today.` : 'Nothing is in force today.'}
        </Alert>
    );
}

interface DealFormProps {
    // Null for a new one.
    deal: Deal | null;
    // What a new one begins with.
    model?: Deal | null;
    baseCurrency: string;
    onSaved: (deal: Deal) => void;
    onCancel: () => void;
}

// The editor: the fields at the left, what they pay beside them while one types.
export function DealForm({ deal, model, baseCurrency, onSaved, onCancel }: DealFormProps) {
    const [asking, setAsking] = useState(false);
    const today = useToday();
    const editsUpcoming = deal !== null && deal.effectiveFrom !== null && deal.effectiveFrom > today;
    const initialValues = valuesOf(deal ?? model ?? null, baseCurrency);
    // Whoever corrects terms that have not started yet means the same day.
    if (editsUpcoming) initialValues.effectiveFrom = deal.effectiveFrom ?? '';
    if (!deal && model) Object.assign(initialValues, { name: `${model.name} (copy)`, isDefault: false });
    const form = useApiForm<DealValues, Deal>({
        initialValues,
        validate: (values) => ({ ...problemsOf(values), ...(values.name.trim() ? {} : { name: 'Must not be empty' }) }),
        submit: (values) => saveDeal(deal, values),
        onDone: onSaved,
    });
    const problems = Object.values(problemsOf(form.values));
    const terms = termsOf(form.values);
    const termsChanged = deal !== null && problems.length === 0 && !sameTerms(terms, deal.terms);
    const submit = (event: FormEvent<HTMLFormElement>) => {
        if (!termsChanged) return form.send(event);
        event.preventDefault();
        if (!form.validate().hasErrors) setAsking(true);
    };
    return (
        <form onSubmit={submit} noValidate>
            <div className={styles.editor}>
                <Stack gap="md">
                    {editsUpcoming && <UpcomingNotice deal={deal} />}
                    <Basics form={form} isNew={!deal} />
                    <PartBlocks form={form} />
                    <Reach form={form} deal={deal} termsChanged={termsChanged} />
                    <ErrorNotice error={form.problem} />
                    {Object.keys(form.errors).length > 0 && <ErrorNotice error="Some fields need another look; they are marked." />}
                    <Group justify="flex-end" gap="xs">
                        {termsChanged && deal && (
                            <Text size="sm" c="dimmed" flex={1}>
                                Saving makes a new version.
                            </Text>
                        )}
                        <Button variant="default" onClick={onCancel}>
                            Cancel
                        </Button>
                        <Button type="submit" loading={form.busy}>
                            {deal ? (termsChanged ? 'Save as a new version' : 'Save') : 'Create deal'}
                        </Button>
                    </Group>
                </Stack>
                <PreviewCard terms={terms} problem={problems.length > 0 ? 'Fill in the amounts, and this shows what the deal pays: in words, and for examples.' : null} />
            </div>
            {deal && (
                <ConfirmModal
                    opened={asking}
                    onClose={() => setAsking(false)}
                    title="Save new terms?"
                    confirmLabel="Save as a new version"
                    onConfirm={async () => {
                        form.send();
                        await Promise.resolve();
                    }}
                >
                    <VersionNotice deal={deal} from={form.values.effectiveFrom} />
                </ConfirmModal>
            )}
        </form>
    );
}
