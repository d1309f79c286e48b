import { Select, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { FormBody, useApiForm } from '@/ui/form';

export type Campaign = Schema<'Campaign'>;

interface CampaignFormProps {
    campaign: Campaign | null;
    brandId?: string;
    onClose: () => void;
    onSaved?: (campaign: Campaign) => void;
}

interface Values extends Record<string, unknown> {
    brandId: string | null;
    name: string;
    status: Campaign['status'];
}

export function CampaignForm({ campaign, brandId, onClose, onSaved }: CampaignFormProps) {
    const client = useQueryClient();
    const brands = useBrandNames();
    const form = useApiForm<Values, Campaign>({
        initialValues: { brandId: campaign?.brandId ?? brandId ?? null, name: campaign?.name ?? '', status: campaign?.status ?? 'active' },
        validate: { brandId: (id) => (id ? null : 'Choose a brand') },
        submit: (values) => {
            const body = { name: values.name.trim(), status: values.status };
            return campaign
                ? take(api.PATCH('/campaigns/{id}', { params: { path: { id: campaign.id } }, body }))
                : take(api.POST('/campaigns', { body: { ...body, brandId: values.brandId ?? '' } }));
        },
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['campaigns'] });
            notifications.show({ message: campaign ? `Campaign ${saved.name} saved.` : `Campaign ${saved.name} created.` });
            onClose();
            onSaved?.(saved);
        },
    });
    return (
        <FormBody form={form} submitLabel={campaign ? 'Save' : 'Create campaign'} onCancel={onClose}>
            <TextInput label="Name" description="Affiliates see the name in the portal." required data-autofocus {...form.getInputProps('name')} />
            <Select label="Brand" required disabled={campaign !== null} data={brands.options} searchable={brands.options.length > 8} {...form.getInputProps('brandId')} />
            <Switch
                label="Active"
                checked={form.values.status === 'active'}
                onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')}
            />
        </FormBody>
    );
}
