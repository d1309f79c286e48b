import { Badge, Button, Collapse, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schema } from '@/api/client';
import { decisionWords, outcomeWords } from '@/explain/decisionWords';
import { useFormat } from '@/format/useFormat';
import { When } from '@/ui/Money';
import { useActorNames } from '../../actors';
import { AffiliateLink, TrackingLinkLink } from '../../entities';
import { Link } from '../../link';
import { WhoChangedIt } from '../../WhoChangedIt';
import { methodLabels } from './playerWords';

type Why = Schema<'PlayerWhy'>;
type Decision = Why['decisions'][number];

function Winner({ decision }: { decision: Decision }) {
    if (!decision.affiliateId) return <Text fw={500}>No affiliate brought this player</Text>;
    return (
        <Text fw={500}>
            Brought by <AffiliateLink id={decision.affiliateId} inText />
            {decision.linkId && (
                <>
                    {' '}
                    through <TrackingLinkLink id={decision.linkId} inText />
                </>
            )}
        </Text>
    );
}

function Candidates({ decision }: { decision: Decision }) {
    const [opened, { toggle }] = useDisclosure(false);
    const { candidates } = decision;
    if (candidates.length === 0) return null;
    return (
        <div>
            <Button size="compact-sm" variant="subtle" color="gray" ml={-8} onClick={toggle} aria-expanded={opened}>
                {opened ? 'Hide clicks' : candidates.length === 1 ? 'Show the considered click' : `Show the ${candidates.length} considered clicks`}
            </Button>
            <Collapse expanded={opened}>
                <Stack component="ul" gap="sm" mt="xs" mb={0} pl={0} style={{ listStyle: 'none' }}>
                    {candidates.map((candidate) => (
                        <Group key={candidate.clickId} component="li" gap="xs" align="baseline">
                            <Badge color={candidate.outcome === 'won' ? 'green' : 'gray'}>{candidate.outcome === 'won' ? 'Counts' : 'Does not count'}</Badge>
                            <Text size="sm" style={{ flex: '1 1 240px' }}>
                                {candidate.clickTime && <When at={candidate.clickTime} exact />} · <AffiliateLink id={candidate.affiliateId} inText />
                                <Text span display="block" size="xs" c="dimmed">
                                    {outcomeWords(candidate.outcome)}
                                </Text>
                            </Text>
                        </Group>
                    ))}
                </Stack>
            </Collapse>
        </div>
    );
}

function OneDecision({ decision, clickTime }: { decision: Decision; clickTime: string | null }) {
    const format = useFormat();
    const nameOfActor = useActorNames();
    return (
        <Stack gap="xs">
            <Group gap="sm">
                <Winner decision={decision} />
                <Badge color="gray">{methodLabels[decision.method]}</Badge>
            </Group>
            <Text size="sm">{decisionWords(decision.because)}</Text>
            {decision.reason && <Text size="sm">Reason: “{decision.reason}”</Text>}
            <Text size="xs" c="dimmed">
                Decided {format.dateTime(decision.decidedAt)}
                {decision.actor && ` by ${nameOfActor(decision.actor, decision.actorName)}`}
                {clickTime && `, clicked ${format.dateTime(clickTime)}`}
                {decision.clickId && decision.linkId && (
                    <>
                        {' · '}
                        <Link to="/clicks" search={{ linkId: decision.linkId }} inherit underline="always">
                            Clicks of this link
                        </Link>
                    </>
                )}
            </Text>
            <Candidates decision={decision} />
        </Stack>
    );
}

// The attribution of a player: the current decision, then the previous ones.
export function Attribution({ playerId, why }: { playerId: string; why: Why }) {
    const decisions = [...why.decisions].sort((left, right) => right.number - left.number);
    const timeOf = (decision: Decision) => decision.candidates.find((candidate) => candidate.clickId === decision.clickId)?.clickTime ?? null;
    const [current, ...earlier] = decisions;
    // The attribution is all that people can change of a player. Everything else follows from events.
    const reassigned = decisions.some(({ actor }) => actor !== null);
    return (
        <Paper p="lg">
            {current ? (
                <OneDecision decision={current} clickTime={timeOf(current)} />
            ) : (
                <Text size="sm">The player has not registered. The registration decides the attribution, and the player’s events wait for it.</Text>
            )}
            {earlier.length > 0 && (
                <>
                    <Text size="sm" fw={500} mt="lg" mb="sm" c="dimmed">
                        Previous decisions
                    </Text>
                    <Stack gap="lg">
                        {earlier.map((decision) => (
                            <OneDecision key={decision.number} decision={decision} clickTime={timeOf(decision)} />
                        ))}
                    </Stack>
                </>
            )}
            {reassigned && <WhoChangedIt subject={`player/${playerId}`} />}
        </Paper>
    );
}
