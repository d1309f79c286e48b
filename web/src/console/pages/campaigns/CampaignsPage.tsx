import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useBrandNames, useCampaignNames } from '@/api/queries';
import { usePermissions } from '@/session/session';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { statusOptions } from '@/ui/StatusBadge';
import { TabLinks } from '@/ui/TabLinks';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { linkTo, useNavigate } from '../../link';
import { CampaignForm } from './CampaignForm';
import { CampaignsTable } from './CampaignsTable';
import { CreativeForm } from './CreativeForm';
import { CreativeGallery } from './CreativeGallery';
import { campaignsRoute } from './routes';

const statuses = statusOptions('active', 'inactive');

function Filters({ creatives }: { creatives: boolean }) {
    const [{ brandId, campaignId, status }, setSearch] = useSearchState(campaignsRoute);
    const brands = useBrandNames();
    const campaigns = useCampaignNames();
    const clear = () => setSearch({ brandId: undefined, campaignId: undefined, status: undefined });
    return (
        <FilterBar active={Boolean(brandId || campaignId || status)} onClear={clear}>
            {creatives ? (
                <FilterSelect label="Campaign" data={campaigns.options} value={campaignId} onChange={(value) => setSearch({ campaignId: value })} />
            ) : (
                <FilterSelect label="Brand" data={brands.options} value={brandId} onChange={(value) => setSearch({ brandId: value })} />
            )}
            <FilterSelect label="Status" width={130} data={statuses} value={status} onChange={(value) => setSearch({ status: value as typeof status })} />
        </FilterBar>
    );
}

export default function CampaignsPage() {
    const [search, setSearch] = useSearchState(campaignsRoute);
    const [creating, setCreating] = useState(false);
    const { write } = usePermissions();
    const navigate = useNavigate();
    const creatives = search.tab === 'creatives';
    const { cursor, brandId, campaignId, status } = search;
    const close = () => setCreating(false);
    const action = write && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            {creatives ? 'New creative' : 'New campaign'}
        </Button>
    );
    const paging = { cursor, setCursor: (at: string | undefined) => setSearch({ cursor: at }), action };
    return (
        <>
            <PageHeader title="Campaigns" description="Campaigns and their creatives, with results of the last 30 days." actions={action} />
            <TabLinks
                label="Campaigns and creatives"
                tabs={[
                    { link: linkTo({ to: '/campaigns' }), label: 'Campaigns', current: !creatives },
                    { link: linkTo({ to: '/campaigns', search: { tab: 'creatives' } }), label: 'All creatives', current: creatives },
                ]}
            />
            <Filters creatives={creatives} />
            {creatives ? <CreativeGallery filters={{ campaignId, status }} {...paging} /> : <CampaignsTable filters={{ brandId, status }} {...paging} />}
            <Drawer opened={creating} onClose={close} title={<Text fw={600}>{creatives ? 'New creative' : 'New campaign'}</Text>}>
                {creatives ? (
                    <CreativeForm
                        creative={null}
                        campaignId={campaignId}
                        onClose={close}
                        onSaved={(saved) => void navigate({ to: '/creatives/$creativeId', params: { creativeId: saved.id } })}
                    />
                ) : (
                    <CampaignForm
                        campaign={null}
                        brandId={brandId}
                        onClose={close}
                        onSaved={(saved) => void navigate({ to: '/campaigns/$campaignId', params: { campaignId: saved.id } })}
                    />
                )}
            </Drawer>
        </>
    );
}
