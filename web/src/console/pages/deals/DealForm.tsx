import { Alert, Button, Group, MultiSelect, NativeSelect, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { queries, useBrandNames } from '@/api/queries';
import { nextMonth } from '@/format/period';
import { useFormat, useToday } from '@/format/useFormat';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { useApiForm, type ApiForm } from '@/ui/form';
import { ErrorNotice } from '@/ui/states';
import styles from './deals.module.css';
import { countryOptions } from '../../countries';
import { PreviewCard } from './DealPreview';
import { problemsOf, sameTerms, termsOf } from './formTerms';
import { valuesOf, type Deal, type DealValues } from './formValues';
import { saveDeal } from './save';
import { firstTemplate } from './templates';
import { Block, ComponentChoice, PartBlocks, Templates } from './TermsFields';
import { bindingWords } from '@/deals/words';
import { useUnsaved } from '@/ui/unsavedForms';

function Basics({ form, isNew }: { form: ApiForm<DealValues>; isNew: boolean }) {
    const { data: operator } = useQuery(queries.operator);
    return (
        <Block title="Deal">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <TextInput label="Name" required placeholder="Hybrid DE" {...form.getInputProps('name')} />
                <TextInput
                    label="Currency"
                    required
                    disabled={!isNew}
                    description={isNew ? `The currency of all amounts in this deal, by its ISO 4217 code${operator && operator.currencies.length > 0 ? ` or one of your additional currencies (${operator.currencies.join(', ')})` : ''}. It cannot be changed later.` : 'The currency cannot be changed. Create another deal for another currency.'}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    maxLength={10}
                    {...form.getInputProps('terms.currency')}
                    onChange={(event) => form.setFieldValue('terms.currency', event.currentTarget.value.toUpperCase())}
                />
            </SimpleGrid>
            {isNew && <Templates form={form} />}
            <ComponentChoice form={form} />
        </Block>
    );
}

const unchanging = (fixed: boolean): string => (fixed ? 'It cannot be changed.' : 'It cannot be changed later.');

// Members of a deal beside its terms. They cannot be changed later, because amounts are computed with them.
function RuleFields({ form, fixed }: { form: ApiForm<DealValues>; fixed: boolean }) {
    return (
        <>
            <TextInput
                label="Tier pool"
                description={`If an affiliate has several deals with the same tier pool, their tiers use the common total. Empty means that only this deal counts for its tiers. ${unchanging(fixed)}`}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={255}
                disabled={fixed}
                {...form.getInputProps('tierPool')}
            />
            <NativeSelect
                label="Events that arrive after their month is closed"
                description={`In both cases, the commission is on the statement of the first open month. ${unchanging(fixed)}`}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                data={[
                    { value: 'currentMonth', label: 'Use the tiers and caps of the first open month' },
                    { value: 'ownMonth', label: 'Use the tiers and caps of their own month' },
                ]}
                disabled={fixed}
                {...form.getInputProps('lateEvents')}
            />
        </>
    );
}

// The brands and countries that a deal is for.
export function ScopeFields({ form }: { form: ApiForm<DealValues> }) {
    const brands = useBrandNames();
    return (
        <>
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
                If several deals of an affiliate fit a player, the deal with the narrowest scope applies.
            </Text>
        </>
    );
}

function Reach({ form, deal, termsChanged }: { form: ApiForm<DealValues>; deal: Deal | null; termsChanged: boolean }) {
    const format = useFormat();
    const soon = nextMonth(useToday());
    const begins = deal ? (deal.effectiveFrom ? format.plainDate(deal.effectiveFrom) : 'the beginning') : '';
    return (
        <Block title="Scope and start" description={deal && !termsChanged ? 'If you change the terms, a field for their start date appears here.' : undefined}>
            <ScopeFields form={form} />
            <NativeSelect
                label="When terms change"
                description={bindingWords[form.values.binding]}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                data={[
                    { value: 'registration', label: 'New terms apply to players who register after the change' },
                    { value: 'event', label: 'New terms apply to all players' },
                ]}
                {...form.getInputProps('binding')}
            />
            <RuleFields form={form} fixed={deal !== null} />
            {(!deal || termsChanged) && (
                <TextInput
                    type="date"
                    label={deal ? 'New terms in force from' : 'In force from'}
                    description={deal ? `Empty means today. Version ${deal.version} is in force from ${begins}. Recorded commission does not change.` : 'Empty means from the beginning. A date in the past does not change recorded commission.'}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    {...form.getInputProps('effectiveFrom')}
                />
            )}
            {deal && termsChanged && form.values.effectiveFrom !== soon && (
                <Button variant="light" size="compact-sm" style={{ alignSelf: 'flex-start' }} onClick={() => form.setFieldValue('effectiveFrom', soon)}>
                    From next month, {format.plainDate(soon)}
                </Button>
            )}
            <Switch
                label="Default deal"
                description={deal?.isDefault ? 'To change it, make another deal the default.' : 'For affiliates without a deal of their own. Replaces the current default deal.'}
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
            This creates <b>a new version</b>, in force from {format.plainDate(from || today)}. Version {deal.version} stays in the history.{' '}
            {deal.binding === 'registration' ? 'Players who are already registered keep their version, and recorded commission does not change.' : 'The new version applies to events from that day on. Recorded commission does not change.'}
            {from > today && ' Affiliates with this deal see the new version in the portal at once.'}
        </>
    );
}

function UpcomingNotice({ deal }: { deal: Deal }) {
    const format = useFormat();
    return (
        <Alert variant="light" icon={<IconInfoCircle size={18} />}>
            These are the terms of version {deal.version}, which starts on {format.plainDate(deal.effectiveFrom)}.{' '}
            {deal.inForce ? `Version ${deal.inForce.version} is in force today.` : 'No version is in force today.'}
        </Alert>
    );
}

interface DealFormProps {
    // Null for a new deal.
    deal: Deal | null;
    // The deal whose terms a new deal starts with.
    model?: Deal | null;
    baseCurrency: string;
    onSaved: (deal: Deal) => void;
    onCancel: () => void;
}

// The fields of a deal, and beside them a preview that follows the input.
export function DealForm({ deal, model, baseCurrency, onSaved, onCancel }: DealFormProps) {
    const [asking, setAsking] = useState(false);
    const today = useToday();
    const editsUpcoming = deal !== null && deal.effectiveFrom !== null && deal.effectiveFrom > today;
    const initialValues = valuesOf(deal ?? model ?? null, baseCurrency, firstTemplate(baseCurrency));
    // If a user corrects an upcoming version, the new version keeps its start date.
    if (editsUpcoming) initialValues.effectiveFrom = deal.effectiveFrom ?? '';
    if (!deal && model) Object.assign(initialValues, { name: `${model.name} (copy)`, isDefault: false });
    const form = useApiForm<DealValues, Deal>({
        initialValues,
        validate: (values) => ({ ...problemsOf(values), ...(values.name.trim() ? {} : { name: 'Enter a name' }) }),
        submit: (values) => saveDeal(deal, values),
        onDone: onSaved,
    });
    const problems = Object.values(problemsOf(form.values));
    const terms = termsOf(form.values);
    const termsChanged = deal !== null && problems.length === 0 && !sameTerms(terms, deal.terms);
    const question = useUnsaved(form.unsaved);
    const submit = (event: FormEvent<HTMLFormElement>) => {
        if (!termsChanged) return form.send(event);
        event.preventDefault();
        if (!form.validate().hasErrors) setAsking(true);
    };
    return (
        <form onSubmit={submit} noValidate>
            {question}
            <div className={styles.editor}>
                <Stack gap="md">
                    {editsUpcoming && <UpcomingNotice deal={deal} />}
                    <Basics form={form} isNew={!deal} />
                    <PartBlocks form={form} />
                    <Reach form={form} deal={deal} termsChanged={termsChanged} />
                    <ErrorNotice error={form.problem} />
                    {Object.keys(form.errors).length > 0 && <ErrorNotice error="Some fields are not valid. See the messages below them." />}
                    <Group justify="flex-end" gap="xs">
                        {termsChanged && deal && (
                            <Text size="sm" c="dimmed" flex={1}>
                                Saving creates a new version.
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
                <PreviewCard beside terms={terms} problem={problems.length > 0 ? 'Enter the amounts to see what the deal pays, with examples.' : null} />
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
