import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { Money } from '@/ui/Money';
import { ErrorNotice } from '@/ui/states';
import type { Accrual, Statement, StatementLine } from '../../api';
import { Link } from '../../link';
import { accrualReason, accrualTitle } from './lineWords';
import styles from './statements.module.css';

function AccrualRow({ accrual, statementId }: { accrual: Accrual; statementId: string }) {
    const format = useFormat();
    return (
        <Link to="/accruals/$accrualId" params={{ accrualId: accrual.id }} search={{ statement: statementId }} className={styles.accrual} underline="never">
            <Box flex={1} miw={0}>
                <Text size="sm" fw={500} c="inherit" truncate>
                    {accrualTitle(accrual)}
                </Text>
                <Text size="xs" c="dimmed">
                    {accrualReason(accrual)} · {format.dateTime(accrual.eventTime)}
                    {accrual.late ? ' · late' : ''}
                </Text>
            </Box>
            <Text span size="sm" fw={500}>
                <Money amount={accrual.amount} currency={accrual.currency} colored />
            </Text>
        </Link>
    );
}

// The accruals of a line, newest first. Each links to its explanation.
export function LineAccruals({ statement, line }: { statement: Statement; line: StatementLine }) {
    const filters = {
        period: statement.period,
        component: line.component as Accrual['component'],
        brandId: line.brandId ?? undefined,
        dealId: line.dealId ?? undefined,
        dealVersion: line.dealVersion ?? undefined,
        // Unpriced accruals are not part of a line.
        status: 'final' as const,
    };
    const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
        queryKey: ['accruals', 'list', filters],
        queryFn: ({ pageParam }) => take(api.GET('/portal/accruals', { params: { query: { ...filters, limit: 20, cursor: pageParam } } })),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
    });
    if (isPending) return <Skeleton h={180} mt="sm" />;
    if (error) return <ErrorNotice error={error} />;
    const accruals = data.pages.flatMap((page) => page.items).filter((accrual) => accrual.currency === statement.currency);
    return (
        <>
            {accruals.map((accrual) => (
                <AccrualRow key={accrual.id} accrual={accrual} statementId={statement.id} />
            ))}
            {accruals.length === 0 && !hasNextPage && (
                <Text size="sm" c="dimmed" py="sm">
                    No accruals.
                </Text>
            )}
            <Group justify="space-between" mt="sm">
                <Text size="xs" c="dimmed" className="tabular">
                    {accruals.length} of {Math.max(line.count, accruals.length)}
                </Text>
                {hasNextPage && (
                    <Button size="compact-sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                        Show more
                    </Button>
                )}
            </Group>
        </>
    );
}
