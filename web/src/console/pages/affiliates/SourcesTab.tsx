import { Button, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FormBody, useApiForm } from '@/ui/form';
import { Section } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import type { Affiliate } from './affiliateRows';
import { affiliateRoute } from './routes';

type Source = Schema<'MarketingSource'>;

const columns: Column<Source>[] = [
    { key: 'name', header: 'Name', sortValue: (source) => source.name, cell: (source) => source.name },
    { key: 'type', header: 'Kind', sortValue: (source) => source.type, cell: (source) => source.type ?? '–' },
    {
        key: 'url',
        header: 'URL',
        sortValue: (source) => source.url,
        cell: (source) =>
            source.url ? (
                <Text component="a" inherit href={source.url} target="_blank" rel="noreferrer noopener" td="underline">
                    {source.url}
                </Text>
            ) : (
                '–'
            ),
    },
];

function SourceForm({ affiliateId, source, onClose }: { affiliateId: string; source: Source | null; onClose: () => void }) {
    const client = useQueryClient();
    const form = useApiForm({
        initialValues: { name: source?.name ?? '', type: source?.type ?? '', url: source?.url ?? '' },
        submit: (values) => {
            const body = { name: values.name.trim(), type: values.type.trim() || null, url: values.url.trim() || null };
            return source
                ? take(api.PATCH('/marketing-sources/{id}', { params: { path: { id: source.id } }, body }))
                : take(api.POST('/marketing-sources', { body: { affiliateId, ...body } }));
        },
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['marketing-sources'] });
            notifications.show({ message: `Marketing source ${saved.name} saved.` });
            onClose();
        },
    });
    return (
        <FormBody form={form} submitLabel={source ? 'Save' : 'Create marketing source'} onCancel={onClose}>
            <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
            <TextInput label="Kind" description="Any text" placeholder="website, newsletter, video" {...form.getInputProps('type')} />
            <TextInput label="URL" type="url" placeholder="https://" {...form.getInputProps('url')} />
        </FormBody>
    );
}

export function SourcesTab({ affiliate }: { affiliate: Affiliate }) {
    const [search, setSearch] = useSearchState(affiliateRoute);
    const [edited, setEdited] = useState<Source | 'new' | null>(null);
    const { write } = usePermissions();
    const { query, pager } = usePagedQuery({
        queryKey: ['marketing-sources', { affiliateId: affiliate.id }],
        read: (cursor) => take(api.GET('/marketing-sources', { params: { query: { limit: 50, cursor, affiliateId: affiliate.id } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const create = write && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New marketing source
        </Button>
    );
    const close = () => setEdited(null);
    return (
        <>
            <Section title="Marketing sources" description="The websites and channels where this affiliate places its links. Reports can be grouped by marketing source." actions={create}>
                <DataTable
                    label="Marketing sources of this affiliate"
                    columns={columns}
                    query={query}
                    pager={pager}
                    rowKey={(source) => source.id}
                    onRowClick={write ? setEdited : undefined}
                    empty={
                        <EmptyState title="No marketing sources yet" icon={IconWorld} action={create}>
                            Set a marketing source for each link to compare the affiliate's channels in reports.
                        </EmptyState>
                    }
                />
            </Section>
            <Drawer opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New marketing source' : 'Edit marketing source'}</Text>}>
                {edited && <SourceForm affiliateId={affiliate.id} source={edited === 'new' ? null : edited} onClose={close} />}
            </Drawer>
        </>
    );
}
