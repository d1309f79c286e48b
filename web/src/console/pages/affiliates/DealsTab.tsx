import { ActionIcon, Badge, Button, Checkbox, Group, Select, Stack, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconScale, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { queries, useBrandNames, useDealNames } from '@/api/queries';
import { DealPays } from '@/deals/PaysToday';
import { scopeWords } from '@/deals/words';
import { countryName } from '@/format/country';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { DataTable, type Column } from '@/ui/DataTable';
import { FormBody, useApiForm } from '@/ui/form';
import { Section } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';
import { Modal } from '@/ui/unsaved';
import { linkTo } from '../../link';
import type { Affiliate } from './affiliateRows';
import { AddDefaultButton, CoverageNotice, useCoverage } from './Coverage';
import { changeDeals, foreignWords, type DealChange } from './dealChange';
import { byPrecedence } from './precedence';

type Deal = Schema<'Deal'>;

// The message also names what other people changed since the page was loaded.
function useDealChange(affiliate: Affiliate) {
    const client = useQueryClient();
    const deals = useDealNames();
    const params = { path: { id: affiliate.id } };
    const stored = {
        read: async () => (await take(api.GET('/affiliates/{id}', { params }))).dealIds,
        write: (dealIds: string[]) => take(api.PATCH('/affiliates/{id}', { params, body: { dealIds } })),
    };
    return async (change: DealChange, message: string) => {
        const others = await changeDeals(stored, affiliate.dealIds, change);
        await client.invalidateQueries({ queryKey: ['affiliates'] });
        notifications.show({ message: `${message} ${foreignWords(others, deals.nameOf)}`.trim() });
    };
}

function AssignForm({ affiliate, deals, onClose }: { affiliate: Affiliate; deals: Deal[]; onClose: () => void }) {
    const change = useDealChange(affiliate);
    const left = deals.filter((deal) => !affiliate.dealIds.includes(deal.id));
    const nameOf = (id: string | null) => left.find((deal) => deal.id === id)?.name;
    const form = useApiForm({
        initialValues: { dealIds: null as string | null, withDefault: false },
        validate: { dealIds: (id) => (id ? null : 'Choose a deal') },
        submit: ({ dealIds, withDefault }) => {
            const extra = withDefault && coverage.remedy ? [coverage.remedy.id] : [];
            const name = nameOf(dealIds);
            const done = extra.length > 0 ? `Deals ${name} and ${coverage.remedy?.name} assigned.` : `Deal ${name} assigned.`;
            return change({ add: [dealIds ?? '', ...extra] }, done);
        },
        onDone: onClose,
    });
    const chosen: Deal | undefined = left.find((deal) => deal.id === form.values.dealIds);
    const coverage = useCoverage(chosen ? [...affiliate.dealIds, chosen.id] : affiliate.dealIds);
    return (
        <FormBody form={form} submitLabel="Assign deal" onCancel={onClose}>
            <Select
                label="Deal"
                data={left.map((deal) => ({ value: deal.id, label: deal.name }))}
                searchable
                data-autofocus
                description={chosen && <DealPays deal={chosen} />}
                nothingFoundMessage="No deal found. Deals that are already assigned are not listed."
                {...form.getInputProps('dealIds')}
            />
            {chosen && (
                <CoverageNotice coverage={coverage}>
                    <Checkbox label={`Assign ${coverage.remedy?.name ?? 'the default deal'} too`} {...form.getInputProps('withDefault', { type: 'checkbox' })} />
                </CoverageNotice>
            )}
            <Text size="sm" c="dimmed">
                The deal applies to players who register from now on, and to existing players without a deal. Other players keep their deal.
            </Text>
        </FormBody>
    );
}

function useColumns(remove: ((deal: Deal) => void) | null): Column<Deal>[] {
    const brands = useBrandNames();
    const scope = (deal: Deal) => scopeWords({ brands: (deal.scope?.brandIds ?? []).map(brands.nameOf), countries: deal.scope?.countries ?? [] }, { country: countryName });
    const columns: Column<Deal>[] = [
        { key: 'name', header: 'Deal', sortValue: (deal) => deal.name, cell: (deal) => deal.name },
        { key: 'pays', header: 'Pays', cell: (deal) => <DealPays deal={deal} /> },
        { key: 'scope', header: 'Scope', sortValue: scope, cell: scope },
        { key: 'version', header: 'Version', sortValue: (deal) => deal.inForce?.version, numeric: true, cell: (deal) => deal.inForce?.version, hideOnPhone: true },
    ];
    if (!remove) return columns;
    const removeButton = (deal: Deal) => (
        <Tooltip label="Remove from this affiliate">
            <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${deal.name}`} onClick={() => remove(deal)}>
                <IconX size={16} />
            </ActionIcon>
        </Tooltip>
    );
    return [...columns, { key: 'remove', header: '', width: 60, cell: removeButton }];
}

function DefaultDeal({ deal, action }: { deal: Deal | undefined; action: React.ReactNode }) {
    return deal ? (
        <EmptyState title={`The default deal applies: ${deal.name}`} icon={IconScale} action={action}>
            This affiliate has no deal of its own. If you assign one, the default deal no longer applies to its new players.
        </EmptyState>
    ) : (
        <EmptyState title="No deal" icon={IconScale} action={action}>
            This affiliate earns nothing for new players, because it has no deal and there is no default deal.
        </EmptyState>
    );
}

// The deals in the order of precedence for a new player.
export function DealsTab({ affiliate }: { affiliate: Affiliate }) {
    const { write } = usePermissions();
    const all = useQuery(queries.deals);
    const change = useDealChange(affiliate);
    const [assigning, setAssigning] = useState(false);
    const [removed, setRemoved] = useState<Deal | null>(null);
    const columns = useColumns(write ? setRemoved : null);
    const coverage = useCoverage(affiliate.dealIds);
    const afterwards = useCoverage(affiliate.dealIds.filter((id) => id !== removed?.id));
    const own = all.data && byPrecedence(all.data.filter((deal) => affiliate.dealIds.includes(deal.id)));
    const fallback = all.data?.find((deal) => deal.isDefault);
    const assign = write && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAssigning(true)}>
            Assign deal
        </Button>
    );
    const description = 'A new player gets the first deal in this list that fits, and keeps it. The list starts with the narrowest scope; if scopes are equally narrow, with the newest deal.';
    return (
        <>
            <Section title="Deals" description={description} actions={own && own.length > 0 && assign}>
                <Stack gap="md">
                    <CoverageNotice coverage={coverage}>
                        {write && coverage.remedy && <AddDefaultButton add={() => change({ add: [coverage.remedy?.id ?? ''] }, `Deal ${coverage.remedy?.name} assigned.`)} />}
                    </CoverageNotice>
                    <DataTable
                        label="Deals of this affiliate"
                        columns={columns}
                        query={{ ...all, data: own }}
                        rowKey={(deal) => deal.id}
                        rowLink={(deal) => linkTo({ to: '/deals/$dealId', params: { dealId: deal.id } })}
                        empty={<DefaultDeal deal={fallback} action={assign} />}
                    />
                </Stack>
            </Section>
            <Modal opened={assigning} onClose={() => setAssigning(false)} title={<Text fw={600}>Assign deal</Text>}>
                <AssignForm affiliate={affiliate} deals={all.data ?? []} onClose={() => setAssigning(false)} />
            </Modal>
            <ConfirmModal
                opened={removed !== null}
                onClose={() => setRemoved(null)}
                title={`Remove ${removed?.name ?? 'the deal'}?`}
                confirmLabel="Remove"
                danger
                onConfirm={() => change({ remove: [removed?.id ?? ''] }, `Deal ${removed?.name} removed.`)}
            >
                <Stack gap="xs">
                    <span>
                        Players who have this deal keep it, and the affiliate still earns commission for them.{affiliate.dealIds.length > 1 && ' A new player gets the first of the remaining deals that fits.'}
                    </span>
                    {affiliate.dealIds.length === 1 && (
                        <Group gap={6}>
                            <Badge color="yellow">Last deal</Badge>
                            <span>{fallback ? 'The default deal then applies to new players.' : 'There is no default deal, so the affiliate earns nothing for new players.'}</span>
                        </Group>
                    )}
                    {afterwards.sentences.map((sentence) => (
                        <span key={sentence}>{sentence}</span>
                    ))}
                </Stack>
            </ConfirmModal>
        </>
    );
}
