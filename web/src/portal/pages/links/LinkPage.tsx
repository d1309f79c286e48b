import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays } from '@/format/period';
import { useFormat, useToday } from '@/format/useFormat';
import { CopyField } from '@/ui/copy';
import { Facts } from '@/ui/Facts';
import { PageHeader } from '@/ui/PageHeader';
import { StatTile } from '@/ui/StatTile';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { queries, type Link, type MetricName } from '../../api';
import { Link as RoutedLink, LinkButton, linkTo } from '../../link';
import { mayCreate, useAffiliate, useNames } from '../../me';
import { metricName, writerOf } from '../../metrics';
import { countryName } from '@/format/country';
import { placesOf, valuesOf } from '../dashboard/series';
import { DeepLinkBuilder } from './DeepLinkBuilder';
import { LinkDrawer } from './LinkDrawer';
import { linkRoute } from './routes';

const figures: { metric: MetricName; type: 'count' | 'money' }[] = [
    { metric: 'click_count', type: 'count' },
    { metric: 'registration_count', type: 'count' },
    { metric: 'ftd_count', type: 'count' },
    { metric: 'total_reward', type: 'money' },
];

// The results of this link in the last 30 days.
function LinkFigures({ link }: { link: Link }) {
    const format = useFormat();
    const today = useToday();
    const span = { startDate: addDays(today, -29), endDate: today };
    const found = useQuery(queries.report({ groupKeys: ['date'], metrics: figures.map((one) => one.metric), filters: { link: [link.linkId] }, ...span }));
    return (
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
            {figures.map(({ metric, type }) => (
                <StatTile
                    key={metric}
                    label={metricName(metric)}
                    value={writerOf(type, format)(found.data?.totals[metric] ?? 0)}
                    loading={found.isPending}
                    spark={found.data && placesOf(span, 'date').length > 1 ? valuesOf(found.data, span, 'date', metric) : undefined}
                />
            ))}
        </SimpleGrid>
    );
}

function LinkFacts({ link }: { link: Link }) {
    const names = useNames();
    const campaigns = useQuery(queries.campaigns);
    const sources = useQuery(queries.sources);
    return (
        <Paper p={{ base: 'md', xs: 'lg' }} component="section" aria-label="Link">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mb="lg">
                <CopyField label="Your link" value={link.shortUrl} />
                <CopyField label="Long form" value={link.trackingUrl} />
            </SimpleGrid>
            <Facts
                layout="columns"
                showEmpty
                facts={[
                    ['Brand', names.brand(link.brandId)],
                    ['Destination', link.destinationUrl.replace(/^https?:\/\//, '')],
                    ['Campaign', campaigns.data?.find((one) => one.id === link.campaignId)?.name],
                    ['Marketing source', sources.data?.find((one) => one.id === link.marketingSourceId)?.name],
                    ['Target country', link.geoTarget && countryName(link.geoTarget)],
                ]}
            />
        </Paper>
    );
}

export default function LinkPage() {
    const { linkId } = linkRoute.useParams();
    const [editing, setEditing] = useState(false);
    const { me } = useAffiliate();
    const { data: link, error, refetch } = useQuery(queries.link(linkId));
    if (error) return <ErrorState error={error} retry={() => void refetch()} />;
    if (!link) return <LoadingState />;
    const name = link.name ?? link.code;
    return (
        <>
            <PageHeader
                title={name}
                parents={[{ label: 'Links', link: linkTo({ to: '/links' }) }]}
                aside={<StatusBadge status={link.status} />}
                actions={
                    <>
                        <LinkButton to="/reports" search={{ groups: ['sub1'], where: { link: link.linkId } }} variant="default">
                            Report by SubID
                        </LinkButton>
                        {mayCreate(me) && (
                            <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
                                Edit
                            </Button>
                        )}
                    </>
                }
            />
            <Stack gap="md">
                <LinkFacts link={link} />
                <div>
                    <LinkFigures link={link} />
                    <Text size="xs" c="dimmed" mt={6}>
                        Last 30 days.{' '}
                        <RoutedLink to="/reports" search={{ groups: ['date'], where: { link: link.linkId } }} size="xs" underline="always">
                            Open in reports
                        </RoutedLink>
                    </Text>
                </div>
                <DeepLinkBuilder link={link} />
            </Stack>
            <LinkDrawer opened={editing} onClose={() => setEditing(false)} link={link} />
        </>
    );
}
