import { Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Schema } from '@/api/client';
import { useBrandNames, useCampaignNames } from '@/api/queries';
import { CopyButton } from '@/ui/copy';
import { DataTable, type Column } from '@/ui/DataTable';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateLink, linkName } from '../../entities';
import { linkTo } from '../../link';
import { linkList, type LinkFilters } from './questions';

export type TrackingLink = Schema<'Link'>;

interface LinksTableProps {
    filters: LinkFilters;
    cursor: string | undefined;
    setCursor: (cursor: string | undefined) => void;
    hide?: string[];
    empty?: ReactNode;
}

function useColumns(): Column<TrackingLink>[] {
    const affiliates = useAffiliateNames();
    const brands = useBrandNames();
    const campaigns = useCampaignNames();
    return [
        {
            key: 'name',
            header: 'Link',
            sortValue: linkName,
            cell: (link) => (
                <>
                    {linkName(link)}
                    <Text span display="block" size="xs" c="dimmed" fw={400} truncate maw={260} title={link.destinationUrl}>
                        {link.destinationUrl}
                    </Text>
                </>
            ),
        },
        { key: 'affiliate', header: 'Affiliate', sortValue: (link) => affiliates.nameOf(link.affiliateId), cell: (link) => <AffiliateLink id={link.affiliateId} /> },
        { key: 'brand', header: 'Brand', sortValue: (link) => brands.nameOf(link.brandId), cell: (link) => brands.nameOf(link.brandId) },
        { key: 'campaign', header: 'Campaign', sortValue: (link) => campaigns.nameOf(link.campaignId), cell: (link) => campaigns.nameOf(link.campaignId) || '–', hideOnPhone: true },
        { key: 'geo', header: 'Target country', sortValue: (link) => link.geoTarget, cell: (link) => link.geoTarget ?? 'Any', hideOnPhone: true },
        { key: 'status', header: 'Status', sortValue: (link) => statusLabel(link.status), width: 100, cell: (link) => <StatusBadge status={link.status} /> },
        { key: 'copy', header: '', width: 56, cell: (link) => <CopyButton value={link.shortUrl} label="Copy tracking URL" /> },
    ];
}

export function LinksTable({ filters, cursor, setCursor, hide = [], empty }: LinksTableProps) {
    const columns = useColumns().filter((column) => !hide.includes(column.key));
    const { query, pager } = usePagedQuery({ ...linkList(filters, cursor), setCursor });
    return (
        <DataTable
            label="Links"
            columns={columns}
            query={query}
            pager={pager}
            rowKey={(link) => link.linkId}
            rowLink={(link) => linkTo({ to: '/links/$linkId', params: { linkId: link.linkId } })}
            empty={empty ?? <EmptyState title="No links yet" icon={IconLink} />}
        />
    );
}
