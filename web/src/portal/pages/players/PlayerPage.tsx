import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { decisionWords } from '@/explain/decisionWords';
import { WhyNot } from '@/explain/WhyNot';
import { countryName } from '@/format/country';
import { useFormat } from '@/format/useFormat';
import { PageHeader, Section } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { queries } from '../../api';
import { linkTo } from '../../link';
import { playerRoute } from './routes';

// Explains which components have not paid for a player.
export default function PlayerPage() {
    const { playerId } = playerRoute.useParams();
    const format = useFormat();
    const { data: why, error, refetch } = useQuery(queries.why(playerId));
    if (error && !why) return <ErrorState error={error} retry={() => void refetch()} />;
    if (!why) return <LoadingState />;
    const registered = why.registeredAt ? `registered ${format.dateTime(why.registeredAt)}` : null;
    return (
        <>
            <PageHeader
                title={why.player}
                parents={[{ label: 'Players', link: linkTo({ to: '/players' }) }]}
                description={[why.brandName, why.country ? countryName(why.country) : null, registered].filter(Boolean).join(' · ')}
            />
            <Stack maw={760} gap={0}>
                <Section title="Not paid yet">
                    <WhyNot components={why.components} deals={why.deals} />
                </Section>
                {why.because && (
                    <Section title="Why the player counts for you">
                        <Paper p="lg">
                            <Text size="sm">{decisionWords(why.because)}</Text>
                        </Paper>
                    </Section>
                )}
            </Stack>
        </>
    );
}
