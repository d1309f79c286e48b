import { recentPeriods } from '@/format/statementPeriod';
import { termsOf } from '../formTerms';
import { valuesOf, type Deal, type DealValues } from '../formValues';
import { firstTemplate } from '../templates';
import type { SimulationBody } from './useSimulation';

// The values of the form: terms as in the form of a deal, and what they are applied to.
export interface QuestionValues extends DealValues {
    // Empty means all affiliates.
    affiliateIds: string[];
    from: string;
    to: string;
}

const offeredMonths = 60;

// The months that can be chosen, newest first. The current month counts as if it were closed now.
export const monthsUntil = (today: string): string[] => recentPeriods(today, ['month'], offeredMonths + 1).slice(1);

// The three months before this one.
export function questionOf(deal: Deal | null, baseCurrency: string, affiliateIds: string[], today: string): QuestionValues {
    const [, to = '', , from = ''] = monthsUntil(today);
    return { ...valuesOf(deal, baseCurrency, firstTemplate(baseCurrency)), affiliateIds, from, to };
}

export const bodyOf = (values: QuestionValues): SimulationBody => ({
    // The types of the API may lack members that the server accepts (members.ts).
    terms: termsOf(values) as SimulationBody['terms'],
    scope: values.scope,
    binding: values.binding,
    affiliateIds: values.affiliateIds,
    from: values.from,
    to: values.to,
});

export const problemsOfMonths = ({ from, to }: Pick<QuestionValues, 'from' | 'to'>): Record<string, string> => (to < from ? { to: 'Choose a month that is not before the first one' } : {});
