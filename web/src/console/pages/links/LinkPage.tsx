import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrandNames, useCampaignNames } from '@/api/queries';
import { usePermissions } from '@/session/session';
import { CopyField } from '@/ui/copy';
import { Facts } from '@/ui/Facts';
import { PageHeader, Section } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { AffiliateLink, linkName, one } from '../../entities';
import { Link, linkTo } from '../../link';
import { Performance } from '../../performance/Performance';
import { WhoChangedIt } from '../../WhoChangedIt';
import { DeepLinkBuilder } from './DeepLinkBuilder';
import { LinkForm } from './LinkForm';
import type { TrackingLink } from './LinksTable';
import { RecentClicks } from './RecentClicks';
import { metricsOf } from './questions';
import { linkRoute } from './routes';

function Details({ link }: { link: TrackingLink }) {
    const brands = useBrandNames();
    const campaigns = useCampaignNames();
    const creative = useQuery({ ...one.creative(link.creativeId ?? ''), enabled: link.creativeId !== null });
    const source = useQuery({ ...one.marketingSource(link.marketingSourceId ?? ''), enabled: link.marketingSourceId !== null });
    const campaign = link.campaignId && (
        <Link key="campaign" inherit to="/campaigns/$campaignId" params={{ campaignId: link.campaignId }}>
            {campaigns.nameOf(link.campaignId)}
        </Link>
    );
    const shown = link.creativeId && (
        <Link key="creative" inherit to="/creatives/$creativeId" params={{ creativeId: link.creativeId }}>
            {creative.data?.name ?? '…'}
        </Link>
    );
    return (
        <Paper p="lg">
            <Facts
                showEmpty
                facts={[
                    ['Affiliate', <AffiliateLink key="affiliate" id={link.affiliateId} />],
                    ['Brand', brands.nameOf(link.brandId)],
                    ['Destination', link.destinationUrl],
                    ['Campaign', campaign],
                    ['Creative', shown],
                    ['Marketing source', link.marketingSourceId && (source.data?.name ?? '…')],
                    ['Target country', link.geoTarget ?? 'Any'],
                ]}
            />
            <WhoChangedIt subject={`link/${link.linkId}`} />
        </Paper>
    );
}

function Addresses({ link }: { link: TrackingLink }) {
    return (
        <Paper p="lg">
            <Stack gap="md">
                <CopyField label="Tracking URL" description="Records the click and leads to the destination" value={link.shortUrl} />
                <CopyField label="Long tracking URL" description="The same link, with its id" value={link.trackingUrl} />
                {link.impressionUrl ? (
                    <CopyField label="Impression URL" description="An invisible image that counts an impression of the creative" value={link.impressionUrl} />
                ) : (
                    <Text size="xs" c="dimmed">
                        A link with a creative also has a URL that counts impressions.
                    </Text>
                )}
            </Stack>
        </Paper>
    );
}

function Loaded({ link }: { link: TrackingLink }) {
    const [search, setSearch] = useSearchState(linkRoute);
    const { write } = usePermissions();
    const [editing, setEditing] = useState(false);
    const edit = write && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
            Edit
        </Button>
    );
    return (
        <>
            <PageHeader title={linkName(link)} parents={[{ label: 'Links', link: linkTo({ to: '/links' }) }]} aside={<StatusBadge status={link.status} />} actions={edit} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                <Addresses link={link} />
                <Details link={link} />
            </SimpleGrid>
            <Performance filters={{ link: [link.linkId] }} metrics={[...metricsOf(link)]} search={search} onPeriod={setSearch} />
            <Section title="Deep links and QR codes" description="Create URLs that lead to other pages of the brand or contain SubIDs. Their clicks are counted for this link.">
                <DeepLinkBuilder link={link} />
            </Section>
            <RecentClicks linkId={link.linkId} />
            <Drawer opened={editing} onClose={() => setEditing(false)} title={<Text fw={600}>Edit link</Text>}>
                <LinkForm link={link} onClose={() => setEditing(false)} />
            </Drawer>
        </>
    );
}

export default function LinkPage() {
    const { linkId } = linkRoute.useParams();
    const { data, error, refetch } = useQuery(one.link(linkId));
    if (data) return <Loaded key={data.linkId} link={data} />;
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState />;
}
