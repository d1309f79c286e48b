import { Alert, Button, Group, Loader, Paper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { messageOf, type Schema } from '@/api/client';
import { componentNames } from '@/format/names';
import { useFormat } from '@/format/useFormat';
import { Money } from '@/ui/Money';
import { useAffiliateName } from '../../entities';
import { Link } from '../../link';
import { explanationQuery } from '../statements/questions';
import { accrualNotes, partialWords, readingOf } from './playerWords';
import { accrualsOf } from './questions';
import { reRatings } from './reRating';

type Accrual = Schema<'Accrual'>;
type Commission = ReturnType<typeof useCommission>;

// The player's accruals, as far as they are loaded.
export function useCommission(playerId: string) {
    const found = useInfiniteQuery(accrualsOf(playerId));
    return {
        accruals: found.data?.pages.flatMap((page) => page.items) ?? [],
        reading: readingOf(found),
        error: found.error,
        isBusy: found.isFetching,
        // Goes on where the previous part ended.
        load: () => void (found.data ? found.fetchNextPage() : found.refetch()),
    };
}

export function Paid({ accrual, playersOwn }: { accrual: Accrual; playersOwn: string | null }) {
    const name = useAffiliateName(accrual.affiliateId);
    const notes = accrualNotes(accrual, accrual.affiliateId === playersOwn ? null : name);
    return (
        <Text size="sm">
            <Link to="/accruals/$accrualId" params={{ accrualId: accrual.id }} inherit>
                {accrual.status === 'unpriced' ? (
                    `${componentNames[accrual.component]}: waits for an exchange rate`
                ) : (
                    <>
                        {componentNames[accrual.component]} <Money amount={accrual.amount} currency={accrual.currency} colored fw={500} />
                    </>
                )}
            </Link>
            {notes && <span className="fl-dimmed"> {notes}</span>}
        </Text>
    );
}

// Says why events on the timeline have no commission: it still loads, it failed to load, or it is in a part that is not
// loaded yet.
export function CommissionNote({ commission: { accruals, reading, error, isBusy, load } }: { commission: Commission }) {
    const format = useFormat();
    if (reading === 'complete') return null;
    if (reading === 'loading') {
        return (
            <Group gap="xs" mb="md" role="status">
                <Loader size="xs" />
                <Text size="sm" c="dimmed">
                    Loading the commission for these events
                </Text>
            </Group>
        );
    }
    const failed = reading === 'failed';
    return (
        <Alert color={failed ? 'red' : 'yellow'} variant="light" mb="md" icon={<IconAlertTriangle size={18} />} title={failed ? 'Commission could not be loaded' : 'Some commission is not loaded'}>
            <Group justify="space-between" gap="sm">
                <span>{failed ? messageOf(error) : partialWords(format.number(accruals.length))}</span>
                <Button variant="default" size="compact-sm" loading={isBusy} onClick={load}>
                    {failed ? 'Try again' : 'Load more'}
                </Button>
            </Group>
        </Alert>
    );
}

// Accruals of this player whose events are other players', so the timeline does not show them.
export function ReRated({ playerId, affiliateId }: { playerId: string; affiliateId: string | null }) {
    const { accruals } = useCommission(playerId);
    const reRated = accruals.filter((accrual) => accrual.reason === 'reRated');
    const explanations = useQueries({ queries: reRated.map(({ id }) => explanationQuery(id)) });
    if (explanations.some((one) => one.isPending)) return null;
    const listed = reRatings(reRated, (accrual) => explanations[reRated.indexOf(accrual)]?.data, playerId);
    if (listed.accruals.length === 0) return null;
    return (
        <Paper p="lg" mt="sm">
            <Text size="sm" c="dimmed" mb="xs">
                {listed.sentence}
            </Text>
            {listed.accruals.map((accrual) => (
                <Paid key={accrual.id} accrual={accrual} playersOwn={affiliateId} />
            ))}
        </Paper>
    );
}
