import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { useDealNames } from '@/api/queries';
import { periodKindLabels, type PeriodKind } from '@/format/statementPeriod';
import { useFormat } from '@/format/useFormat';
import { FormBody, useApiForm } from '@/ui/form';
import { AffiliateSelect } from '../../AffiliateSelect';
import { AccountManagerField, TagsField } from './AffiliateChoices';
import type { Affiliate } from './affiliateRows';
import { AddDefaultButton, CoverageNotice, useCoverage } from './Coverage';
import { affiliateStatuses } from './statusWords';

interface Values extends Record<string, unknown> {
    name: string;
    email: string;
    status: Affiliate['status'];
    parentAffiliateId: string | null;
    dealIds: string[];
    minPayout: string;
    postbacksAllowed: boolean;
    statementPeriod: PeriodKind;
    tags: string[];
    accountManagerId: string | null;
    notes: string;
}

const valuesOf = (affiliate: Affiliate | null): Values => ({
    name: affiliate?.name ?? '',
    email: affiliate?.email ?? '',
    status: affiliate?.status ?? 'approved',
    parentAffiliateId: affiliate?.parentAffiliateId ?? null,
    dealIds: affiliate?.dealIds ?? [],
    minPayout: affiliate?.minPayout ?? '',
    postbacksAllowed: affiliate?.postbacksAllowed ?? false,
    statementPeriod: affiliate?.statementPeriod ?? 'month',
    tags: affiliate?.tags ?? [],
    accountManagerId: affiliate?.accountManagerId ?? null,
    notes: affiliate?.notes ?? '',
});

function save(affiliate: Affiliate | null, values: Values): Promise<Affiliate> {
    const { status, dealIds, ...rest } = values;
    const body = { ...rest, name: values.name.trim(), email: values.email.trim(), minPayout: values.minPayout.trim() || null, notes: values.notes.trim() || null };
    return affiliate
        ? take(api.PATCH('/affiliates/{id}', { params: { path: { id: affiliate.id } }, body }))
        : take(api.POST('/affiliates', { body: { ...body, status, dealIds } }));
}

interface AffiliateFormProps {
    affiliate: Affiliate | null;
    onClose: () => void;
    onSaved?: (affiliate: Affiliate) => void;
}

// The status and deals of an existing affiliate are changed elsewhere, with a description of the consequences.
export function AffiliateForm({ affiliate, onClose, onSaved }: AffiliateFormProps) {
    const client = useQueryClient();
    const format = useFormat();
    const deals = useDealNames();
    const form = useApiForm({
        initialValues: valuesOf(affiliate),
        submit: (values) => save(affiliate, values),
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['affiliates'] });
            notifications.show({ message: affiliate ? `Affiliate ${saved.name} saved.` : `Affiliate ${saved.name} created.` });
            onClose();
            onSaved?.(saved);
        },
    });
    const coverage = useCoverage(form.values.dealIds);
    const addDefault = async () => {
        if (coverage.remedy) form.setFieldValue('dealIds', [...form.values.dealIds, coverage.remedy.id]);
        await Promise.resolve();
    };
    return (
        <FormBody form={form} submitLabel={affiliate ? 'Save' : 'Create affiliate'} onCancel={onClose}>
            <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
            <TextInput label="Email" description="Portal invitations are for this address" required type="email" {...form.getInputProps('email')} />
            {!affiliate && (
                <>
                    <Select label="Status" data={affiliateStatuses} allowDeselect={false} {...form.getInputProps('status')} />
                    <MultiSelect
                        label="Deals"
                        description="What the affiliate earns. Without a deal, the default deal applies."
                        data={deals.options}
                        searchable
                        clearable
                        {...form.getInputProps('dealIds')}
                    />
                    {form.values.dealIds.length > 0 && (
                        <CoverageNotice coverage={coverage}>
                            <AddDefaultButton add={addDefault} />
                        </CoverageNotice>
                    )}
                </>
            )}
            <AffiliateSelect
                label="Parent"
                description="The affiliate that brought this one. It can earn a share of this affiliate's commission."
                except={affiliate?.id}
                clearable
                placeholder="None"
                {...form.getInputProps('parentAffiliateId')}
            />
            <TextInput
                label="Minimum payout"
                description={`In ${format.conventions.baseCurrency}. Replaces the general minimum. A smaller amount is not paid and opens the next statement.`}
                inputMode="decimal"
                {...form.getInputProps('minPayout')}
            />
            <Switch label="May define postbacks" description="The affiliate sets up calls to its own tracker in the portal." {...form.getInputProps('postbacksAllowed', { type: 'checkbox' })} />
            <Select
                label="Statement period"
                description="The length of the affiliate’s statement periods. A change takes effect after the last period that has commission or is closed. In the affiliate’s deals, “month” then means this period."
                data={Object.entries(periodKindLabels).map(([value, label]) => ({ value, label }))}
                allowDeselect={false}
                {...form.getInputProps('statementPeriod')}
            />
            <TagsField {...form.getInputProps('tags')} />
            <AccountManagerField {...form.getInputProps('accountManagerId')} />
            <Textarea label="Notes" description="The affiliate does not see them." autosize minRows={3} {...form.getInputProps('notes')} />
        </FormBody>
    );
}
