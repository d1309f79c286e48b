import { Badge, Divider, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { componentNames } from '@/format/names';
import { useReasonWords } from './useWords';
import { dealText, progressOf, timeLeft, unpaidText, type Deal, type Unpaid } from './whyWords';

function OneComponent({ unpaid }: { unpaid: Unpaid }) {
    const words = useReasonWords();
    const left = timeLeft(unpaid, words);
    return (
        <Stack gap="xs">
            <Group gap="sm">
                <Text fw={500}>{unpaid.component ? `${componentNames[unpaid.component]} has not paid` : 'Nothing is paid for this player'}</Text>
                {left && <Badge color="blue">{left}</Badge>}
            </Group>
            <Text size="sm">{unpaidText(unpaid, words)}</Text>
            {progressOf(unpaid.missing, words).map((step) => (
                <div key={step.label}>
                    <Group justify="space-between" gap="xs" mb={4}>
                        <Text size="xs" c="dimmed">
                            {step.label}
                        </Text>
                        <Text size="xs" className="tabular">
                            {step.words}
                        </Text>
                    </Group>
                    <Progress value={step.percent} size="sm" aria-label={`${step.label}: ${step.words}`} />
                </div>
            ))}
        </Stack>
    );
}

// The deal that applies first, then the affiliate's other deals, each with the reason.
function Deals({ deals }: { deals: Deal[] }) {
    const words = useReasonWords();
    return (
        <Stack component="ul" gap="xs" m={0} pl={0} style={{ listStyle: 'none' }} aria-label="Deals of the affiliate">
            {deals.map((deal) => (
                <li key={deal.deal}>
                    <Group gap="sm">
                        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                            {deal.dealName}
                        </Text>
                        {deal.applies && <Badge color="green">Applies</Badge>}
                    </Group>
                    <Text size="sm" c={deal.applies ? undefined : 'dimmed'}>
                        {dealText(deal, words)}
                    </Text>
                </li>
            ))}
        </Stack>
    );
}

// The components of the deal that have not paid, each with the missing conditions and the time left.
export function WhyNot({ components, deals }: { components: Unpaid[]; deals: Deal[] }) {
    return (
        <Paper p="lg">
            {components.length === 0 ? (
                <Group gap="sm" wrap="nowrap">
                    <IconCircleCheck size={20} color="var(--fl-good)" aria-hidden />
                    <Text size="sm">All components of the deal have paid for this player.</Text>
                </Group>
            ) : (
                <Stack gap="lg">
                    {components.map((unpaid, index) => (
                        <OneComponent key={unpaid.component ?? index} unpaid={unpaid} />
                    ))}
                </Stack>
            )}
            {deals.length > 0 && (
                <>
                    <Divider my="md" label="Deals" labelPosition="left" />
                    <Deals deals={deals} />
                </>
            )}
        </Paper>
    );
}
