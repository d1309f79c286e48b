import { Badge, Box, Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { ErrorNotice } from '@/ui/states';
import { Link } from '../../link';
import { isShare, type Line, type Statement } from './words';

type Accrual = Schema<'Accrual'>;

const reasonLabels: Record<Accrual['reason'], string> = { earned: 'Earned', capped: 'Above the cap', reRated: 'Re-rated', clawback: 'Clawback', reassigned: 'Reassigned', excluded: 'Excluded', reversed: 'Reversed', opened: 'Carried base', followed: 'Follows a sub-affiliate' };

interface Part {
    items: Accrual[];
    nextCursor: string | null;
}

// Pages of a filtered list can be empty, so this reads further pages until there are enough items.
async function readPart(statement: Statement, line: Line, cursor: string | undefined): Promise<Part> {
    const found: Accrual[] = [];
    let next = cursor;
    for (let round = 0; round < 20; round++) {
        const page = await take(
            api.GET('/accruals', {
                params: {
                    query: {
                        limit: 25,
                        cursor: next,
                        affiliateId: statement.affiliateId,
                        period: statement.period,
                        currency: statement.currency,
                        status: 'final',
                        component: line.component as Schema<'Component'>,
                        brandId: line.brandId ?? undefined,
                        dealId: line.dealId ?? undefined,
                        dealVersion: line.dealVersion ?? undefined,
                    },
                },
            }),
        );
        found.push(...page.items);
        if (!page.nextCursor || found.length >= 25) return { items: found, nextCursor: page.nextCursor };
        next = page.nextCursor;
    }
    return { items: found, nextCursor: next ?? null };
}

function AccrualRow({ accrual }: { accrual: Accrual }) {
    const format = useFormat();
    const shared = isShare(accrual.component);
    return (
        <Table.Tr>
            <Table.Td>
                <Link to="/accruals/$accrualId" params={{ accrualId: accrual.id }} size="xs" aria-label={`Why ${format.money(accrual.amount, accrual.currency)} on ${format.dateTime(accrual.eventTime)}`}>
                    {format.dateTime(accrual.eventTime)}
                </Link>
            </Table.Td>
            <Table.Td>
                <Group gap={6}>
                    {reasonLabels[accrual.reason]}
                    {accrual.late && <Badge color="yellow">Late</Badge>}
                </Group>
            </Table.Td>
            <Table.Td ta="right" visibleFrom="xs">
                {shared ? format.money(accrual.base, accrual.currency) : ''}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="xs">
                {accrual.rate === null ? '' : shared ? `${accrual.rate}\u00a0%` : ''}
            </Table.Td>
            <Table.Td ta="right">{format.money(accrual.amount, accrual.currency)}</Table.Td>
        </Table.Tr>
    );
}

// The accruals that a line adds up. Each links to its explanation.
export function LineAccruals({ statement, line }: { statement: Statement; line: Line }) {
    const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
        queryKey: ['accruals', 'line', statement.id, line.component, line.brandId, line.dealId, line.dealVersion],
        queryFn: ({ pageParam }) => readPart(statement, line, pageParam),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
    });
    const accruals = data?.pages.flatMap((page) => page.items) ?? [];
    if (isPending) return <Skeleton height={80} mt="sm" aria-label="Loading accruals" />;
    if (error) return <ErrorNotice error={error} />;
    if (accruals.length === 0) {
        return (
            <Text size="sm" c="dimmed" pt="sm">
                {line.component === 'fixedMonthly' ? 'The fixed monthly fee is recorded when the period is closed.' : 'This line has no accruals yet.'}
            </Text>
        );
    }
    return (
        <Box pt="xs">
            <Table fz="xs" className="tabular" aria-label="Accruals of the line" verticalSpacing={4} horizontalSpacing={6}>
                <Table.Thead>
                    <Table.Tr>
                        <Table.Th fw={500}>Event</Table.Th>
                        <Table.Th fw={500}>Why</Table.Th>
                        <Table.Th ta="right" fw={500} visibleFrom="xs">
                            {isShare(line.component) ? 'Base' : ''}
                        </Table.Th>
                        <Table.Th ta="right" fw={500} visibleFrom="xs">
                            {isShare(line.component) ? 'Rate' : ''}
                        </Table.Th>
                        <Table.Th ta="right" fw={500}>
                            Amount
                        </Table.Th>
                    </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                    {accruals.map((accrual) => (
                        <AccrualRow key={accrual.id} accrual={accrual} />
                    ))}
                </Table.Tbody>
            </Table>
            {hasNextPage && (
                <Button size="compact-sm" variant="subtle" mt={6} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    Show more ({accruals.length} of {line.count})
                </Button>
            )}
        </Box>
    );
}
