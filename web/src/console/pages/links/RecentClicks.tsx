import { Badge } from '@mantine/core';
import { IconClick } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { DataTable, type Column } from '@/ui/DataTable';
import { When } from '@/ui/Money';
import { Section } from '@/ui/PageHeader';
import { timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { LinkButton } from '../../link';
import { recentClicksQuery } from './questions';

type Click = Schema<'Click'>;

const uncounted: Record<NonNullable<Click['uncountedReason']>, string> = {
    head: 'Not counted: HEAD request',
    prefetch: 'Not counted: prefetch',
    bot: 'Not counted: bot',
    inactiveLink: 'Not counted: inactive link',
    affiliateNotApproved: 'Not counted: affiliate not approved',
};

const subsOf = (click: Click) =>
    (['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const).flatMap((name) => (click[name] ? [`${name}: ${click[name]}`] : []));

const visitorOf = (click: Click) => [click.device, click.os, click.browser].filter(Boolean).join(' · ');

const columns: Column<Click>[] = [
    { key: 'at', header: 'When', sortValue: (click) => timeOf(click.recordedAt), cell: (click) => <When at={click.recordedAt} /> },
    { key: 'country', header: 'Country', sortValue: (click) => click.country, cell: (click) => click.country ?? 'Unknown' },
    { key: 'visitor', header: 'Visitor', sortValue: visitorOf, cell: (click) => visitorOf(click) || '–' },
    {
        key: 'subs',
        header: 'SubIDs',
        sortValue: (click) => subsOf(click).join(', '),
        cell: (click) => (
            <span className="fl-dimmed">
                {subsOf(click).join(', ') || '–'}
            </span>
        ),
    },
    {
        key: 'counted',
        header: 'Counted',
        sortValue: (click) => (click.counted ? 'Yes' : 'No'),
        cell: (click) => (click.counted ? 'Yes' : <Badge color="yellow">{click.uncountedReason ? uncounted[click.uncountedReason] : 'No'}</Badge>),
    },
];

export function RecentClicks({ linkId }: { linkId: string }) {
    const query = useQuery(recentClicksQuery(linkId));
    const all = (
        <LinkButton variant="subtle" color="gray" to="/clicks" search={{ linkId }}>
            All clicks
        </LinkButton>
    );
    return (
        <Section title="Recent clicks" actions={query.data && query.data.length > 0 && all}>
            <DataTable
                label="Recent clicks"
                columns={columns}
                query={query}
                rowKey={(click) => click.clickId}
                empty={
                    <EmptyState title="No clicks yet" icon={IconClick}>
                        Open the tracking URL once to see a click here.
                    </EmptyState>
                }
            />
        </Section>
    );
}
