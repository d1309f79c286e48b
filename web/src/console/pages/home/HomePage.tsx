import { Box, SimpleGrid, Stack, Text } from '@mantine/core';
import { hoursOver, sameHours } from '@/format/clock';
import { useClock, useFormat } from '@/format/useFormat';
import { PageHeader } from '@/ui/PageHeader';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { useSearchState } from '@/ui/useSearchState';
import { FunnelTiles } from './FunnelTiles';
import { HealthCard } from './HealthCard';
import { NoticeCard } from './NoticeCard';
import { OverviewChart } from './OverviewChart';
import { RecentActivity } from './RecentActivity';
import { homeRoute } from './routes';
import { SetupChecklist } from './SetupChecklist';
import { TopAffiliates, TopPlaces } from './TopLists';
import { useOverview } from './useOverview';

export default function HomePage() {
    const [search, setSearch] = useSearchState(homeRoute);
    const format = useFormat();
    const { span, before } = usePeriod(search);
    const overview = useOverview(span, before);
    const hours = hoursOver(span, useClock());
    const metric = search.metric ?? 'ngr';
    const reportSearch = { period: search.period, from: search.from, to: search.to };
    const written = ({ startDate, endDate }: typeof span) =>
        startDate === endDate ? format.plainDate(startDate) : `${format.plainDate(startDate, 'short')} – ${format.plainDate(endDate, 'short')}`;
    return (
        <>
            <PageHeader
                title="Home"
                description={
                    <>
                        {written(span)} <Text span inherit>compared with {hours === null ? written(before) : sameHours(hours, written(before))}</Text>
                    </>
                }
                actions={<PeriodPicker value={search} onChange={setSearch} />}
            />
            <Stack gap="md">
                <SetupChecklist />
                <HealthCard />
                <NoticeCard />
                <Box component="section" aria-label="Key figures">
                    <FunnelTiles overview={overview} chosen={metric} onChoose={(chosen) => setSearch({ metric: chosen })} />
                    <OverviewChart overview={overview} metric={metric} reportSearch={reportSearch} />
                </Box>
            </Stack>
            <TopAffiliates span={span} metric={metric} reportSearch={reportSearch} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing={0}>
                <TopPlaces span={span} metric={metric} by={search.by ?? 'country'} onBy={(by) => setSearch({ by })} reportSearch={reportSearch} />
                <RecentActivity />
            </SimpleGrid>
        </>
    );
}
