import { Alert, Autocomplete, Select, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';
import { LandingPageSelect, type LandingPageChoice } from '@/ui/LandingPageSelect';
import { queries, type Link, type LinkChange, type MarketingSource, type PortalMe } from '../../api';
import { destinationError } from './deepLink';

interface Values extends Record<string, unknown> {
    brandId: string;
    landingPageId: string | null;
    destinationUrl: string;
    name: string;
    campaignId: string | null;
    source: string;
    geoTarget: string;
    status: 'active' | 'inactive';
}

// Marketing sources are selected by name. A new name creates a new one.
async function sourceIdOf(name: string, known: MarketingSource[]): Promise<string | null> {
    const wanted = name.trim();
    if (wanted === '') return null;
    const found = known.find((one) => one.name.toLowerCase() === wanted.toLowerCase());
    return found ? found.id : (await take(api.POST('/portal/marketing-sources', { body: { name: wanted } }))).id;
}

const allowedFor = (me: PortalMe, brandId: string): string[] => [
    ...me.brands.filter((brand) => brand.id === brandId).flatMap((brand) => brand.websiteUrl ?? []),
    ...me.destinations.filter((one) => one.brandId === brandId).map((one) => one.url),
];

const pagesOf = (me: PortalMe, brandId: string): LandingPageChoice[] =>
    me.destinations.flatMap(({ brandId: of, url, landingPageId, name }) => (of === brandId && landingPageId ? { id: landingPageId, name: name ?? url, url } : []));

// Where a new link of the brand leads: its first landing page, else its website.
function firstOf(me: PortalMe, brandId: string): Pick<Values, 'landingPageId' | 'destinationUrl'> {
    const first = me.destinations.find((one) => one.brandId === brandId);
    return { landingPageId: first?.landingPageId ?? null, destinationUrl: first?.url ?? allowedFor(me, brandId)[0] ?? '' };
}

function initial(me: PortalMe, link: Link | null, sources: MarketingSource[], wantedBrand: string | undefined): Values {
    const brandId = link?.brandId ?? me.brands.find((brand) => brand.id === wantedBrand)?.id ?? me.brands[0]?.id ?? '';
    return {
        brandId,
        ...(link ? { landingPageId: link.landingPageId, destinationUrl: link.destinationUrl } : firstOf(me, brandId)),
        name: link?.name ?? '',
        campaignId: link?.campaignId ?? null,
        source: sources.find((one) => one.id === link?.marketingSourceId)?.name ?? '',
        geoTarget: link?.geoTarget ?? '',
        status: link?.status ?? 'active',
    };
}

interface LinkFormProps {
    me: PortalMe;
    // Null for a new link.
    link: Link | null;
    sources: MarketingSource[];
    brandId?: string;
    onClose: () => void;
    onSaved?: (link: Link) => void;
}

export function LinkForm({ me, link, sources, brandId, onClose, onSaved }: LinkFormProps) {
    const client = useQueryClient();
    const campaigns = useQuery(queries.campaigns);
    const submit = async ({ source, ...values }: Values): Promise<Link> => {
        const body: LinkChange & { brandId: string; status: Link['status'] } = {
            ...values,
            // A link with a landing page follows its URL.
            destinationUrl: values.landingPageId ? undefined : values.destinationUrl.trim(),
            name: values.name.trim() || null,
            geoTarget: values.geoTarget.trim() || null,
            marketingSourceId: await sourceIdOf(source, sources),
        };
        return link ? take(api.PATCH('/portal/links/{id}', { params: { path: { id: link.linkId } }, body })) : take(api.POST('/portal/links', { body }));
    };
    const form = useApiForm<Values, Link>({
        initialValues: initial(me, link, sources, brandId),
        validate: {
            brandId: (value) => (value ? null : 'Choose a brand'),
            destinationUrl: (value, values) => destinationError(value, allowedFor(me, values.brandId)),
            geoTarget: (value) => (/^([A-Za-z]{2})?$/.test(value.trim()) ? null : 'Enter two letters, such as DE'),
        },
        submit,
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['links'] });
            void client.invalidateQueries({ queryKey: ['marketing-sources'] });
            notifications.show({ message: link ? 'Link saved.' : 'Link created.' });
            onClose();
            onSaved?.(saved);
        },
    });
    const chooseBrand = (chosen: string | null) => {
        if (!chosen) return;
        form.setValues({ brandId: chosen, campaignId: null, ...firstOf(me, chosen) });
    };
    if (me.brands.length === 0) return <Alert color="yellow">{me.operator.name} has no active brand at the moment, so you cannot create a link.</Alert>;
    const known = me.destinations.filter((one) => one.brandId === form.values.brandId).map((one) => one.url);
    const { landingPageId } = form.values;
    const offered = pagesOf(me, form.values.brandId);
    // The link's page may no longer be offered.
    const pages = landingPageId && !offered.some(({ id }) => id === landingPageId) ? [...offered, { id: landingPageId, name: form.values.destinationUrl, url: form.values.destinationUrl }] : offered;
    const ofBrand = (campaigns.data ?? []).filter((campaign) => campaign.brandId === form.values.brandId);
    return (
        <FormBody form={form} submitLabel={link ? 'Save' : 'Create link'} onCancel={onClose}>
            <Select
                label="Brand"
                data={me.brands.map((brand) => ({ value: brand.id, label: brand.name }))}
                allowDeselect={false}
                disabled={link !== null}
                {...form.getInputProps('brandId')}
                onChange={chooseBrand}
            />
            <LandingPageSelect
                pages={pages}
                value={landingPageId}
                error={form.errors.landingPageId}
                onChange={(page) => form.setValues({ landingPageId: page?.id ?? null, destinationUrl: page?.url ?? form.values.destinationUrl })}
            />
            {!landingPageId && (
                <Autocomplete
                    label="Destination"
                    description="Any page of the brand’s website"
                    type="url"
                    placeholder="https://"
                    data={[...new Set(known)]}
                    // Shows all suggestions, even if the field has a value.
                    filter={({ options }) => options}
                    {...form.getInputProps('destinationUrl')}
                />
            )}
            <TextInput label="Name" description="For your own use, for example the place where you use the link" placeholder="Spring newsletter" data-autofocus {...form.getInputProps('name')} />
            <Select
                label="Campaign"
                description="Optional. The campaign that you promote, for reports."
                placeholder={ofBrand.length > 0 ? 'None' : 'The brand has no campaigns'}
                data={ofBrand.map((campaign) => ({ value: campaign.id, label: campaign.name }))}
                disabled={ofBrand.length === 0}
                clearable
                clearButtonProps={{ 'aria-label': 'Clear campaign' }}
                {...form.getInputProps('campaignId')}
            />
            <Autocomplete
                label="Marketing source"
                description="Optional. Your website or channel. A new name creates a new marketing source."
                placeholder="my-site.example"
                data={sources.map((source) => source.name)}
                {...form.getInputProps('source')}
            />
            <TextInput label="Target country" description="Optional. A country code for your reports." placeholder="DE" maxLength={2} {...form.getInputProps('geoTarget')} />
            {link && (
                <Switch
                    label="Active"
                    description="An inactive link still leads to the destination, but its clicks do not count for you."
                    checked={form.values.status === 'active'}
                    onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')}
                />
            )}
        </FormBody>
    );
}
