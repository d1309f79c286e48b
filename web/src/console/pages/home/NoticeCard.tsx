import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconChecklist, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { usePermissions } from '@/session/session';
import { useAffiliateNames } from '../../affiliateNames';
import { LinkButton } from '../../link';
import { openSignalsQuery } from '../signals/queries';
import { noticesOf, noticesTitle, type Notice } from './notices';
import styles from './home.module.css';
import { closedStatementsQuery, pendingAffiliatesQuery } from './questions';

// Where each notice leads. A person who may not decide can look.
function Answer({ notice: { key, mayDecide } }: { notice: Notice }) {
    const look = { size: 'compact-sm', variant: 'light' } as const;
    if (key === 'affiliates') return <LinkButton to="/affiliates" search={{ status: 'pending' }} {...look}>{mayDecide ? 'Review' : 'Look at affiliates'}</LinkButton>;
    if (key === 'statements') return <LinkButton to="/statements" search={{ status: 'closed' }} {...look}>{mayDecide ? 'Decide' : 'Look at statements'}</LinkButton>;
    return <LinkButton to="/signals" {...look}>Look at signals</LinkButton>;
}

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
                    <Answer notice={notice} />
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
    const may = usePermissions();
    const pending = useQuery(pendingAffiliatesQuery);
    const closed = useQuery({ ...closedStatementsQuery, enabled: may.books });
    const signals = useQuery({ ...openSignalsQuery, refetchInterval: 60_000 });
    const notices = noticesOf({ pending: pending.data, closed: closed.data, signals: signals.data }, affiliates.nameOf, may);
    if (notices.length === 0) return null;
    const title = noticesTitle(notices);
    return (
        <Paper px="md" py="sm" component="section" aria-label={title}>
            <Group gap="sm" wrap="nowrap">
                <IconChecklist size={22} stroke={1.75} aria-hidden className={styles.note} />
                <Text fw={550}>{title}</Text>
            </Group>
            <Stack gap="sm" component="ul" m={0} mt="sm" p={0} pl={{ base: 0, xs: 34 }} className={styles.plain}>
                {notices.map((notice) => (
                    <NoticeLine key={notice.key} notice={notice} />
                ))}
            </Stack>
        </Paper>
    );
}
