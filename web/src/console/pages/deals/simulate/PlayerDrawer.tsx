import { Accordion, Drawer, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take, type Schema } from '@/api/client';
import { stepText } from '@/explain/stepWords';
import { useWords } from '@/explain/useWords';
import { WhyNot } from '@/explain/WhyNot';
import { componentNames } from '@/format/names';
import { useFormat } from '@/format/useFormat';
import { Facts } from '@/ui/Facts';
import { Money } from '@/ui/Money';
import { ErrorState, LoadingState } from '@/ui/states';
import { Link } from '../../../link';
import { PlayerName } from './PlayerName';

type SimulatedPlayer = Schema<'SimulatedPlayer'>;
type SimulatedAccrual = Schema<'SimulatedAccrual'>;

const pollMs = 700;

function AccrualItem({ accrual, value }: { accrual: SimulatedAccrual; value: string }) {
    const words = useWords();
    const format = useFormat();
    return (
        <Accordion.Item value={value}>
            <Accordion.Control>
                <Group justify="space-between" gap="xs" wrap="nowrap">
                    <div>
                        <Text size="sm" fw={500}>
                            {componentNames[accrual.component]}
                        </Text>
                        <Text size="xs" c="dimmed">
                            {format.dateTime(accrual.eventTime)}
                        </Text>
                    </div>
                    <Money amount={accrual.amount} currency={accrual.currency} />
                </Group>
            </Accordion.Control>
            <Accordion.Panel>
                <Stack gap={6} component="ol" m={0} pl="md">
                    {accrual.steps.map((step, index) => (
                        <Text key={index} size="sm" component="li" style={{ overflowWrap: 'anywhere' }}>
                            {stepText(step, words)}
                        </Text>
                    ))}
                </Stack>
            </Accordion.Panel>
        </Accordion.Item>
    );
}

function Accruals({ player }: { player: SimulatedPlayer }) {
    const { accruals = [], accrualsLeftOut = 0 } = player;
    if (accruals.length === 0) {
        return (
            <Text size="sm" c="dimmed">
                The player earns nothing in these months with these terms.
            </Text>
        );
    }
    return (
        <div>
            <Accordion variant="contained" defaultValue="0">
                {accruals.map((accrual, index) => (
                    <AccrualItem key={index} accrual={accrual} value={String(index)} />
                ))}
            </Accordion>
            {accrualsLeftOut > 0 && (
                <Text size="sm" c="dimmed" mt="xs">
                    {accrualsLeftOut} older {accrualsLeftOut === 1 ? 'accrual is' : 'accruals are'} part of the sums only.
                </Text>
            )}
        </div>
    );
}

function Explained({ player }: { player: SimulatedPlayer }) {
    const sums = (player.sums ?? []).map((sum): [string, ReactNode] => [componentNames[sum.component], <Money key={sum.component} amount={sum.amount} currency={sum.currency} />]);
    return (
        <Stack gap="lg">
            <Facts
                facts={[
                    ['As recorded', <Money key="actual" amount={player.actual} currency={player.currency} />],
                    ['With these terms', <Money key="simulated" amount={player.simulated} currency={player.currency} />],
                    ...sums,
                ]}
            />
            <section aria-label="Accruals with these terms">
                <Title order={3} mb="xs">
                    Accruals with these terms
                </Title>
                <Accruals player={player} />
            </section>
            <section aria-label="Not paid with these terms">
                <Title order={3} mb="xs">
                    Not paid with these terms
                </Title>
                <WhyNot components={player.components ?? []} deals={player.deals ?? []} />
            </section>
            <Link to="/players/$playerId" params={{ playerId: player.playerId }} size="sm">
                Open the player as recorded
            </Link>
        </Stack>
    );
}

function Waiting({ player }: { player: SimulatedPlayer }) {
    const format = useFormat();
    const { done, total } = player.progress;
    const ratio = total > 0 ? done / total : 0;
    return (
        <div role="status">
            <Text size="sm" mb="xs">
                {total > 0 ? `Replaying the record: ${format.percent(ratio, 0)}` : 'Reading the record'}
            </Text>
            <Progress value={total > 0 ? ratio * 100 : 100} animated striped={total === 0} aria-label="Progress" />
        </div>
    );
}

function Content({ simulationId, playerId }: { simulationId: string; playerId: string }) {
    const found = useQuery({
        queryKey: ['simulations', simulationId, 'players', playerId],
        queryFn: () => take(api.GET('/deals/simulate/{id}/players/{playerId}', { params: { path: { id: simulationId, playerId } } })),
        staleTime: Infinity,
        refetchInterval: ({ state }) => (state.data?.status === 'running' && !state.error ? pollMs : false),
    });
    const retry = () => void found.refetch();
    if (found.error) return <ErrorState error={found.error} retry={retry} />;
    if (!found.data) return <LoadingState />;
    if (found.data.status === 'running') return <Waiting player={found.data} />;
    if (found.data.status !== 'done') return <ErrorState error={new Error(found.data.failure ?? 'The explanation was cancelled.')} retry={retry} />;
    return <Explained player={found.data} />;
}

// Why a player would have earned its affiliate this amount with the terms of the simulation.
export function PlayerDrawer({ simulationId, playerId, onClose }: { simulationId: string; playerId: string | null; onClose: () => void }) {
    const title = playerId && (
        <Text fw={600}>
            <PlayerName id={playerId} /> with these terms
        </Text>
    );
    return (
        <Drawer opened={playerId !== null} onClose={onClose} size={560} title={title}>
            {playerId && <Content simulationId={simulationId} playerId={playerId} />}
        </Drawer>
    );
}
