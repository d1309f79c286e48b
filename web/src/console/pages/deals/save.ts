import { api, take } from '@/api/client';
import { sameTerms, termsOf } from './formTerms';
import { rulesOf, type Deal, type DealValues } from './formValues';

// Sends terms only if they changed, because the same terms with another date would create a version.
export function saveDeal(deal: Deal | null, values: DealValues): Promise<Deal> {
    const { binding, isDefault, scope } = values;
    const name = values.name.trim();
    const terms = termsOf(values) as Deal['terms'];
    const rules = rulesOf(values);
    const from = values.effectiveFrom ? { effectiveFrom: values.effectiveFrom } : {};
    if (!deal) return take(api.POST('/deals', { body: { name, binding, isDefault, scope, terms, ...rules, ...from } }));
    const changed = sameTerms(terms, deal.terms) ? {} : { terms, ...from };
    return take(api.PATCH('/deals/{id}', { params: { path: { id: deal.id } }, body: { name, binding, isDefault, scope, ...rules, ...changed } }));
}
