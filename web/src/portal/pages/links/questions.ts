import { keepPreviousData } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { spanOf, type DateSpan, type PeriodSearch } from '@/format/period';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { queries, type Link, type MetricName } from '../../api';

export const shownMetrics: MetricName[] = ['click_count', 'registration_count', 'ftd_count', 'total_reward'];

interface Search extends PeriodSearch {
    brandId?: string;
    status?: Link['status'];
    cursor?: string;
}

export const linkList = ({ brandId, status, cursor }: Search) => ({
    queryKey: ['links', 'list', { brandId, status }],
    read: (at: string | undefined) => take(api.GET('/portal/links', { params: { query: { limit: 50, cursor: at, brandId, status } } })),
    cursor,
});

// The numbers of the links on one page.
export const numbersQuery = (links: Link[], span: DateSpan) => ({
    ...queries.report({ groupKeys: ['link'], metrics: shownMetrics, filters: { link: links.map(({ linkId }) => linkId) }, ...span }),
    placeholderData: keepPreviousData,
});

export const linksQuestions: Questions = async ({ search, today, answerTo }) => {
    const asked = search as Search;
    const { items } = await answerTo(pagedQuery(linkList(asked)));
    return [queries.me, queries.campaigns, queries.sources, ...(items.length > 0 ? [numbersQuery(items, spanOf(asked, today))] : [])];
};
