import { Alert, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, take } from '@/api/client';
import { typedDecimal } from '@/format/decimal';
import { useFormat } from '@/format/useFormat';
import { FormBody, useApiForm } from '@/ui/form';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateSelect } from '../../AffiliateSelect';
import { amountError } from './adjustmentAmount';
import { useRequestKey } from './requestKey';

interface AdjustmentFormProps {
    affiliateId?: string;
    currency?: string;
    onClose: () => void;
}

// An adjustment: an amount that is added by hand, such as a bonus or a correction.
export function AdjustmentForm({ affiliateId, currency, onClose }: AdjustmentFormProps) {
    const format = useFormat();
    const client = useQueryClient();
    const affiliates = useAffiliateNames();
    const header = useRequestKey();
    const form = useApiForm({
        initialValues: { affiliateId: affiliateId ?? '', amount: '', currency: currency ?? format.conventions.baseCurrency, reason: '' },
        validate: {
            affiliateId: (value) => (value ? null : 'Choose an affiliate'),
            amount: amountError,
            reason: (value) => (value.trim() ? null : 'Enter a reason'),
        },
        submit: (values) => take(api.POST('/adjustments', { params: { header }, body: { ...values, amount: typedDecimal(values.amount), reason: values.reason.trim() } })),
        onDone: (made) => {
            void client.invalidateQueries({ queryKey: ['statements'] });
            void client.invalidateQueries({ queryKey: ['adjustments'] });
            notifications.show({ message: `${format.money(made.amount, made.currency)} for ${affiliates.nameOf(made.affiliateId)} added to the next statement.` });
            onClose();
        },
    });
    // The currency of the newest statement, because an adjustment in another currency gets its own statement.
    const chosen = form.values.affiliateId;
    const { data: newest } = useQuery({
        queryKey: ['statements', 'newest', chosen],
        queryFn: () => take(api.GET('/statements', { params: { query: { limit: 1, affiliateId: chosen } } })),
        enabled: Boolean(chosen) && chosen !== affiliateId,
        staleTime: 60_000,
    });
    useEffect(() => {
        if (newest && !form.isTouched('currency')) form.setFieldValue('currency', newest.items[0]?.currency ?? format.conventions.baseCurrency);
    }, [newest]);
    return (
        <FormBody form={form} submitLabel="Add adjustment" onCancel={onClose}>
            <Alert variant="light" icon={<IconInfoCircle size={18} />}>
                An adjustment is a line of the next statement in its currency. It cannot be removed, but you can reverse it under Adjustments.
            </Alert>
            <AffiliateSelect label="Affiliate" required allowDeselect={false} data-autofocus={affiliateId ? undefined : true} {...form.getInputProps('affiliateId')} />
            <TextInput
                label="Amount"
                description="A negative amount is deducted from the affiliate’s statement."
                required
                data-autofocus={affiliateId ? true : undefined}
                inputMode="decimal"
                placeholder="150"
                rightSection={<Text size="xs" c="dimmed">{form.values.currency}</Text>}
                rightSectionWidth={52}
                {...form.getInputProps('amount')}
            />
            <TextInput label="Currency" required maxLength={10} {...form.getInputProps('currency')} onChange={(event) => form.setFieldValue('currency', event.currentTarget.value.toUpperCase())} />
            <Textarea label="Reason" description="The affiliate sees the reason on the statement." required autosize minRows={2} maxLength={1000} {...form.getInputProps('reason')} />
        </FormBody>
    );
}
