import { describe, expect, it } from 'vitest';
import type { Dimensions } from '../../api';
import { choiceOf, queryOf, reportNote } from './choice';

const metric = (name: string) => ({ name, description: '', formula: '', type: 'count', additive: true, opens: null });
const known = {
    groupKeys: ['date', 'link', 'country', 'sub1'].map((name) => ({ name, description: '' })),
    metrics: ['click_count', 'ftd_count', 'total_reward'].map(metric),
} as Dimensions;

describe('what a report shows', () => {
    it('is the usual metrics by day by default', () => {
        expect(choiceOf({}, known)).toEqual({ groups: ['date'], metrics: ['click_count', 'ftd_count', 'total_reward'], sort: undefined, show: 'total_reward', where: {} });
    });
    it('is sorted by commission if rows are not times', () => {
        expect(choiceOf({ groups: ['link'] }, known).sort).toBe('-total_reward');
        expect(choiceOf({ groups: ['link'], metrics: ['ftd_count'] }, known).sort).toBe('-ftd_count');
    });
    it('leaves out metrics that affiliates may not see', () => {
        const choice = choiceOf({ groups: ['player', 'link'], metrics: ['profit', 'click_count'], sort: '-profit', where: { affiliate: 'x', country: 'DE' } }, known);
        expect(choice).toMatchObject({ groups: ['link'], metrics: ['click_count'], sort: '-click_count', where: { country: 'DE' } });
    });
    it('keeps a sort by one of its columns', () => expect(choiceOf({ groups: ['link'], sort: 'click_count' }, known).sort).toBe('click_count'));
});

it('a query of the API has filters by lists of values', () => {
    const span = { startDate: '2026-03-01', endDate: '2026-03-31' };
    expect(queryOf(choiceOf({ groups: ['link'], where: { country: 'DE' } }, known), span, 500)).toEqual({
        groupKeys: ['link'],
        metrics: ['click_count', 'ftd_count', 'total_reward'],
        filters: { country: ['DE'] },
        sort: '-total_reward',
        limit: 500,
        ...span,
    });
});

it('the note says in which currency rows and totals are', () => {
    const days = 'A click counts on the day of the click. Commission counts on the day of the event that earned it.';
    expect(reportNote(['date'], 'EUR')).toBe(`${days} Amounts are in EUR.`);
    expect(reportNote(['currency'], 'EUR')).toBe(`${days} Each row is in its own currency, and the total is in EUR.`);
});
