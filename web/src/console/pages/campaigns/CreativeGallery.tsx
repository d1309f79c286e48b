import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schema } from '@/api/client';
import { useCampaignNames } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { usePagedQuery, type Pager } from '@/ui/pager';
import { EmptyState, ErrorState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { Link } from '../../link';
import { writeMetric } from '../../performance/metrics';
import { rowsByValue } from '../../performance/rows';
import { CreativePreview, sizeOf } from './CreativePreview';
import styles from './CreativePreview.module.css';
import { creativeList, creativeReportQuery, type CreativeFilters } from './questions';

type Creative = Schema<'Creative'>;

function Card({ creative, campaign, metrics }: { creative: Creative; campaign?: string; metrics?: Record<string, number> | null }) {
    const format = useFormat();
    const counted = (count: number, noun: string) => `${format.number(count)} ${count === 1 ? noun : `${noun}s`}`;
    const clicks = counted(metrics?.click_count ?? 0, 'click');
    const words = [campaign, sizeOf(creative), creative.type === 'text' ? 'Text link' : 'Banner'].filter(Boolean);
    return (
        <li>
            <Link to="/creatives/$creativeId" params={{ creativeId: creative.id }} className={styles.card} underline="never">
                <CreativePreview creative={creative} height={160} />
                <Group justify="space-between" mt="sm" gap="xs" wrap="nowrap">
                    <Text size="sm" fw={500} truncate>
                        {creative.name}
                    </Text>
                    {creative.status !== 'active' && <StatusBadge status={creative.status} />}
                </Group>
                <Text size="xs" c="dimmed">
                    {words.join(' · ')}
                </Text>
                {metrics && (
                    <Text size="xs" c="dimmed" className="tabular" mt={4}>
                        {metrics.banner_view_count
                            ? `${counted(metrics.banner_view_count, 'impression')} · ${clicks} · ${writeMetric(format, 'ctr', metrics.ctr ?? 0)} CTR`
                            : clicks}
                    </Text>
                )}
            </Link>
        </li>
    );
}

function Pages({ pager }: { pager: Pager }) {
    if (!pager.hasPrevious && !pager.hasNext) return null;
    return (
        <Group justify="flex-end" gap="xs" mt="md" component="nav" aria-label="Pages">
            <Button variant="default" disabled={!pager.hasPrevious} onClick={pager.previous}>
                Previous
            </Button>
            <Button variant="default" disabled={!pager.hasNext} onClick={pager.next}>
                Next
            </Button>
        </Group>
    );
}

interface CreativeGalleryProps {
    filters: CreativeFilters;
    cursor: string | undefined;
    setCursor: (cursor: string | undefined) => void;
    action?: ReactNode;
}

// A gallery of creatives with their results of the last 30 days, from one report.
export function CreativeGallery({ filters, cursor, setCursor, action }: CreativeGalleryProps) {
    const campaigns = useCampaignNames();
    const { query, pager } = usePagedQuery({ ...creativeList(filters, cursor), setCursor });
    const ids = query.data?.map((creative) => creative.id) ?? [];
    const report = useQuery({ ...creativeReportQuery(ids), enabled: ids.length > 0 });
    const byName = rowsByValue(report.data);
    if (query.error && !query.data) return <ErrorState error={query.error} retry={() => void query.refetch?.()} />;
    if (query.isPending) {
        return (
            <div className={styles.grid} aria-busy>
                {[1, 2, 3, 4].map((key) => (
                    <Skeleton key={key} height={240} radius={12} />
                ))}
            </div>
        );
    }
    if (ids.length === 0) {
        return (
            <EmptyState title="No creatives" icon={IconPhoto} action={action}>
                Creatives are banners and text links for affiliates. Their impressions and clicks are counted.
            </EmptyState>
        );
    }
    return (
        <>
            <ul className={styles.grid}>
                {query.data?.map((creative) => (
                    <Card
                        key={creative.id}
                        creative={creative}
                        campaign={filters.campaignId ? undefined : campaigns.nameOf(creative.campaignId)}
                        metrics={report.data && (byName.has(creative.name) ? byName.get(creative.name) : {})}
                    />
                ))}
            </ul>
            <Pages pager={pager} />
        </>
    );
}
