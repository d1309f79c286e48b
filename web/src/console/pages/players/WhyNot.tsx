import { Badge, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { componentLabels, readable, stepsOf, timeLeft } from './playerWords';

type Unpaid = Schema<'PlayerWhy'>['components'][number];

function OneComponent({ unpaid }: { unpaid: Unpaid }) {
    const format = useFormat();
    const left = timeLeft(unpaid.missing, format);
    return (
        <Stack gap="xs">
            <Group gap="sm">
                <Text fw={500}>{unpaid.component ? `${componentLabels[unpaid.component]} has not paid` : 'Nothing is paid for this player'}</Text>
                {left && <Badge color="blue">{left}</Badge>}
            </Group>
            <Text size="sm">{readable(unpaid.sentence, format)}</Text>
            {stepsOf(unpaid.missing, format).map((step) => (
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

// For each component of the deal that has not paid: what is missing, and how long there is time.
export function WhyNot({ components }: { components: Unpaid[] }) {
    return (
        <Paper p="lg">
            {components.length === 0 ? (
                <Group gap="sm" wrap="nowrap">
                    <IconCircleCheck size={20} color="var(--fl-good)" aria-hidden />
                    <Text size="sm">Everything that the deal can pay for this player has paid.</Text>
                </Group>
            ) : (
                <Stack gap="lg">
                    {components.map((unpaid, index) => (
                        <OneComponent key={unpaid.component ?? index} unpaid={unpaid} />
                    ))}
                </Stack>
            )}
        </Paper>
    );
}
