import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, take, type Schema } from '@/api/client';
import { readAll } from '@/api/queries';
import { useFormat, useToday } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { When } from '@/ui/Money';
import { ErrorState, LoadingState } from '@/ui/states';
import { WhoChangedIt } from '../../WhoChangedIt';
import type { Deal } from './formValues';
import { standingOf, type Standing } from './standing';
import { TermChanges } from './TermChanges';
import { useWriter } from '@/deals/useWriter';
import { dealParts, sentencesOf } from '@/deals/parts';

type Version = Schema<'DealVersion'>;

const badges: Record<Standing, { color: string; label: string } | null> = {
    inForce: { color: 'green', label: 'In force' },
    upcoming: { color: 'blue', label: 'Upcoming' },
    replaced: { color: 'gray', label: 'Replaced before its start' },
    withdrawn: { color: 'gray', label: 'Withdrawn' },
    past: null,
};

// Withdraws a version after a confirmation.
function WithdrawButton({ deal, version, standing }: { deal: Deal; version: Version; standing: Standing }) {
    const [asking, setAsking] = useState(false);
    const format = useFormat();
    const client = useQueryClient();
    const withdraw = async () => {
        const path = { id: deal.id, version: version.version };
        const saved = await take(api.POST('/deals/{id}/versions/{version}/withdraw', { params: { path } }));
        client.setQueryData(['deals', deal.id], saved);
        await client.invalidateQueries({ queryKey: ['deals'] });
        notifications.show({ message: `Version ${version.version} of deal ${deal.name} withdrawn.` });
    };
    return (
        <>
            <Button size="xs" variant="default" mt="md" onClick={() => setAsking(true)}>
                Withdraw version {version.version}
            </Button>
            <ConfirmModal opened={asking} onClose={() => setAsking(false)} title={`Withdraw version ${version.version}?`} confirmLabel="Withdraw" danger onConfirm={withdraw}>
                Version {version.version} will not start on {format.plainDate(version.effectiveFrom)}.{standing === 'upcoming' && ' The previous version stays in force.'} This list still shows version {version.version}, as withdrawn. You cannot undo the withdrawal.
            </ConfirmModal>
        </>
    );
}

interface VersionCardProps {
    version: Version;
    // The previous version. Undefined for the first one.
    before: Version | undefined;
    standing: Standing;
    action: ReactNode;
}

function VersionCard({ version, before, standing, action }: VersionCardProps) {
    const format = useFormat();
    const w = useWriter(version.terms.currency);
    const badge = badges[standing];
    const day = version.effectiveFrom ? format.plainDate(version.effectiveFrom) : 'the beginning';
    return (
        <Paper p="lg" component="article" aria-label={`Version ${version.version}`}>
            <Group justify="space-between" gap="xs">
                <Group gap="sm">
                    <Title order={2} size="h3">
                        Version {version.version}
                    </Title>
                    {badge && <Badge color={badge.color}>{badge.label}</Badge>}
                </Group>
                <Text size="sm" c="dimmed">
                    {standing === 'withdrawn' || standing === 'replaced' ? `Planned for ${day}` : `In force from ${day}`} · created <When at={version.createdAt} />
                    {version.withdrawnAt !== null && (
                        <>
                            {' '}
                            · withdrawn <When at={version.withdrawnAt} />
                        </>
                    )}
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
            {before && <TermChanges before={before.terms} after={version.terms} same={`The terms are the same as in version ${before.version}. Only the start date differs.`} />}
            {action}
        </Paper>
    );
}

export function VersionsTab({ deal }: { deal: Deal }) {
    const today = useToday();
    const { write } = usePermissions();
    const { data, error, isPending, refetch } = useQuery({
        queryKey: ['deals', deal.id, 'versions', deal.version],
        queryFn: () => readAll((cursor) => take(api.GET('/deals/{id}/versions', { params: { path: { id: deal.id }, query: { limit: 200, cursor } } }))),
    });
    if (isPending) return <LoadingState />;
    if (error) return <ErrorState error={error} retry={() => void refetch()} />;
    const kept = data.filter((version) => version.withdrawnAt === null);
    const card = (version: Version) => {
        const standing = standingOf(version, data, deal.inForce?.version, today);
        const mayWithdraw = write && kept.length > 1 && (standing === 'upcoming' || standing === 'replaced');
        return (
            <VersionCard
                key={version.version}
                version={version}
                before={kept.findLast((other) => other.version < version.version)}
                standing={standing}
                action={mayWithdraw && <WithdrawButton deal={deal} version={version} standing={standing} />}
            />
        );
    };
    return (
        <Stack gap="md" maw={860}>
            {data.map(card).reverse()}
            <div>
                <WhoChangedIt subject={`deal/${deal.id}`} />
            </div>
        </Stack>
    );
}
