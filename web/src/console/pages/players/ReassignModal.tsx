import { Alert, Button, Group, List, Select, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { FormBody, useApiForm, type ApiForm } from '@/ui/form';
import { Modal } from '@/ui/unsaved';
import { AffiliateSelect } from '../../AffiliateSelect';
import { linkName, useAffiliateName } from '../../entities';
import type { Player } from './PlayersTable';

interface Values extends Record<string, unknown> {
    affiliateId: string | null;
    linkId: string | null;
    reason: string;
}

function Fields({ form, player }: { form: ApiForm<Values>; player: Player }) {
    const { affiliateId } = form.values;
    const links = useQuery({
        queryKey: ['links', 'choices', { affiliateId, brandId: player.brandId }],
        queryFn: async () =>
            (await take(api.GET('/links', { params: { query: { limit: 200, affiliateId: affiliateId ?? '', brandId: player.brandId } } }))).items,
        enabled: affiliateId !== null,
    });
    return (
        <>
            <AffiliateSelect
                label="New affiliate"
                required
                data-autofocus
                except={player.affiliateId}
                {...form.getInputProps('affiliateId')}
                onChange={(chosen) => form.setValues({ affiliateId: chosen, linkId: null })}
            />
            <Select
                label="Link"
                description="The link that brought the player, if it is known. Reports by link and campaign use it."
                data={(links.data ?? []).map((link) => ({ value: link.linkId, label: linkName(link) }))}
                searchable
                clearable
                disabled={!affiliateId}
                placeholder="None"
                {...form.getInputProps('linkId')}
            />
            <Textarea label="Reason" description="Stored with the decision" required autosize minRows={2} maxLength={1000} {...form.getInputProps('reason')} />
        </>
    );
}

// The consequences of a reassignment (docs/commission.md §2.10).
function Consequences({ player, to }: { player: Player; to: string }) {
    const from = useAffiliateName(player.affiliateId);
    return (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title="Consequences">
            <List size="sm" spacing={6}>
                {player.affiliateId ? (
                    <List.Item>
                        All events of {player.externalRef} move from {from} to {to}. The commission of {from} for these events is taken back.
                    </List.Item>
                ) : (
                    <List.Item>
                        All events of {player.externalRef} move to {to}.
                    </List.Item>
                )}
                <List.Item>{to} earns commission under its own deals, as if it had brought the player.</List.Item>
                <List.Item>Each event counts in its own period, or in the earliest open period if its own period is closed for the affiliate.</List.Item>
                <List.Item>Closed statements do not change. Reports change on the dates of the events. Clicks stay with their link.</List.Item>
            </List>
        </Alert>
    );
}

function ReassignForm({ player, onClose }: { player: Player; onClose: () => void }) {
    const client = useQueryClient();
    const [asked, setAsked] = useState(false);
    const form = useApiForm<Values, Player>({
        initialValues: { affiliateId: null, linkId: null, reason: '' },
        validate: {
            affiliateId: (id) => (id ? null : 'Choose an affiliate'),
            reason: (reason) => (reason.trim() ? null : 'Enter a reason'),
        },
        submit: ({ affiliateId, linkId, reason }) =>
            take(api.POST('/players/{id}/reassign', { params: { path: { id: player.id } }, body: { affiliateId: affiliateId ?? '', linkId, reason: reason.trim() } })),
        onDone: () => {
            for (const key of ['players', 'accruals', 'statements', 'reports', 'events']) void client.invalidateQueries({ queryKey: [key] });
            notifications.show({ message: `Player ${player.externalRef} reassigned.` });
            onClose();
        },
    });
    const to = useAffiliateName(form.values.affiliateId);
    const refused = Object.keys(form.errors).length > 0;
    if (asked && !refused) {
        return (
            <FormBody form={form} submitLabel={`Reassign to ${to}`} danger onCancel={() => setAsked(false)}>
                <Text size="sm">
                    Reassign {player.externalRef} to {to}?
                </Text>
                <Consequences player={player} to={to} />
            </FormBody>
        );
    }
    return (
        <Stack gap="md">
            <Fields form={form} player={player} />
            <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={onClose}>
                    Cancel
                </Button>
                <Button onClick={() => setAsked(!form.validate().hasErrors)}>Continue</Button>
            </Group>
        </Stack>
    );
}

export function ReassignModal({ player, opened, onClose }: { player: Player; opened: boolean; onClose: () => void }) {
    return (
        <Modal opened={opened} onClose={onClose} title={<Text fw={600}>Reassign player</Text>} size="lg">
            <ReassignForm player={player} onClose={onClose} />
        </Modal>
    );
}
