import { Alert, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { FormBody, useApiForm } from '@/ui/form';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateSelect } from '../../AffiliateSelect';

interface AdjustmentFormProps {
    affiliateId?: string;
    currency?: string;
    onClose: () => void;
}

// An amount by hand: a bonus, or something taken back.
export function AdjustmentForm({ affiliateId, currency, onClose }: AdjustmentFormProps) {
    const format = useFormat();
    const client = useQueryClient();
    const affiliates = useAffiliateNames();
    const form = useApiForm({
        initialValues: { affiliateId: affiliateId ?? '', amount: '', currency: currency ?? format.conventions.baseCurrency, reason: '' },
        validate: {
            affiliateId: (value) => (value ? null : 'Choose the affiliate'),
            amount: (value) => (/^-?\d+(\.\d+)?$/.test(value.trim()) ? null : 'A number such as 150 or -20.50'),
            reason: (value) => (value.trim() ? null : 'Say why'),
        },
        submit: (values) => take(api.POST('/adjustments', { body: { ...values, amount: values.amount.trim(), reason: values.reason.trim() } })),
        onDone: (made) => {
            void client.invalidateQueries({ queryKey: ['statements'] });
            notifications.show({ message: `${format.money(made.amount, made.currency)} for ${affiliates.nameOf(made.affiliateId)} is on its next statement.` });
            onClose();
        },
    });
    return (
        <FormBody form={form} submitLabel="Add adjustment" onCancel={onClose}>
            <Alert variant="light" icon={<IconInfoCircle size={18} />}>
                It becomes a line of the next statement in its currency that is closed. It cannot be removed, but another one can undo it.
            </Alert>
            <AffiliateSelect label="Affiliate" required allowDeselect={false} {...form.getInputProps('affiliateId')} />
            <TextInput
                label="Amount"
                description="With a minus in front it is taken from the affiliate"
                required
                data-autofocus
                inputMode="decimal"
                placeholder="150"
                rightSection={<Text size="xs" c="dimmed">{form.values.currency}</Text>}
                rightSectionWidth={52}
                {...form.getInputProps('amount')}
            />
            <TextInput label="Currency" required maxLength={10} {...form.getInputProps('currency')} onChange={(event) => form.setFieldValue('currency', event.currentTarget.value.toUpperCase())} />
            <Textarea label="Reason" description="The affiliate reads it on the statement" required autosize minRows={2} maxLength={1000} {...form.getInputProps('reason')} />
        </FormBody>
    );
}
