import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { useFormat, useToday } from '@/format/useFormat';
import { ErrorNotice } from '@/ui/states';
import { useAffiliateNames } from '../../affiliateNames';
import type { FraudRuleTrial } from './queries';
import type { Kind, Parameters } from './words';

const periods = [
    { value: '7', label: 'Last 7 days' },
    { value: '30', label: 'Last 30 days' },
    { value: '90', label: 'Last 90 days' },
];

const daysBefore = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

function Found({ trial }: { trial: FraudRuleTrial }) {
    const format = useFormat();
    const affiliates = useAffiliateNames();
    const count = trial.findingCount;
    const what = count === 0 ? 'The rule would have found nothing' : `The rule would have found ${count} ${count === 1 ? 'signal' : 'signals'} of ${trial.affiliateCount} ${trial.affiliateCount === 1 ? 'affiliate' : 'affiliates'}`;
    return (
        <Stack gap="xs" role="status">
            <Text size="sm" fw={500}>
                {what} since {format.dateTime(trial.from)}.
            </Text>
            {!trial.complete && (
                <Text size="sm" c="dimmed">
                    There were too many clicks or registrations to read all of them. Choose fewer days.
                </Text>
            )}
            {trial.findings.slice(0, 10).map((finding, at) => (
                <Paper key={at} withBorder p="xs">
                    <Text size="sm" fw={500}>
                        {affiliates.nameOf(finding.affiliateId) || '…'} · {format.dateTime(finding.begins)}
                    </Text>
                    <Text size="sm" c="dimmed">
                        {finding.summary}
                    </Text>
                </Paper>
            ))}
            {count > 10 && <Text size="sm" c="dimmed">The newest 10 are shown.</Text>}
        </Stack>
    );
}

// Tries a rule with the numbers of the form on past data. Nothing is stored.
export function Trial({ kind, parameters }: { kind: Kind; parameters: Parameters }) {
    const today = useToday();
    const [days, setDays] = useState('30');
    const trial = useMutation({
        mutationFn: () => take(api.POST('/fraud-rules/try', { body: { kind, parameters, startDate: daysBefore(today, Number(days) - 1), endDate: today } })),
    });
    return (
        <Stack gap="sm">
            <Group gap="xs" align="flex-end">
                <Select label="Try the rule on past data" data={periods} allowDeselect={false} value={days} onChange={(value) => setDays(value ?? '30')} w={170} />
                <Button variant="light" leftSection={<IconFlask size={16} />} loading={trial.isPending} onClick={() => trial.mutate()}>
                    Try
                </Button>
            </Group>
            <ErrorNotice error={trial.error} />
            {trial.data && <Found trial={trial.data} />}
        </Stack>
    );
}
