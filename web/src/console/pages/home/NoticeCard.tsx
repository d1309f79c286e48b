import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconChecklist, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { usePermissions } from '@/session/session';
import { useAffiliateNames } from '../../affiliateNames';
import { LinkButton } from '../../link';
import { openSignalsQuery } from '../signals/queries';
import { noticesOf, type Notice } from './notices';
import styles from './home.module.css';
import { closedStatementsQuery, pendingAffiliatesQuery } from './questions';

const answers = {
    affiliates: <LinkButton to="/affiliates" search={{ status: 'pending' }} size="compact-sm" variant="light">Review</LinkButton>,
    statements: <LinkButton to="/statements" search={{ status: 'closed' }} size="compact-sm" variant="light">Decide</LinkButton>,
    conversion: <LinkButton to="/signals" size="compact-sm" variant="light">Look at signals</LinkButton>,
    clicks: <LinkButton to="/signals" size="compact-sm" variant="light">Look at signals</LinkButton>,
};

function NoticeLine({ notice }: { notice: Notice }) {
    const Shown = notice.serious ? IconAlertTriangle : IconInfoCircle;
    return (
        <Group gap="sm" wrap="nowrap" align="flex-start" component="li">
            <Shown size={18} stroke={1.75} aria-hidden className={notice.serious ? styles.warn : styles.note} />
            <Box flex={1} miw={0}>
                <Group gap="sm" style={{ rowGap: 4 }}>
                    <Text size="sm" fw={500}>
                        {notice.title}
                    </Text>
                    {answers[notice.key]}
                </Group>
                <Text size="sm" c="dimmed">
                    {notice.detail}
                </Text>
            </Box>
        </Group>
    );
}

// What waits for a person: applications, statements and signals. Nothing is shown if nothing waits.
export function NoticeCard() {
    const affiliates = useAffiliateNames();
    const { books } = usePermissions();
    const pending = useQuery(pendingAffiliatesQuery);
    const closed = useQuery({ ...closedStatementsQuery, enabled: books });
    const signals = useQuery({ ...openSignalsQuery, refetchInterval: 60_000 });
    const notices = noticesOf({ pending: pending.data, closed: closed.data, signals: signals.data }, affiliates.nameOf);
    if (notices.length === 0) return null;
    return (
        <Paper px="md" py="sm" component="section" aria-label="Waiting for you">
            <Group gap="sm" wrap="nowrap">
                <IconChecklist size={22} stroke={1.75} aria-hidden className={styles.note} />
                <Text fw={550}>Waiting for you</Text>
            </Group>
            <Stack gap="sm" component="ul" m={0} mt="sm" p={0} pl={{ base: 0, xs: 34 }} className={styles.plain}>
                {notices.map((notice) => (
                    <NoticeLine key={notice.key} notice={notice} />
                ))}
            </Stack>
        </Paper>
    );
}
