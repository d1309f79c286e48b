import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { hoursOver, sameHours } from '@/format/clock';
import { useClock, useFormat } from '@/format/useFormat';
import { PageHeader } from '@/ui/PageHeader';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { ErrorState, LoadingState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { queries, type Summary } from '../../api';
import { useAffiliate } from '../../me';
import { FirstSteps } from './FirstSteps';
import { MoneyStrip } from './MoneyStrip';
import { Performance } from './Performance';
import { dashboardRoute } from './routes';
import { HoldNotice, StatusNotice } from './StatusNotice';
import { TopList } from './TopList';

// True if there are no clicks in this period or the previous one, and no commission at all.
const isBlank = ({ current, previous, earnings }: Summary): boolean =>
    current.click_count === 0 &&
    previous.click_count === 0 &&
    current.total_reward === 0 &&
    earnings.every((one) => [one.open, one.closed, one.paid].every((amount) => Number(amount) === 0));

export default function DashboardPage() {
    const [search, setSearch] = useSearchState(dashboardRoute);
    const { show, ...period } = search;
    const { span, before } = usePeriod(period);
    const format = useFormat();
    const hours = hoursOver(span, useClock());
    const written = ({ startDate, endDate }: typeof span) => (startDate === endDate ? format.plainDate(startDate) : `${format.plainDate(startDate, 'short')} – ${format.plainDate(endDate, 'short')}`);
    const { me, error, retry } = useAffiliate();
    const summary = useQuery({ ...queries.summary(span), placeholderData: keepPreviousData });
    const links = useQuery({ ...queries.allLinks, enabled: summary.data ? isBlank(summary.data) : false });
    const failed = error ?? (summary.data ? null : summary.error);
    const blank = summary.data !== undefined && isBlank(summary.data);
    return (
        <>
            <PageHeader
                title={me ? me.affiliate.name : 'Dashboard'}
                description={blank ? 'Your visitors and your commission.' : `${written(span)} compared with ${hours === null ? written(before) : sameHours(hours, written(before))}`}
                actions={!blank && <PeriodPicker value={period} onChange={setSearch} />}
            />
            {failed ? (
                <ErrorState error={failed} retry={() => (error ? retry() : void summary.refetch())} />
            ) : !me || (blank && links.isPending) ? (
                <LoadingState />
            ) : (
                <Stack gap="md">
                    <StatusNotice me={me} />
                    <HoldNotice me={me} />
                    {blank && <FirstSteps me={me} link={links.data?.[0]} />}
                    {!blank && (
                        <>
                            {summary.data ? <MoneyStrip summary={summary.data} /> : <Skeleton h={96} />}
                            <Performance period={period} span={span} before={before} shown={show ?? 'total_reward'} onShow={(metric) => setSearch({ show: metric === 'total_reward' ? undefined : metric })} />
                            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                                <TopList title="Top links" by="link" span={span} period={period} />
                                <TopList title="Top countries" by="country" span={span} period={period} />
                            </SimpleGrid>
                        </>
                    )}
                </Stack>
            )}
        </>
    );
}
