import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column } from '@/ui/DataTable';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import { linkTo } from '../../link';
import { valueIn, wordsFor, writeCell } from '../../performance/metrics';
import { reportQuery } from '../../performance/report';
import { rowsByValue } from '../../performance/rows';
import type { Campaign } from './CampaignForm';

const metrics = ['banner_view_count', 'click_count', 'ftd_count', 'ngr'] as const;

interface CampaignsTableProps {
    filters: { brandId?: string; status?: Campaign['status'] };
    cursor: string | undefined;
    setCursor: (cursor: string | undefined) => void;
    action: ReactNode;
}

export function CampaignsTable({ filters, cursor, setCursor, action }: CampaignsTableProps) {
    const format = useFormat();
    const brands = useBrandNames();
    const { query, pager } = usePagedQuery({
        queryKey: ['campaigns', 'list', filters],
        read: (at) => take(api.GET('/campaigns', { params: { query: { limit: 50, cursor: at, ...filters } } })),
        cursor,
        setCursor,
    });
    const ids = query.data?.map((campaign) => campaign.id) ?? [];
    const report = useQuery({
        // Campaigns of different brands can have the same name, so the report is grouped by both.
        ...reportQuery({ groupKeys: ['brand', 'campaign'], metrics: [...metrics], filters: { campaign: ids }, period: 'last30Days' }),
        enabled: ids.length > 0,
    });
    const rows = rowsByValue(report.data, (row) => `${row.groupKeys.brand}/${row.groupKeys.campaign}`);
    const valuesOf = (campaign: Campaign) => {
        const name = `${brands.nameOf(campaign.brandId)}/${campaign.name}`;
        return report.data && (rows.has(name) ? rows.get(name) : {});
    };
    const columns: Column<Campaign>[] = [
        { key: 'name', header: 'Campaign', sortValue: (campaign) => campaign.name, cell: (campaign) => campaign.name },
        { key: 'brand', header: 'Brand', sortValue: (campaign) => brands.nameOf(campaign.brandId), cell: (campaign) => brands.nameOf(campaign.brandId) },
        { key: 'status', header: 'Status', sortValue: (campaign) => statusLabel(campaign.status), width: 100, cell: (campaign) => <StatusBadge status={campaign.status} /> },
        ...metrics.map((metric) => ({
            key: metric,
            header: wordsFor(metric).label,
            numeric: true,
            sortValue: (campaign: Campaign) => valueIn(valuesOf(campaign), metric),
            cell: (campaign: Campaign) => writeCell(format, metric, valuesOf(campaign)),
        })),
    ];
    const filtered = Boolean(filters.brandId || filters.status);
    return (
        <DataTable
            label="Campaigns"
            columns={columns}
            query={query}
            pager={pager}
            rowKey={(campaign) => campaign.id}
            rowLink={(campaign) => linkTo({ to: '/campaigns/$campaignId', params: { campaignId: campaign.id } })}
            empty={
                <EmptyState title={filtered ? 'No campaign matches' : 'No campaigns yet'} icon={IconSpeakerphone} action={action}>
                    A campaign is a group of creatives of one brand.
                </EmptyState>
            }
        />
    );
}
