import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { FormBody, useApiForm } from '@/ui/form';
import { useAffiliateNames } from '../../affiliateNames';
import { useRequestKey } from './requestKey';

// Takes an adjustment back by another one of the opposite amount.
export function ReverseAdjustment({ adjustment, onClose }: { adjustment: Schema<'Adjustment'>; onClose: () => void }) {
    const format = useFormat();
    const client = useQueryClient();
    const affiliates = useAffiliateNames();
    const header = useRequestKey();
    const amount = format.money(adjustment.amount, adjustment.currency);
    const form = useApiForm({
        initialValues: { reason: '' },
        validate: { reason: (value) => (value.trim() ? null : 'Enter a reason') },
        submit: ({ reason }) => take(api.POST('/adjustments/{id}/reverse', { params: { path: { id: adjustment.id }, header }, body: { reason: reason.trim() } })),
        onDone: () => {
            void client.invalidateQueries({ queryKey: ['adjustments'] });
            void client.invalidateQueries({ queryKey: ['statements'] });
            notifications.show({ message: `Adjustment of ${amount} reversed.` });
            onClose();
        },
    });
    return (
        <FormBody form={form} submitLabel="Reverse adjustment" onCancel={onClose} danger>
            <Text size="sm">
                The opposite of {amount} becomes a line of the next statement of {affiliates.nameOf(adjustment.affiliateId) || 'the affiliate'}. A reversal cannot be reversed.
            </Text>
            <Textarea label="Reason" description="The affiliate sees the reason on the statement." required data-autofocus autosize minRows={2} maxLength={1000} {...form.getInputProps('reason')} />
        </FormBody>
    );
}
