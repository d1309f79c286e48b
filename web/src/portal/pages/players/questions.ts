import { api, take } from '@/api/client';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { queries } from '../../api';

export const playerList = (cursor: string | undefined) => ({
    queryKey: ['players', 'list'],
    read: (at: string | undefined) => take(api.GET('/portal/players', { params: { query: { limit: 25, cursor: at } } })),
    cursor,
});

// The players of a page, and what each of them lacks.
export const playersQuestions: Questions = async ({ search, answerTo }) => {
    const { items } = await answerTo(pagedQuery(playerList((search as { cursor?: string }).cursor)));
    return [queries.me, ...items.map(({ id }) => queries.why(id))];
};
