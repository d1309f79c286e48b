import { Box, Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions } from '@/session/session';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { TabLinks } from '@/ui/TabLinks';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { one } from '../../entities';
import { linkTo } from '../../link';
import { AffiliateForm } from './AffiliateForm';
import type { Affiliate } from './affiliateRows';
import { DealsTab } from './DealsTab';
import { LinksTab } from './LinksTab';
import { OverviewTab } from './OverviewTab';
import { HoldButton, HoldNotice } from './PaymentHold';
import { PlayersTab } from './PlayersTab';
import { affiliateRoute } from './routes';
import { SourcesTab } from './SourcesTab';
import { StatementsTab } from './StatementsTab';
import { StatusActions } from './StatusActions';

const tabs: { name?: string; label: string; content: (props: { affiliate: Affiliate }) => React.ReactNode }[] = [
    { label: 'Overview', content: OverviewTab },
    { name: 'deals', label: 'Deals', content: DealsTab },
    { name: 'links', label: 'Links', content: LinksTab },
    { name: 'players', label: 'Players', content: PlayersTab },
    { name: 'statements', label: 'Statements', content: StatementsTab },
    { name: 'sources', label: 'Marketing sources', content: SourcesTab },
];

function Loaded({ affiliate }: { affiliate: Affiliate }) {
    const [search] = useSearchState(affiliateRoute);
    const { write } = usePermissions();
    const [editing, setEditing] = useState(false);
    const current = tabs.find((tab) => tab.name === search.tab) ?? tabs[0];
    const Content = current?.content ?? OverviewTab;
    const actions = (
        <>
            {write && (
                <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
                    Edit
                </Button>
            )}
            <HoldButton affiliate={affiliate} />
            {write && <StatusActions affiliate={affiliate} />}
        </>
    );
    const { period, from, to } = search;
    return (
        <>
            <PageHeader
                title={affiliate.name}
                parents={[{ label: 'Affiliates', link: linkTo({ to: '/affiliates' }) }]}
                aside={
                    <Group gap="xs">
                        <StatusBadge status={affiliate.status} />
                        {affiliate.paymentHold && <StatusBadge status="held" label="Payments on hold" />}
                    </Group>
                }
                actions={actions}
            />
            <HoldNotice affiliate={affiliate} />
            <TabLinks
                label="Affiliate"
                tabs={tabs.map((tab) => ({
                    link: linkTo({ to: '/affiliates/$affiliateId', params: { affiliateId: affiliate.id }, search: { tab: tab.name, period, from, to } }),
                    label: tab.label,
                    current: tab === current,
                }))}
            />
            {/* Sections have a top margin, which is not needed below tabs. */}
            <Box mt={-8}>
                <Content affiliate={affiliate} />
            </Box>
            <Drawer opened={editing} onClose={() => setEditing(false)} title={<Text fw={600}>Edit {affiliate.name}</Text>}>
                <AffiliateForm affiliate={affiliate} onClose={() => setEditing(false)} />
            </Drawer>
        </>
    );
}

export default function AffiliatePage() {
    const { affiliateId } = affiliateRoute.useParams();
    const { data, error, refetch } = useQuery(one.affiliate(affiliateId));
    if (data) return <Loaded key={data.id} affiliate={data} />;
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState />;
}
