import { Text } from '@mantine/core';
import type { Schema } from '@/api/client';
import { useFormat, useToday } from '@/format/useFormat';
import type { Terms } from './terms';

type Dated = Pick<Schema<'Deal'>, 'inForce' | 'upcoming' | 'terms'>;

// The terms that decide what kind of deal it is: those in force, or those that a deal starts with which has not started yet.
export const firstTerms = ({ inForce, upcoming, terms }: Dated): Terms => (inForce ?? upcoming[0])?.terms ?? terms;

// Writes a day to come as "1 Dec", with the year where it is not this one.
export function useStartDay(): (date: string | null) => string {
    const format = useFormat();
    const today = useToday();
    return (date) => format.plainDate(date, date?.slice(0, 4) === today.slice(0, 4) ? 'short' : 'long');
}

// What a deal pays today and, below, what it pays from the next change on. Phrasing content only: it stands in cells and descriptions.
export function PaysToday({ deal, write }: { deal: Dated; write: (terms: Terms) => string }) {
    const startDay = useStartDay();
    const [next, ...later] = deal.upcoming;
    return (
        <>
            {deal.inForce ? write(deal.inForce.terms) : 'Nothing yet'}
            {next && (
                <Text span display="block" size="xs" c="dimmed">
                    from {startDay(next.effectiveFrom)}: {write(next.terms)}
                    {later.length > 0 && ` (${later.length} more to come)`}
                </Text>
            )}
        </>
    );
}
