import { api, take, type Schema } from '@/api/client';
import { saveDeal } from '../deals/save';
import type { Deal, DealValues } from '../deals/formValues';

export type DealChoice = 'default' | 'existing' | 'new';

export interface OnboardingValues extends Record<string, unknown> {
    name: string;
    email: string;
    invite: boolean;
    tags: string[];
    accountManagerId: string | null;
    deal: DealChoice;
    dealIds: string[];
    // Assigns the default deal as well, for players that the other deals are not for.
    withDefault: boolean;
    withLink: boolean;
    brandId: string | null;
    landingPageId: string | null;
    destinationUrl: string;
    creativeId: string | null;
}

// What the flow has created so far. A repeated attempt after an error goes on from there and creates nothing twice.
export interface Onboarded {
    deal?: Deal;
    affiliate?: Schema<'Affiliate'>;
    link?: Schema<'Link'>;
    invitation?: Schema<'Invitation'>;
    embed?: string;
}

async function createAffiliate(values: OnboardingValues, deal: Deal | undefined, defaultDeal: string | null): Promise<Schema<'Affiliate'>> {
    const chosen: Record<DealChoice, string[]> = { default: [], existing: values.dealIds, new: deal ? [deal.id] : [] };
    const extra = values.withDefault && values.deal !== 'default' && defaultDeal ? [defaultDeal] : [];
    const dealIds = [...new Set([...chosen[values.deal], ...extra])];
    const { tags, accountManagerId } = values;
    const body = { name: values.name.trim(), email: values.email.trim(), status: 'approved' as const, dealIds, statementPeriod: 'month' as const, postbacksAllowed: false, tags, accountManagerId };
    return take(api.POST('/affiliates', { body }));
}

async function createLink(values: OnboardingValues, affiliateId: string): Promise<Schema<'Link'>> {
    const { brandId, landingPageId, creativeId } = values;
    const to = landingPageId ? { landingPageId } : { destinationUrl: values.destinationUrl.trim() };
    return take(api.POST('/links', { body: { affiliateId, brandId: brandId ?? '', creativeId, status: 'active', ...to } }));
}

// Creates the deal, the affiliate, the link and the invitation, in this order, and notes each in `done`.
export async function onboard(values: OnboardingValues, deal: DealValues, defaultDeal: string | null, done: Onboarded): Promise<Onboarded> {
    if (values.deal === 'new') done.deal ??= await saveDeal(null, { ...deal, name: deal.name.trim() || `Deal of ${values.name.trim()}` });
    done.affiliate ??= await createAffiliate(values, done.deal, defaultDeal);
    const { id } = done.affiliate;
    if (values.withLink) done.link ??= await createLink(values, id);
    if (done.link && values.creativeId) {
        const params = { path: { id: values.creativeId }, query: { linkId: done.link.linkId } };
        done.embed ??= await take(api.GET('/creatives/{id}/embed', { params, parseAs: 'text' }));
    }
    // The last step, because an invitation is shown only once.
    if (values.invite) done.invitation ??= await take(api.POST('/affiliates/{id}/invite', { params: { path: { id } } }));
    return done;
}
