import { useQuery } from '@tanstack/react-query';
import { useBrandNames } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { concernsOf } from './concerns';
import { judgeFeeds, usualGaps } from './feeds';
import { habitsQuery, healthQuery } from './questions';

export function useHealth() {
    const { nameOf, isPending } = useBrandNames();
    const format = useFormat();
    const health = useQuery({ ...healthQuery, refetchInterval: 15_000 });
    const habits = useQuery(habitsQuery);
    const known = health.data && habits.data && !isPending;
    const feeds = known ? judgeFeeds(health.data.feeds, usualGaps(habits.data.rows), nameOf, Date.now()) : [];
    return { health, feeds, judged: Boolean(known) || health.data?.feeds.length === 0, concerns: health.data ? concernsOf(health.data, feeds, format, nameOf) : [] };
}
