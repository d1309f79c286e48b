import { Select, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries, useBrandNames } from '@/api/queries';
import { FormBody, useApiForm } from '@/ui/form';

export type LandingPage = Schema<'LandingPage'>;

type Body = Omit<LandingPage, 'id'>;

function save(page: LandingPage | null, body: Body): Promise<LandingPage> {
    return page ? take(api.PATCH('/landing-pages/{id}', { params: { path: { id: page.id } }, body })) : take(api.POST('/landing-pages', { body }));
}

export function LandingPageForm({ page, brandId, onClose }: { page: LandingPage | null; brandId?: string; onClose: () => void }) {
    const client = useQueryClient();
    const brands = useBrandNames();
    const sites = useQuery(queries.brands).data ?? [];
    const only = sites.length === 1 ? sites[0]?.id : undefined;
    const form = useApiForm<Body, LandingPage>({
        initialValues: { brandId: page?.brandId ?? brandId ?? only ?? '', name: page?.name ?? '', url: page?.url ?? '', status: page?.status ?? 'active' },
        validate: { brandId: (value) => (value ? null : 'Choose a brand') },
        submit: (values) => save(page, { ...values, name: values.name.trim(), url: values.url.trim() }),
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['landing-pages'] });
            void client.invalidateQueries({ queryKey: ['links'] });
            notifications.show({ message: page ? `Landing page ${saved.name} saved.` : `Landing page ${saved.name} created.` });
            onClose();
        },
    });
    const site = sites.find((brand) => brand.id === form.values.brandId)?.websiteUrl;
    return (
        <FormBody form={form} submitLabel={page ? 'Save' : 'Create landing page'} onCancel={onClose}>
            <Select label="Brand" required data={brands.options} allowDeselect={false} {...form.getInputProps('brandId')} />
            <TextInput label="Name" description="The name that affiliates see when they create a link" required placeholder="Welcome offer" data-autofocus {...form.getInputProps('name')} />
            <TextInput
                label="URL"
                description={site ? `A page of ${new URL(site).host}, or of a host that links of the brand already use` : 'A page of the brand’s website'}
                required
                type="url"
                placeholder={site ?? 'https://'}
                {...form.getInputProps('url')}
            />
            <Switch
                label="Active"
                description="An inactive landing page cannot be chosen for a link. Links that use it still lead to it."
                checked={form.values.status === 'active'}
                onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')}
            />
        </FormBody>
    );
}
