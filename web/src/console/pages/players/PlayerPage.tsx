import { Button, SimpleGrid } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrandNames } from '@/api/queries';
import { WhyNot } from '@/explain/WhyNot';
import { countryName } from '@/format/country';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { PageHeader, Section } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { one } from '../../entities';
import { linkTo } from '../../link';
import { Attribution } from './Attribution';
import { ReRated } from './Commission';
import type { Player } from './PlayersTable';
import { ReassignModal } from './ReassignModal';
import { whyQuery } from './questions';
import { playerRoute } from './routes';
import { Timeline } from './Timeline';
import { Totals } from './Totals';

function useWords(player: Player): string {
    const format = useFormat();
    const brands = useBrandNames();
    const registered = player.registeredAt ? `registered ${format.dateTime(player.registeredAt)}` : 'not registered yet';
    const alias = player.alias && `shown in the portal as “${player.alias}”`;
    return [brands.nameOf(player.brandId), player.country && countryName(player.country), registered, alias].filter(Boolean).join(' · ');
}

function Loaded({ player }: { player: Player }) {
    const [search, setSearch] = useSearchState(playerRoute);
    const [reassigning, setReassigning] = useState(false);
    const { write } = usePermissions();
    const why = useQuery(whyQuery(player.id));
    const reassign = write && player.registeredAt && (
        <Button variant="default" leftSection={<IconArrowsExchange size={16} />} onClick={() => setReassigning(true)}>
            Reassign
        </Button>
    );
    const waiting = why.error ? <ErrorState error={why.error} retry={() => void why.refetch()} /> : <LoadingState />;
    return (
        <>
            <PageHeader title={player.externalRef} description={useWords(player)} parents={[{ label: 'Players', link: linkTo({ to: '/players' }) }]} actions={reassign} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                <Section title="Attribution">{why.data ? <Attribution playerId={player.id} why={why.data} /> : waiting}</Section>
                <Section title="Not paid yet">{why.data ? <WhyNot components={why.data.components} deals={why.data.deals} /> : waiting}</Section>
            </SimpleGrid>
            <Section title="Totals">
                <Totals player={player} />
            </Section>
            <Section title="Timeline" description="The player’s events, newest first, with the commission for each. Open an amount to see its explanation.">
                <Timeline playerId={player.id} affiliateId={player.affiliateId} cursor={search.cursor} setCursor={(cursor) => setSearch({ cursor })} />
                <ReRated playerId={player.id} affiliateId={player.affiliateId} />
            </Section>
            <ReassignModal player={player} opened={reassigning} onClose={() => setReassigning(false)} />
        </>
    );
}

export default function PlayerPage() {
    const { playerId } = playerRoute.useParams();
    const { data, error, refetch } = useQuery(one.player(playerId));
    if (data) return <Loaded key={data.id} player={data} />;
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState />;
}
