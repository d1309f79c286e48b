import { Anchor, Button, Paper, SimpleGrid, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrandNames } from '@/api/queries';
import { usePermissions } from '@/session/session';
import { Facts } from '@/ui/Facts';
import { PageHeader, Section } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { one } from '../../entities';
import { Link, linkTo } from '../../link';
import { Performance } from '../../performance/Performance';
import { WhoChangedIt } from '../../WhoChangedIt';
import type { Campaign } from './CampaignForm';
import { CreativeForm, type Creative } from './CreativeForm';
import { CreativePreview, sizeOf } from './CreativePreview';
import { EmbedCode } from './EmbedCode';
import { creativeMetrics } from './questions';
import { creativeRoute } from './routes';

function Details({ creative, campaign }: { creative: Creative; campaign: Campaign }) {
    const brands = useBrandNames();
    return (
        <Paper p="lg">
            <Facts
                showEmpty
                facts={[
                    [
                        'Campaign',
                        <Link key="campaign" inherit to="/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
                            {campaign.name}
                        </Link>,
                    ],
                    ['Brand', brands.nameOf(campaign.brandId)],
                    ['Type', creative.type === 'text' ? 'Text link' : 'Banner'],
                    ['Size', sizeOf(creative)],
                    ['Image', creative.imageUrl && <Anchor key="image" inherit href={creative.imageUrl} target="_blank" rel="noreferrer noopener">{creative.imageId ? 'Uploaded image' : creative.imageUrl}</Anchor>],
                ]}
            />
            <WhoChangedIt subject={`creative/${creative.id}`} />
        </Paper>
    );
}

function Loaded({ creative, campaign }: { creative: Creative; campaign: Campaign }) {
    const [search, setSearch] = useSearchState(creativeRoute);
    const [editing, setEditing] = useState(false);
    const { write } = usePermissions();
    const edit = write && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
            Edit
        </Button>
    );
    return (
        <>
            <PageHeader
                title={creative.name}
                parents={[
                    { label: 'Campaigns', link: linkTo({ to: '/campaigns' }) },
                    { label: campaign.name, link: linkTo({ to: '/campaigns/$campaignId', params: { campaignId: campaign.id } }) },
                ]}
                aside={<StatusBadge status={creative.status} />}
                actions={edit}
            />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                <CreativePreview creative={creative} height={280} />
                <Details creative={creative} campaign={campaign} />
            </SimpleGrid>
            <Section title="Embed code" description="HTML for the affiliate's page. It shows the creative, counts impressions and contains the chosen link.">
                <EmbedCode creativeId={creative.id} brandId={campaign.brandId} affiliateId={search.affiliateId} linkId={search.linkId} onChange={setSearch} />
            </Section>
            <Performance
                filters={{ creative: [creative.id] }}
                metrics={[...creativeMetrics]}
                search={search}
                onPeriod={setSearch}
            />
            <Drawer opened={editing} onClose={() => setEditing(false)} title={<Text fw={600}>Edit creative</Text>}>
                <CreativeForm creative={creative} onClose={() => setEditing(false)} />
            </Drawer>
        </>
    );
}

export default function CreativePage() {
    const { creativeId } = creativeRoute.useParams();
    const creative = useQuery(one.creative(creativeId));
    const campaign = useQuery({ ...one.campaign(creative.data?.campaignId ?? ''), enabled: creative.data !== undefined });
    if (creative.data && campaign.data) return <Loaded key={creative.data.id} creative={creative.data} campaign={campaign.data} />;
    const error = creative.error ?? campaign.error;
    return error ? <ErrorState error={error} retry={() => void creative.refetch()} /> : <LoadingState />;
}
