import { Checkbox, MultiSelect, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, take } from '@/api/client';
import { queries, readAll } from '@/api/queries';
import type { ApiForm } from '@/ui/form';
import { LandingPageSelect } from '@/ui/LandingPageSelect';
import { ScopeFields } from '../deals/DealForm';
import { PreviewCard } from '../deals/DealPreview';
import { problemsOf, termsOf } from '../deals/formTerms';
import type { Form } from '../deals/inputs';
import { Block, ComponentChoice, PartBlocks, Templates } from '../deals/TermsFields';
import { AccountManagerField, TagsField } from './AffiliateChoices';
import { CoverageNotice, useCoverage } from './Coverage';
import type { DealChoice, OnboardingValues } from './onboarding';

type Flow = ApiForm<OnboardingValues>;

export function PersonFields({ form }: { form: Flow }) {
    return (
        <Block title="1. Affiliate" description="The person or company, and its access to the portal.">
            <TextInput label="Name" required data-autofocus autoFocus {...form.getInputProps('name')} />
            <TextInput label="Email" required type="email" {...form.getInputProps('email')} />
            <Checkbox label="Create an invitation to the portal" description="The affiliate gets a link by email to choose a password. If this service sends no mail, you get the link and send it yourself." {...form.getInputProps('invite', { type: 'checkbox' })} />
            <TagsField {...form.getInputProps('tags')} />
            <AccountManagerField {...form.getInputProps('accountManagerId')} />
        </Block>
    );
}

// The default deal does not apply to an affiliate that has its own deal. The checkbox assigns the default deal as well.
function Uncovered({ form, deal }: { form: Flow; deal?: Form }) {
    const coverage = useCoverage(form.values.deal === 'existing' ? form.values.dealIds : [], deal?.values.scope);
    return (
        <CoverageNotice coverage={coverage}>
            <Checkbox label={`Assign ${coverage.remedy?.name ?? 'the default deal'} too`} {...form.getInputProps('withDefault', { type: 'checkbox' })} />
        </CoverageNotice>
    );
}

function NewDeal({ form, deal }: { form: Flow; deal: Form }) {
    const problems = Object.values(problemsOf(deal.values));
    return (
        <Stack gap="md">
            <Templates form={deal} />
            <TextInput label="Name of the deal" placeholder="Deal of this affiliate" {...deal.getInputProps('name')} />
            <ComponentChoice form={deal} />
            <PartBlocks form={deal} />
            <ScopeFields form={deal} />
            <Uncovered form={form} deal={deal} />
            <PreviewCard terms={termsOf(deal.values)} problem={problems.length > 0 ? 'Enter the amounts to see what the deal pays, with examples.' : null} />
        </Stack>
    );
}

export function DealFields({ form, deal }: { form: Flow; deal: Form }) {
    const { data: deals = [] } = useQuery(queries.deals);
    const fallback = deals.find((one) => one.isDefault);
    const { deal: choice, dealIds } = form.values;
    return (
        <Block title="2. Deal" description="What the affiliate earns.">
            <Radio.Group aria-label="Deal" value={choice} onChange={(value) => form.setFieldValue('deal', value as DealChoice)}>
                <Stack gap="xs">
                    <Radio value="default" label={fallback ? `The default deal: ${fallback.name}` : 'No deal'} description={fallback ? undefined : 'There is no default deal, so the affiliate earns nothing yet'} />
                    {deals.length > 0 && <Radio value="existing" label="An existing deal" />}
                    <Radio value="new" label="A new deal for this affiliate" />
                </Stack>
            </Radio.Group>
            {choice === 'existing' && (
                <>
                    <MultiSelect label="Deals" data={deals.map((one) => ({ value: one.id, label: one.name }))} searchable clearable {...form.getInputProps('dealIds')} />
                    {dealIds.length > 0 && <Uncovered form={form} />}
                </>
            )}
            {choice === 'new' && <NewDeal form={form} deal={deal} />}
        </Block>
    );
}

// Returns the active banners and texts of a brand, with the names of their campaigns.
function useCreatives(brandId: string | null) {
    const campaigns = useQuery(queries.campaigns).data ?? [];
    const creatives = useQuery({
        queryKey: ['creatives', 'choices', {}],
        queryFn: () => readAll((cursor) => take(api.GET('/creatives', { params: { query: { limit: 200, cursor, status: 'active' } } }))),
    });
    const nameOf = new Map(campaigns.filter((one) => one.brandId === brandId && one.status === 'active').map((one) => [one.id, one.name]));
    return (creatives.data ?? []).flatMap(({ id, name, campaignId }) => (nameOf.has(campaignId) ? { value: id, label: `${name} (${nameOf.get(campaignId) ?? ''})` } : []));
}

export function LinkFields({ form, deal }: { form: Flow; deal: Form }) {
    const { withLink, brandId, landingPageId } = form.values;
    const brands = (useQuery(queries.brands).data ?? []).filter((brand) => brand.status === 'active');
    const all = useQuery(queries.landingPages).data ?? [];
    const pages = all.filter((page) => page.brandId === brandId && page.status === 'active');
    const creatives = useCreatives(brandId);
    const chooseBrand = (chosen: string | null) => {
        const first = all.find((page) => page.brandId === chosen && page.status === 'active');
        form.setValues({ brandId: chosen, creativeId: null, landingPageId: first?.id ?? null, destinationUrl: brands.find(({ id }) => id === chosen)?.websiteUrl ?? '' });
    };
    // A link to a brand that the new deal does not cover would earn nothing, so the link follows the brands of the deal.
    const covered = form.values.deal === 'new' ? deal.values.scope.brandIds.filter((id) => brands.some((brand) => brand.id === id)) : [];
    useEffect(() => {
        if (covered.length > 0 && !covered.includes(brandId ?? '')) chooseBrand(covered[0] ?? null);
    }, [covered.join()]);
    return (
        <Block title="3. Link and creative" description="The tracking link that the affiliate publishes, and a creative for it.">
            <Switch label="Create a link" {...form.getInputProps('withLink', { type: 'checkbox' })} />
            {withLink && (
                <>
                    <Select label="Brand" data={brands.map(({ id, name }) => ({ value: id, label: name }))} allowDeselect={false} {...form.getInputProps('brandId')} onChange={chooseBrand} />
                    <LandingPageSelect pages={pages} value={landingPageId} error={form.errors.landingPageId} onChange={(page) => form.setFieldValue('landingPageId', page?.id ?? null)} />
                    {!landingPageId && <TextInput label="Destination" required type="url" placeholder="https://" {...form.getInputProps('destinationUrl')} />}
                    {creatives.length > 0 ? (
                        <Select label="Creative" placeholder="None" data={creatives} clearable searchable {...form.getInputProps('creativeId')} />
                    ) : (
                        <Text size="sm" c="dimmed">
                            This brand has no active creatives. You can add them under Campaigns.
                        </Text>
                    )}
                </>
            )}
        </Block>
    );
}
