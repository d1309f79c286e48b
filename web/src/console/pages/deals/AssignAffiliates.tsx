import { Button, MultiSelect, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';
import { Modal } from '@/ui/unsaved';
import { useAffiliateChoices } from '../../AffiliateSelect';
import type { Deal } from './formValues';

const chosenMax = 50;

// Adds the deal to the deals of each affiliate. An affiliate that already has it stays as it is.
async function assign(deal: Deal, ids: string[]): Promise<number> {
    let assigned = 0;
    for (const id of ids) {
        const { dealIds } = await take(api.GET('/affiliates/{id}', { params: { path: { id } } }));
        if (dealIds.includes(deal.id)) continue;
        await take(api.PATCH('/affiliates/{id}', { params: { path: { id } }, body: { dealIds: [...dealIds, deal.id] } }));
        assigned += 1;
    }
    return assigned;
}

function AssignForm({ deal, holders, onClose }: { deal: Deal; holders: Schema<'Affiliate'>[]; onClose: () => void }) {
    const client = useQueryClient();
    const form = useApiForm({
        initialValues: { affiliateIds: [] as string[] },
        validate: { affiliateIds: (ids) => (ids.length > 0 ? null : 'Choose an affiliate') },
        submit: ({ affiliateIds }) => assign(deal, affiliateIds),
        onDone: (count) => {
            void client.invalidateQueries({ queryKey: ['affiliates'] });
            notifications.show({ message: `Deal ${deal.name} assigned to ${count} ${count === 1 ? 'affiliate' : 'affiliates'}.` });
            onClose();
        },
    });
    const { data, ...choices } = useAffiliateChoices(form.values.affiliateIds);
    const held = new Set(holders.map(({ id }) => id));
    return (
        <FormBody form={form} submitLabel="Assign deal" onCancel={onClose}>
            <MultiSelect label="Affiliates" data-autofocus maxValues={chosenMax} {...choices} data={data.filter(({ value }) => !held.has(value))} {...form.getInputProps('affiliateIds')} />
            <Text size="sm" c="dimmed">
                The deal applies to players who register from now on, and to existing players without a deal. Other players keep their deal. The affiliates keep their other deals.
            </Text>
        </FormBody>
    );
}

export function AssignAffiliates({ deal, holders }: { deal: Deal; holders: Schema<'Affiliate'>[] }) {
    const [opened, setOpened] = useState(false);
    const close = () => setOpened(false);
    return (
        <>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened(true)}>
                Assign to affiliates
            </Button>
            <Modal opened={opened} onClose={close} title={<Text fw={600}>Assign {deal.name}</Text>}>
                <AssignForm deal={deal} holders={holders} onClose={close} />
            </Modal>
        </>
    );
}
