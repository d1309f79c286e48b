import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { readAll } from '@/api/queries';
import { useFormat, useToday } from '@/format/useFormat';
import { When } from '@/ui/Money';
import { ErrorState, LoadingState } from '@/ui/states';
import type { Deal } from './formValues';
import { TermChanges } from './TermChanges';
import { useWriter } from '@/deals/useWriter';
import { dealParts, sentencesOf } from '@/deals/parts';

type Version = Schema<'DealVersion'>;

function VersionCard({ version, before, current }: { version: Version; before: Version | undefined; current: boolean }) {
    const format = useFormat();
    const today = useToday();
    const w = useWriter(version.terms.currency);
    const begins = version.effectiveFrom ? `In force from ${format.plainDate(version.effectiveFrom)}` : 'In force from the beginning';
    return (
        <Paper p="lg" component="article" aria-label={`Version ${version.version}`}>
            <Group justify="space-between" gap="xs">
                <Group gap="sm">
                    <Title order={3}>Version {version.version}</Title>
                    {current && <Badge color="green">In force</Badge>}
                    {version.effectiveFrom !== null && version.effectiveFrom > today && <Badge color="blue">Upcoming</Badge>}
                </Group>
                <Text size="sm" c="dimmed">
                    {begins} · made <When at={version.createdAt} />
                </Text>
            </Group>
            {!before && (
                <Stack gap={4} mt="sm">
                    {dealParts(version.terms, w, 'operator').flatMap((part) =>
                        sentencesOf(part).map((sentence) => (
                            <Text size="sm" key={sentence}>
                                {sentence}
                            </Text>
                        )),
                    )}
                </Stack>
            )}
            {before && <TermChanges before={before.terms} after={version.terms} same={`The terms are those of version ${before.version}; only the day they begin is another.`} />}
        </Paper>
    );
}

export function VersionsTab({ deal }: { deal: Deal }) {
    const { data, error, isPending, refetch } = useQuery({
        queryKey: ['deals', deal.id, 'versions', deal.version],
        queryFn: () => readAll((cursor) => take(api.GET('/deals/{id}/versions', { params: { path: { id: deal.id }, query: { limit: 200, cursor } } }))),
    });
    if (isPending) return <LoadingState />;
    if (error) return <ErrorState error={error} retry={() => void refetch()} />;
    return (
        <Stack gap="md" maw={860}>
            {data.map((version, at) => <VersionCard key={version.version} version={version} before={data[at - 1]} current={version.version === deal.inForce?.version} />).reverse()}
        </Stack>
    );
}
