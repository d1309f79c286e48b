import { Alert, Anchor, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queries } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { Facts } from '@/ui/Facts';
import { useSearchState } from '@/ui/useSearchState';
import { AffiliateLink } from '../../entities';
import { Link } from '../../link';
import { Performance } from '../../performance/Performance';
import { WhoChangedIt } from '../../WhoChangedIt';
import { Tags } from './AffiliateChoices';
import type { Affiliate } from './affiliateRows';
import { PortalAccess } from './PortalAccess';
import { childrenQuery, shownMetrics } from './questions';
import { affiliateRoute } from './routes';
import { trafficWords } from './statusWords';

function Children({ of }: { of: string }) {
    const { data } = useQuery(childrenQuery(of));
    if (!data?.items.length) return <span>–</span>;
    return (
        <>
            {data.items.map((child, index) => (
                <span key={child.id}>
                    {index > 0 && ', '}
                    <Link to="/affiliates/$affiliateId" params={{ affiliateId: child.id }} inherit>
                        {child.name}
                    </Link>
                </span>
            ))}
            {data.nextCursor && ' and more'}
        </>
    );
}

function Details({ affiliate }: { affiliate: Affiliate }) {
    const format = useFormat();
    const { data: operator } = useQuery(queries.operator);
    const minPayout = affiliate.minPayout ?? operator?.minPayout;
    return (
        <Paper p="lg">
            <Title order={2} mb="md">
                Details
            </Title>
            <Facts
                showEmpty
                facts={[
                    ['Email', <Anchor key="email" inherit href={`mailto:${affiliate.email}`}>{affiliate.email}</Anchor>],
                    ['Parent', <AffiliateLink key="parent" id={affiliate.parentAffiliateId} />],
                    ['Sub-affiliates', <Children key="children" of={affiliate.id} />],
                    ['Minimum payout', minPayout ? `${format.money(minPayout)}${affiliate.minPayout ? '' : ' (general)'}` : null],
                    ['Tags', affiliate.tags.length > 0 ? <Tags key="tags" tags={affiliate.tags} /> : null],
                    ['Account manager', affiliate.accountManagerEmail],
                    ['Notes', affiliate.notes && <Text key="notes" size="sm" style={{ whiteSpace: 'pre-wrap' }}>{affiliate.notes}</Text>],
                ]}
            />
            <WhoChangedIt subject={`affiliate/${affiliate.id}`} />
        </Paper>
    );
}

export function OverviewTab({ affiliate }: { affiliate: Affiliate }) {
    const [search, setSearch] = useSearchState(affiliateRoute);
    return (
        <>
            {affiliate.status !== 'approved' && (
                <Alert color={affiliate.status === 'suspended' ? 'red' : 'yellow'} variant="light" icon={<IconInfoCircle size={18} />} mt="xl">
                    {trafficWords[affiliate.status]}
                </Alert>
            )}
            <Performance filters={{ affiliate: [affiliate.id] }} metrics={[...shownMetrics]} search={search} onPeriod={setSearch} />
            <SimpleGrid cols={{ base: 1, md: 2 }} mt="lg" spacing="md">
                <Details affiliate={affiliate} />
                <PortalAccess affiliate={affiliate} />
            </SimpleGrid>
        </>
    );
}
