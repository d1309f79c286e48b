import { Text } from '@mantine/core';
import type { Schema } from '@/api/client';
import type { Column } from '@/ui/DataTable';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import { triggerLabel } from './words';

type Shown = Pick<Schema<'Postback'>, 'name' | 'triggers' | 'method' | 'url' | 'status'>;

// The columns of a list of postbacks, with others after the name.
export const postbackColumns = <Postback extends Shown>(others: Column<Postback>[] = []): Column<Postback>[] => [
    { key: 'name', header: 'Name', sortValue: (postback) => postback.name, cell: (postback) => postback.name },
    ...others,
    { key: 'triggers', header: 'Sent for', sortValue: (postback) => postback.triggers.map(triggerLabel).join(', '), cell: (postback) => postback.triggers.map(triggerLabel).join(', ') },
    {
        key: 'url',
        header: 'URL',
        sortValue: (postback) => postback.url,
        cell: (postback) => (
            <Text span inherit c="dimmed" style={{ wordBreak: 'break-all' }}>
                {postback.method} {postback.url}
            </Text>
        ),
        hideOnPhone: true,
    },
    { key: 'status', header: 'Status', sortValue: (postback) => statusLabel(postback.status), cell: (postback) => <StatusBadge status={postback.status} />, width: 110 },
];
