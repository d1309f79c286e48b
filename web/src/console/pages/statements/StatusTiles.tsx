import { Paper, SimpleGrid, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useFormat } from '@/format/useFormat';
import { statusLabel } from '@/ui/StatusBadge';
import { tilesOf, totalsQuery } from './questions';
import styles from './statements.module.css';
import { totalsOf, type Statement, type Status } from './words';

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

// The amounts by status. Each tile filters the list.
export function StatusTiles({ filters, chosen, onChoose }: { filters: Parameters<typeof tilesOf>[0]; chosen: string | undefined; onChoose: (status: Status | undefined) => void }) {
    const shown = tilesOf(filters);
    const found = useQueries({ queries: shown.map((status) => totalsQuery(filters, status)) });
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
