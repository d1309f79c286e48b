import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schema } from '@/api/client';
import { queries } from '@/api/queries';
import { gapSentence, gapsOf, type Scope } from '@/deals/coverage';
import { countryName } from '@/format/country';
import { ErrorNotice } from '@/ui/states';

type Deal = Schema<'Deal'>;

interface Coverage {
    // The players that earn nothing. Empty if there are none, and while the deals load.
    sentences: string[];
    // The default deal, if adding it reduces these players.
    remedy: Deal | null;
}

const scopesOf = (deals: Deal[]) => deals.filter((deal) => deal.inForce).map((deal) => deal.scope ?? {});

// The players for which an affiliate with these deals earns nothing. Without deals it has the default deal. `added` is the
// scope of a deal that does not exist yet.
export function useCoverage(dealIds: string[], added?: Scope): Coverage {
    const { data: deals } = useQuery(queries.deals);
    const { data: brands } = useQuery(queries.brands);
    const fallback = deals?.find((deal) => deal.isDefault);
    const held = dealIds.length > 0 || added ? deals?.filter((deal) => dealIds.includes(deal.id)) : fallback && [fallback];
    if (!held || !brands) return { sentences: [], remedy: null };
    const active = brands.filter((brand) => brand.status === 'active').map((brand) => brand.id);
    const gapsWith = (some: Deal[]) => gapsOf([...scopesOf(some), ...(added ? [added] : [])], active);
    const gaps = gapsWith(held);
    const words = {
        brandCount: active.length,
        brandName: (id: string) => brands.find((brand) => brand.id === id)?.name ?? null,
        country: countryName,
        verb: 'earn this affiliate nothing',
    };
    const helps = fallback && !held.includes(fallback) && JSON.stringify(gapsWith([...held, fallback])) !== JSON.stringify(gaps);
    return { sentences: gaps.map((gap) => gapSentence(gap, words)), remedy: helps ? fallback : null };
}

// Shows the result of `useCoverage`. The children offer to add the default deal.
export function CoverageNotice({ coverage: { sentences, remedy }, children }: { coverage: Coverage; children?: ReactNode }) {
    if (sentences.length === 0) return null;
    return (
        <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} />} title="The affiliate earns nothing for some players">
            <Stack gap="xs" align="flex-start">
                {sentences.map((sentence) => (
                    <span key={sentence}>{sentence}</span>
                ))}
                {remedy && <span>The default deal, {remedy.name}, applies only to affiliates without a deal of their own. You can assign it as well.</span>}
                {remedy && children}
            </Stack>
        </Alert>
    );
}

export function AddDefaultButton({ add }: { add: () => Promise<unknown> }) {
    const { mutate, isPending, error } = useMutation({ mutationFn: add });
    return (
        <>
            <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
                Add the default deal
            </Button>
            <ErrorNotice error={error} />
        </>
    );
}
