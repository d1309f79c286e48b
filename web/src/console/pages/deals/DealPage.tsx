import { Alert, Badge, Button, Group, Menu, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconDots, IconInfoCircle, IconPencil, IconStar, IconTimelineEvent, IconUsersGroup } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { CopyField } from '@/ui/copy';
import { DataTable, type Column } from '@/ui/DataTable';
import { PageHeader } from '@/ui/PageHeader';
import { EmptyState, ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import { TabLinks } from '@/ui/TabLinks';
import { useSearchState } from '@/ui/useSearchState';
import { countryName } from '@/format/country';
import { LinkButton, linkTo, useNavigate } from '../../link';
import { WhoChangedIt } from '../../WhoChangedIt';
import { AssignAffiliates } from './AssignAffiliates';
import { DealForm } from './DealForm';
import { DealPreview } from './DealPreview';
import type { Deal } from './formValues';
import { dealRoute } from './routes';
import { TermChanges } from './TermChanges';
import { useDealHolders } from './useDealHolders';
import { firstTerms, PaysToday } from '@/deals/PaysToday';
import { useWriter } from '@/deals/useWriter';
import { VersionsTab } from './VersionsTab';
import { ruleSentences } from '@/deals/parts';
import { bindingWords, kindOf, scopeWords, summaryOf } from '@/deals/words';

// An upcoming version: its changes, or all its terms if no version precedes it.
function UpcomingTerms({ version, before }: { version: Schema<'DealVersion'>; before: Schema<'DealVersion'> | null }) {
    const format = useFormat();
    const title = `From ${format.plainDate(version.effectiveFrom)}: version ${version.version}`;
    return (
        <Paper p="lg" component="section" aria-label={title}>
            <Group gap="sm" mb={before ? 0 : 'md'}>
                <Title order={2}>{title}</Title>
                <Badge color="blue">Upcoming</Badge>
            </Group>
            {before ? <TermChanges before={before.terms} after={version.terms} same={`The terms are the same as in version ${before.version}.`} /> : <DealPreview terms={version.terms} />}
        </Paper>
    );
}

function Overview({ deal }: { deal: Deal }) {
    const brands = useBrandNames();
    const format = useFormat();
    const fact = (label: string, value: string) => (
        <div>
            <Text size="xs" c="dimmed">
                {label}
            </Text>
            <Text size="sm">{value}</Text>
        </div>
    );
    return (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
            <Stack gap="lg">
                {deal.inForce && (
                    <Paper p="lg" component="section" aria-label="In force today">
                        <Title order={2} mb="md">
                            In force today
                        </Title>
                        <DealPreview terms={deal.inForce.terms} />
                    </Paper>
                )}
                {deal.upcoming.map((version, at) => (
                    <UpcomingTerms key={version.version} version={version} before={deal.upcoming[at - 1] ?? deal.inForce} />
                ))}
            </Stack>
            <Paper p="lg">
                <Stack gap="md">
                    {fact('Scope', scopeWords({ brands: (deal.scope?.brandIds ?? []).map(brands.nameOf), countries: deal.scope?.countries ?? [] }, { country: countryName }))}
                    {fact('In force today', deal.inForce ? `Version ${deal.inForce.version}, from ${deal.inForce.effectiveFrom ? format.plainDate(deal.inForce.effectiveFrom) : 'the beginning'}` : 'No version yet')}
                    {fact('When terms change', bindingWords[deal.binding])}
                    {ruleSentences(deal).length > 0 && fact('Tiers and late events', ruleSentences(deal).join(' '))}
                    {fact('Currency', deal.terms.currency)}
                    {fact('Default', deal.isDefault ? 'Yes, for affiliates without a deal of their own' : 'No')}
                    <CopyField label="Deal id" value={deal.id} />
                </Stack>
                <WhoChangedIt subject={`deal/${deal.id}`} />
            </Paper>
        </SimpleGrid>
    );
}

const holderColumns: Column<Schema<'Affiliate'>>[] = [
    { key: 'name', header: 'Affiliate', sortValue: (affiliate) => affiliate.name, cell: (affiliate) => affiliate.name },
    { key: 'email', header: 'Email', sortValue: (affiliate) => affiliate.email, cell: (affiliate) => affiliate.email, hideOnPhone: true },
    { key: 'others', header: 'Number of deals', sortValue: (affiliate) => affiliate.dealIds.length, numeric: true, cell: (affiliate) => affiliate.dealIds.length },
    { key: 'status', header: 'Status', sortValue: (affiliate) => statusLabel(affiliate.status), cell: (affiliate) => <StatusBadge status={affiliate.status} />, width: 120 },
];

function HoldersTab({ deal }: { deal: Deal }) {
    const holders = useDealHolders(deal.id);
    const { write } = usePermissions();
    const assign = write && holders && <AssignAffiliates deal={deal} holders={holders.affiliates} />;
    return (
        <Stack gap="md">
            {holders && holders.affiliates.length > 0 && assign && <Group justify="flex-end">{assign}</Group>}
            {deal.isDefault && (
                <Alert variant="light" icon={<IconInfoCircle size={18} />}>
                    This is the default deal, so it also applies to affiliates without a deal of their own. They are not listed here.
                </Alert>
            )}
            <DataTable
                label="Affiliates with this deal"
                columns={holderColumns}
                query={{ data: holders?.affiliates, isPending: !holders, error: null }}
                rowKey={(affiliate) => affiliate.id}
                rowLink={(affiliate) => linkTo({ to: '/affiliates/$affiliateId', params: { affiliateId: affiliate.id } })}
                empty={
                    <EmptyState title="No affiliates yet" icon={IconUsersGroup} action={assign}>
                        Assign the deal to the affiliates that should have it.
                    </EmptyState>
                }
            />
        </Stack>
    );
}

function MoreMenu({ deal }: { deal: Deal }) {
    const [asking, setAsking] = useState(false);
    const client = useQueryClient();
    const navigate = useNavigate();
    const makeDefault = async () => {
        await take(api.PATCH('/deals/{id}', { params: { path: { id: deal.id } }, body: { isDefault: true } }));
        await client.invalidateQueries({ queryKey: ['deals'] });
        notifications.show({ message: `Deal ${deal.name} is now the default deal.` });
    };
    return (
        <>
            <Menu position="bottom-end">
                <Menu.Target>
                    <Button variant="default" px={10} aria-label="More actions">
                        <IconDots size={16} />
                    </Button>
                </Menu.Target>
                <Menu.Dropdown>
                    <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void navigate({ to: '/deals/new', search: { from: deal.id } })}>
                        Copy to new deal
                    </Menu.Item>
                    {!deal.isDefault && (
                        <Menu.Item leftSection={<IconStar size={16} />} onClick={() => setAsking(true)}>
                            Make default
                        </Menu.Item>
                    )}
                </Menu.Dropdown>
            </Menu>
            <ConfirmModal opened={asking} onClose={() => setAsking(false)} title={`Make ${deal.name} the default deal?`} confirmLabel="Make default" onConfirm={makeDefault}>
                This deal replaces the current default deal. It applies to affiliates without a deal of their own: to players who register from now on, and to existing players without a deal. Other players keep their deal.
            </ConfirmModal>
        </>
    );
}

function DealTabs({ deal, tab, write }: { deal: Deal; tab: string; write: boolean }) {
    const holders = useDealHolders(deal.id);
    const link = (tab?: string) => linkTo({ to: '/deals/$dealId', params: { dealId: deal.id }, search: { tab } });
    const tabs = [
        { label: 'What it pays', current: tab === '', link: link() },
        { label: 'Versions', current: tab === 'versions', link: link('versions') },
        { label: `Affiliates${holders ? ` (${holders.affiliates.length}${holders.complete ? '' : '+'})` : ''}`, current: tab === 'affiliates', link: link('affiliates') },
    ];
    if (write) tabs.push({ label: 'Edit', current: tab === 'edit', link: link('edit') });
    return <TabLinks label="Deal" tabs={tabs} />;
}

export default function DealPage() {
    const { dealId } = dealRoute.useParams();
    const [search, setSearch] = useSearchState(dealRoute);
    const { write } = usePermissions();
    const client = useQueryClient();
    const { data: deal, error, isPending, refetch } = useQuery({ queryKey: ['deals', dealId], queryFn: () => take(api.GET('/deals/{id}', { params: { path: { id: dealId } } })) });
    const w = useWriter(deal?.terms.currency ?? 'EUR');
    if (isPending) return <LoadingState />;
    if (error) return <ErrorState error={error} retry={() => void refetch()} />;
    const tab = ['versions', 'affiliates', write ? 'edit' : ''].includes(search.tab ?? '') ? (search.tab ?? '') : '';
    return (
        <>
            <PageHeader
                title={deal.name}
                parents={[{ label: 'Deals', link: linkTo({ to: '/deals' }) }]}
                description={<PaysToday deal={deal} write={(terms) => summaryOf(terms, w)} />}
                aside={
                    <>
                        <Badge color="gray">{kindOf(firstTerms(deal))}</Badge>
                        {deal.isDefault && <Badge color="blue">Default</Badge>}
                    </>
                }
                actions={
                    <>
                        <LinkButton to="/deals/simulate" search={{ deal: deal.id }} variant="default" leftSection={<IconTimelineEvent size={16} />}>
                            What would it have cost?
                        </LinkButton>
                        {write && (
                        <>
                            <MoreMenu deal={deal} />
                            {tab !== 'edit' && (
                                <Button leftSection={<IconPencil size={16} />} onClick={() => setSearch({ tab: 'edit' })}>
                                    Edit
                                </Button>
                            )}
                        </>
                        )}
                    </>
                }
            />
            <DealTabs deal={deal} tab={tab} write={write} />
            {tab === '' && <Overview deal={deal} />}
            {tab === 'versions' && <VersionsTab deal={deal} />}
            {tab === 'affiliates' && <HoldersTab deal={deal} />}
            {tab === 'edit' && (
                <DealForm
                    key={deal.version}
                    deal={deal}
                    baseCurrency={deal.terms.currency}
                    onCancel={() => setSearch({ tab: undefined })}
                    onSaved={(saved) => {
                        client.setQueryData(['deals', dealId], saved);
                        void client.invalidateQueries({ queryKey: ['deals'] });
                        notifications.show({ message: saved.version > deal.version ? `Version ${saved.version} of deal ${saved.name} saved.` : `Deal ${saved.name} saved.` });
                        setSearch({ tab: saved.version > deal.version ? 'versions' : undefined });
                    }}
                />
            )}
        </>
    );
}
