import { Select, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { queries, readAll, useBrandNames } from '@/api/queries';
import { FormBody, useApiForm, type ApiForm } from '@/ui/form';
import { LandingPageSelect } from '@/ui/LandingPageSelect';
import { AffiliateSelect } from '../../AffiliateSelect';
import type { TrackingLink } from './LinksTable';
import type { LinkFilters } from './questions';

interface Values extends Record<string, unknown> {
    affiliateId: string | null;
    brandId: string | null;
    landingPageId: string | null;
    destinationUrl: string;
    name: string;
    code: string;
    campaignId: string | null;
    marketingSourceId: string | null;
    creativeId: string | null;
    geoTarget: string;
    status: TrackingLink['status'];
}

function valuesOf(link: TrackingLink | null, given: LinkFilters): Values {
    return {
        affiliateId: link?.affiliateId ?? given.affiliateId ?? null,
        brandId: link?.brandId ?? given.brandId ?? null,
        landingPageId: link?.landingPageId ?? null,
        destinationUrl: link?.destinationUrl ?? '',
        name: link?.name ?? '',
        code: link?.code ?? '',
        campaignId: link?.campaignId ?? given.campaignId ?? null,
        marketingSourceId: link?.marketingSourceId ?? null,
        creativeId: link?.creativeId ?? given.creativeId ?? null,
        geoTarget: link?.geoTarget ?? '',
        status: link?.status ?? 'active',
    };
}

function save(link: TrackingLink | null, values: Values): Promise<TrackingLink> {
    const { affiliateId, brandId, code, ...rest } = values;
    const body = {
        ...rest,
        // A link with a landing page follows its URL.
        destinationUrl: values.landingPageId ? undefined : values.destinationUrl.trim(),
        name: values.name.trim() || null,
        geoTarget: values.geoTarget.trim() || null,
    };
    if (link) return take(api.PATCH('/links/{id}', { params: { path: { id: link.linkId } }, body }));
    const owned = { ...body, affiliateId: affiliateId ?? '', brandId: brandId ?? '' };
    return take(api.POST('/links', { body: code.trim() ? { ...owned, code: code.trim() } : owned }));
}

// Creatives belong to campaigns, and campaigns to brands. A selection filters the fields below it.
function useChoices({ affiliateId, brandId, campaignId }: Values) {
    const campaigns = useQuery(queries.campaigns);
    const ofBrand = (campaigns.data ?? []).filter((campaign) => campaign.brandId === brandId);
    const creatives = useQuery({
        queryKey: ['creatives', 'choices', { campaignId }],
        queryFn: () => readAll((cursor) => take(api.GET('/creatives', { params: { query: { limit: 200, cursor, campaignId: campaignId ?? undefined } } }))),
        enabled: Boolean(brandId),
    });
    const sources = useQuery({
        queryKey: ['marketing-sources', 'choices', { affiliateId }],
        queryFn: () => readAll((cursor) => take(api.GET('/marketing-sources', { params: { query: { limit: 200, cursor, affiliateId: affiliateId ?? '' } } }))),
        enabled: Boolean(affiliateId),
    });
    const options = (items: { id: string; name: string }[]) => items.map((item) => ({ value: item.id, label: item.name }));
    const brandCampaigns = new Set(ofBrand.map((campaign) => campaign.id));
    return {
        campaigns: options(ofBrand),
        creatives: options((creatives.data ?? []).filter((creative) => brandCampaigns.has(creative.campaignId))),
        sources: options(sources.data ?? []),
    };
}

function WhereFields({ form, fixed }: { form: ApiForm<Values>; fixed: boolean }) {
    const brands = useBrandNames();
    const site = useQuery(queries.brands).data?.find((brand) => brand.id === form.values.brandId)?.websiteUrl;
    const choose = (change: Partial<Values>) => form.setValues(change);
    const landingPages = useQuery(queries.landingPages);
    const all = landingPages.data ?? [];
    const { brandId, landingPageId } = form.values;
    // A page that is no longer active stays with the link that has it.
    const pages = all.filter((page) => page.brandId === brandId && (page.status === 'active' || page.id === landingPageId));
    // A new link starts with the first landing page of its brand.
    const chooseBrand = (chosen: string | null) => {
        const first = all.find((page) => page.brandId === chosen && page.status === 'active');
        choose({ brandId: chosen, campaignId: null, creativeId: null, landingPageId: first?.id ?? null, destinationUrl: '' });
    };
    return (
        <>
            <AffiliateSelect
                label="Affiliate"
                required
                disabled={fixed}
                data-autofocus={fixed ? undefined : true}
                // The form opens with focus on this field. An open list would hide the other fields.
                openOnFocus={false}
                {...form.getInputProps('affiliateId')}
                onChange={(affiliateId) => choose({ affiliateId, marketingSourceId: null })}
            />
            <Select
                label="Brand"
                description={fixed ? 'The affiliate and the brand of a link cannot be changed. Create another link instead.' : undefined}
                required
                // The choice of a brand also chooses its first landing page, which must be known.
                disabled={fixed || landingPages.isPending}
                data={brands.options}
                searchable={brands.options.length > 8}
                {...form.getInputProps('brandId')}
                onChange={chooseBrand}
            />
            <LandingPageSelect
                pages={pages}
                value={landingPageId}
                error={form.errors.landingPageId}
                onChange={(page) => choose({ landingPageId: page?.id ?? null, destinationUrl: page?.url ?? form.values.destinationUrl })}
            />
            {!landingPageId && (
                <TextInput
                    label="Destination"
                    description="The page that visitors reach. The click id is added to the URL."
                    required
                    type="url"
                    placeholder={site ?? 'https://'}
                    data-autofocus={fixed ? true : undefined}
                    {...form.getInputProps('destinationUrl')}
                />
            )}
        </>
    );
}

interface LinkFormProps {
    link: TrackingLink | null;
    // Initial values of a new link.
    given?: LinkFilters;
    onClose: () => void;
    onSaved?: (link: TrackingLink) => void;
}

const needed = (what: string) => (value: string | null) => (value ? null : what);

export function LinkForm({ link, given = {}, onClose, onSaved }: LinkFormProps) {
    const client = useQueryClient();
    const form = useApiForm<Values, TrackingLink>({
        initialValues: valuesOf(link, given),
        validate: { affiliateId: needed('Choose an affiliate'), brandId: needed('Choose a brand') },
        submit: (values) => save(link, values),
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['links'] });
            notifications.show({ message: link ? 'Link saved.' : 'Link created.' });
            onClose();
            onSaved?.(saved);
        },
    });
    const choices = useChoices(form.values);
    return (
        <FormBody form={form} submitLabel={link ? 'Save' : 'Create link'} onCancel={onClose}>
            <WhereFields form={form} fixed={link !== null} />
            <TextInput label="Name" description="The name in reports. Without a name, reports show the code." {...form.getInputProps('name')} />
            {!link && <TextInput label="Code" description="The code in the short URL. It cannot be changed later. Leave it empty to get a random code." {...form.getInputProps('code')} />}
            <Select
                label="Campaign"
                data={choices.campaigns}
                disabled={!form.values.brandId}
                clearable
                searchable
                {...form.getInputProps('campaignId')}
                onChange={(campaignId) => form.setValues({ campaignId, creativeId: null })}
            />
            <Select label="Creative" description="The banner or text that uses this link" data={choices.creatives} disabled={!form.values.brandId} clearable searchable {...form.getInputProps('creativeId')} />
            <Select
                label="Marketing source"
                description="The affiliate's website or channel that uses this link"
                data={choices.sources}
                disabled={!form.values.affiliateId}
                clearable
                searchable
                nothingFoundMessage="This affiliate has no marketing sources"
                {...form.getInputProps('marketingSourceId')}
            />
            <TextInput label="Target country" description="A country code for reports. Visitors from other countries can still use the link." maxLength={2} w={200} placeholder="Any" {...form.getInputProps('geoTarget')} />
            {link && (
                <Switch
                    label="Active"
                    description="An inactive link still leads to the destination, but its clicks are not counted."
                    checked={form.values.status === 'active'}
                    onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')}
                />
            )}
        </FormBody>
    );
}
