import { Button, Text } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useBrandNames, useCampaignNames } from '@/api/queries';
import { usePermissions } from '@/session/session';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';
import { statusOptions } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { AffiliateFilter } from '../../AffiliateSelect';
import { useNavigate } from '../../link';
import { LinkForm } from './LinkForm';
import { LinksTable } from './LinksTable';
import { linksRoute } from './routes';

const statuses = statusOptions('active', 'inactive');

function Filters() {
    const [search, setSearch] = useSearchState(linksRoute);
    const brands = useBrandNames();
    const campaigns = useCampaignNames();
    const { affiliateId, brandId, campaignId, status } = search;
    const clear = () => setSearch({ affiliateId: undefined, brandId: undefined, campaignId: undefined, status: undefined });
    return (
        <FilterBar active={Boolean(affiliateId || brandId || campaignId || status)} onClear={clear}>
            <AffiliateFilter value={affiliateId} onChange={(value) => setSearch({ affiliateId: value })} />
            <FilterSelect label="Brand" data={brands.options} value={brandId} onChange={(value) => setSearch({ brandId: value })} />
            <FilterSelect label="Campaign" data={campaigns.options} value={campaignId} onChange={(value) => setSearch({ campaignId: value })} />
            <FilterSelect label="Status" width={130} data={statuses} value={status} onChange={(value) => setSearch({ status: value as typeof status })} />
        </FilterBar>
    );
}

export default function LinksPage() {
    const [search, setSearch] = useSearchState(linksRoute);
    const { write } = usePermissions();
    const navigate = useNavigate();
    const { cursor, create: creating, ...filters } = search;
    const create = write && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ create: true })}>
            New link
        </Button>
    );
    const close = () => setSearch({ create: undefined });
    const filtered = Object.values(filters).some(Boolean);
    const empty = filtered ? (
        <EmptyState title="No link matches" icon={IconLink} action={create}>
            Try other filters, or create a link.
        </EmptyState>
    ) : (
        <EmptyState title="No links yet" icon={IconLink} action={create}>
            A link belongs to an affiliate and leads to a brand. Its clicks decide who brought a player.
        </EmptyState>
    );
    return (
        <>
            <PageHeader title="Links" description="Tracking links of affiliates. Each link leads to a brand and records its clicks." actions={create} />
            <Filters />
            <LinksTable filters={filters} cursor={cursor} setCursor={(at) => setSearch({ cursor: at })} empty={empty} />
            <Drawer opened={write && creating === true} onClose={close} title={<Text fw={600}>New link</Text>}>
                <LinkForm
                    link={null}
                    given={filters}
                    onClose={close}
                    onSaved={(saved) => void navigate({ to: '/links/$linkId', params: { linkId: saved.linkId } })}
                />
            </Drawer>
        </>
    );
}
