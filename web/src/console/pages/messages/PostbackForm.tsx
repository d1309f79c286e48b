import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries, readAll } from '@/api/queries';
import { PostbackFields, postbackValues, type PostbackValues } from '@/outbox/PostbackFields';
import type { ScopeChoice } from '@/outbox/scopeOptions';
import { SendTest } from '@/outbox/SendTest';
import { FormBody, useApiForm } from '@/ui/form';
import { AffiliateSelect } from '../../AffiliateSelect';

type Postback = Schema<'Postback'>;

interface Values extends PostbackValues {
    affiliateId: string | null;
}

// Undefined while the links load, and if no affiliate is chosen.
function useLinks(affiliateId: string | null): ScopeChoice[] | undefined {
    const { data } = useQuery({
        queryKey: ['links', 'choices', { affiliateId }],
        queryFn: () => readAll((cursor) => take(api.GET('/links', { params: { query: { limit: 200, cursor, affiliateId: affiliateId ?? '' } } }))),
        enabled: Boolean(affiliateId),
    });
    return data?.map(({ linkId, name, code, brandId }) => ({ id: linkId, name: name ?? code, brandId }));
}

// `postback` is null for a new postback.
export function PostbackForm({ postback, onClose }: { postback: Postback | null; onClose: () => void }) {
    const client = useQueryClient();
    const brands = useQuery(queries.brands);
    const campaigns = useQuery(queries.campaigns);
    const form = useApiForm<Values, Postback>({
        initialValues: { ...postbackValues(postback), affiliateId: postback?.affiliateId ?? null },
        validate: { affiliateId: (value) => (value ? null : 'Choose an affiliate') },
        submit: ({ affiliateId, ...values }) => {
            const body = { ...values, name: values.name.trim(), url: values.url.trim() };
            if (postback) return take(api.PATCH('/postbacks/{id}', { params: { path: { id: postback.id } }, body }));
            return take(api.POST('/postbacks', { body: { ...body, affiliateId: affiliateId ?? '' } }));
        },
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['postbacks'] });
            void client.invalidateQueries({ queryKey: ['deliveries'] });
            notifications.show({ message: postback ? `Postback ${saved.name} saved.` : `Postback ${saved.name} created.` });
            onClose();
        },
    });
    const links = useLinks(form.values.affiliateId);
    const chooseAffiliate = (affiliateId: string | null) => form.setValues({ affiliateId, linkId: null });
    return (
        <FormBody form={form} submitLabel={postback ? 'Save' : 'Create postback'} onCancel={onClose}>
            {!postback && <AffiliateSelect label="Affiliate" required {...form.getInputProps('affiliateId')} onChange={chooseAffiliate} />}
            <PostbackFields
                getInputProps={form.getInputProps}
                values={form.values}
                brands={brands.data ?? []}
                campaigns={campaigns.data}
                links={links}
                known={postback}
            />
            {postback && <SendTest send={() => take(api.POST('/postbacks/{id}/test', { params: { path: { id: postback.id } } }))} />}
        </FormBody>
    );
}
