import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { PostbackFields, postbackValues, type PostbackValues } from '@/outbox/PostbackFields';
import { SendTest } from '@/outbox/SendTest';
import { FormBody, useApiForm } from '@/ui/form';
import { queries, type PortalMe } from '../../api';

type Postback = Schema<'PortalPostback'>;

// `postback` is null for a new postback.
export function PostbackForm({ me, postback, onClose }: { me: PortalMe; postback: Postback | null; onClose: () => void }) {
    const client = useQueryClient();
    const campaigns = useQuery(queries.campaigns);
    const links = useQuery(queries.allLinks).data?.map(({ linkId, name, code, brandId }) => ({ id: linkId, name: name ?? code, brandId }));
    const form = useApiForm<PostbackValues, Postback>({
        initialValues: postbackValues(postback),
        submit: (values) => {
            const body = { ...values, name: values.name.trim(), url: values.url.trim() };
            if (postback) return take(api.PATCH('/portal/postbacks/{id}', { params: { path: { id: postback.id } }, body }));
            return take(api.POST('/portal/postbacks', { body }));
        },
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['postbacks'] });
            void client.invalidateQueries({ queryKey: ['deliveries'] });
            notifications.show({ message: postback ? `Postback ${saved.name} saved.` : `Postback ${saved.name} created.` });
            onClose();
        },
    });
    return (
        <FormBody form={form} submitLabel={postback ? 'Save' : 'Create postback'} onCancel={onClose}>
            <PostbackFields
                getInputProps={form.getInputProps}
                values={form.values}
                brands={me.brands}
                campaigns={campaigns.data}
                links={links}
                known={postback}
            />
            {postback && <SendTest send={() => take(api.POST('/portal/postbacks/{id}/test', { params: { path: { id: postback.id } } }))} />}
        </FormBody>
    );
}
