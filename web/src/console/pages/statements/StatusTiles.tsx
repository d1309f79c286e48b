import { Paper, SimpleGrid, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { readAll } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { statusLabel } from '@/ui/StatusBadge';
import styles from './statements.module.css';
import { totalsOf, type Statement, type Status } from './words';

const tiles: Status[] = ['open', 'closed', 'approved', 'onHold', 'paid'];

interface Filters {
    period?: string;
    affiliateId?: string;
    currency?: string;
}

const readTotals = (filters: Filters, status: Status) =>
    readAll((cursor) => take(api.GET('/statements', { params: { query: { limit: 200, cursor, status, ...filters } } })));

function Amounts({ statements }: { statements: Statement[] }) {
    const format = useFormat();
    const totals = totalsOf(statements);
    return (
        <>
            <Text fz={18} fw={600} className="tabular" lh={1.5}>
                {format.money(totals[0]?.payable ?? '0', totals[0]?.currency)}
            </Text>
            <Text size="xs" c="dimmed" className="tabular">
                {totals.slice(1).filter((total) => total.payable !== '0').map((total) => `+ ${format.money(total.payable, total.currency)} · `)}
                {statements.length === 1 ? '1 statement' : `${statements.length}${statements.length >= 2000 ? '+' : ''} statements`}
            </Text>
        </>
    );
}

// The amounts by status. Each tile filters the list. Paid statements have a tile only for one period or one affiliate,
// because adding up all paid statements would take too long.
export function StatusTiles({ filters, chosen, onChoose }: { filters: Filters; chosen: string | undefined; onChoose: (status: Status | undefined) => void }) {
    const shown = tiles.filter((status) => status !== 'paid' || filters.period || filters.affiliateId);
    const found = useQueries({
        queries: shown.map((status) => ({ queryKey: ['statements', 'totals', status, filters], queryFn: () => readTotals(filters, status) })),
    });
    return (
        <SimpleGrid cols={{ base: 2, sm: shown.length }} spacing="sm" mb="lg">
            {shown.map((status, at) => (
                <UnstyledButton key={status} className={styles.tile} aria-pressed={chosen === status} onClick={() => onChoose(chosen === status ? undefined : status)}>
                    <Paper p="md" h="100%">
                        <Text size="sm" c="dimmed">
                            {statusLabel(status)}
                        </Text>
                        {found[at]?.data ? <Amounts statements={found[at].data} /> : <Skeleton height={38} mt={6} width="70%" visible={!found[at]?.error} />}
                    </Paper>
                </UnstyledButton>
            ))}
        </SimpleGrid>
    );
}
