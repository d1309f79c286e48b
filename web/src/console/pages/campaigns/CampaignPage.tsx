import { Button, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrandNames } from '@/api/queries';
import { usePermissions } from '@/session/session';
import { PageHeader, Section } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { one } from '../../entities';
import { LinkButton, linkTo } from '../../link';
import { Performance } from '../../performance/Performance';
import { WhoChangedIt } from '../../WhoChangedIt';
import { CampaignForm, type Campaign } from './CampaignForm';
import { CreativeForm } from './CreativeForm';
import { CreativeGallery } from './CreativeGallery';
import { campaignMetrics } from './questions';
import { campaignRoute } from './routes';

function Loaded({ campaign }: { campaign: Campaign }) {
    const [search, setSearch] = useSearchState(campaignRoute);
    const [drawer, setDrawer] = useState<'edit' | 'creative' | null>(null);
    const { write } = usePermissions();
    const brands = useBrandNames();
    const close = () => setDrawer(null);
    const edit = (
        <>
            <LinkButton variant="default" to="/links" search={{ campaignId: campaign.id }}>
                Links
            </LinkButton>
            {write && (
                <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setDrawer('edit')}>
                    Edit
                </Button>
            )}
        </>
    );
    const add = write && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setDrawer('creative')}>
            New creative
        </Button>
    );
    return (
        <>
            <PageHeader
                title={campaign.name}
                description={
                    <>
                        Brand: {brands.nameOf(campaign.brandId)} · <WhoChangedIt subject={`campaign/${campaign.id}`} inText />
                    </>
                }
                parents={[{ label: 'Campaigns', link: linkTo({ to: '/campaigns' }) }]}
                aside={<StatusBadge status={campaign.status} />}
                actions={edit}
            />
            <Section title="Creatives" description="Impressions, clicks and CTR of the last 30 days." actions={add}>
                <CreativeGallery filters={{ campaignId: campaign.id }} cursor={search.cursor} setCursor={(cursor) => setSearch({ cursor })} />
            </Section>
            <Performance
                filters={{ campaign: [campaign.id] }}
                metrics={[...campaignMetrics]}
                search={search}
                onPeriod={setSearch}
            />
            <Drawer opened={drawer !== null} onClose={close} title={<Text fw={600}>{drawer === 'edit' ? 'Edit campaign' : 'New creative'}</Text>}>
                {drawer === 'edit' ? <CampaignForm campaign={campaign} onClose={close} /> : <CreativeForm creative={null} campaignId={campaign.id} onClose={close} />}
            </Drawer>
        </>
    );
}

export default function CampaignPage() {
    const { campaignId } = campaignRoute.useParams();
    const { data, error, refetch } = useQuery(one.campaign(campaignId));
    if (data) return <Loaded key={data.id} campaign={data} />;
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState />;
}
