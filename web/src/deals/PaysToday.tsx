import { Text } from '@mantine/core';
import type { Schema } from '@/api/client';
import { useFormat, useToday } from '@/format/useFormat';
import type { Terms } from './terms';
import { useWriter } from './useWriter';
import { summaryOf } from './words';

type Dated = Pick<Schema<'Deal'>, 'inForce' | 'upcoming' | 'terms'>;

// The terms that give the kind of the deal: those in force, or the first ones if the deal has not started.
export const firstTerms = ({ inForce, upcoming, terms }: Dated): Terms => (inForce ?? upcoming[0])?.terms ?? terms;

// Writes a future day as "1 Dec", with the year unless it is the current one.
export function useStartDay(): (date: string | null) => string {
    const format = useFormat();
    const today = useToday();
    return (date) => format.plainDate(date, date?.slice(0, 4) === today.slice(0, 4) ? 'short' : 'long');
}

// What a deal pays today and, below that, from its next version. Renders only phrasing content, for cells and descriptions.
export function PaysToday({ deal, write }: { deal: Dated; write: (terms: Terms) => string }) {
    const startDay = useStartDay();
    const [next, ...later] = deal.upcoming;
    return (
        <>
            {deal.inForce ? write(deal.inForce.terms) : 'Nothing yet'}
            {next && (
                <Text span display="block" size="xs" c="dimmed">
                    from {startDay(next.effectiveFrom)}: {write(next.terms)}
                    {later.length > 0 && ` (${later.length} more versions later)`}
                </Text>
            )}
        </>
    );
}

// The same in one line, as lists of deals show it: "€70 – €100 per qualified player · 22 % of NGR".
export function DealPays({ deal }: { deal: Dated }) {
    const w = useWriter(deal.terms.currency);
    return <PaysToday deal={deal} write={(terms) => summaryOf(terms, w)} />;
}
