import { Badge, Box, Button, Collapse, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconChevronDown, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { ErrorNotice } from '@/ui/states';
import { LinkButton } from '../../link';
import { missingRate, type Concern, type Health } from './concerns';
import { HealthDetails } from './HealthDetails';
import styles from './home.module.css';
import { useHealth } from './useHealth';

// A link to the page on which the user can check the concern.
const answers: Partial<Record<Concern['key'], ReactNode>> = {
    silence: <LinkButton to="/events" size="compact-sm" variant="light">Look at events</LinkButton>,
    feeds: <LinkButton to="/events" size="compact-sm" variant="light">Look at events</LinkButton>,
    members: <LinkButton to="/settings/integration" size="compact-sm" variant="light">Check an event</LinkButton>,
    outbox: <LinkButton to="/deliveries" size="compact-sm" variant="light">Look at deliveries</LinkButton>,
};

// The buttons of the concerns that only the details explain.
const inDetails: Partial<Record<Concern['key'], string>> = { anomalies: 'Look at anomalies', duplicates: 'Look at duplicates' };

interface ConcernProps {
    concern: Concern;
    health: Health;
    onDetails: (key: Concern['key']) => void;
}

function Answer({ concern, health, onDetails }: ConcernProps) {
    const { baseCurrency } = useFormat().conventions;
    const { books } = usePermissions();
    const missing = missingRate(concern, health, baseCurrency);
    if (inDetails[concern.key]) {
        return (
            <Button size="compact-sm" variant="light" onClick={() => onDetails(concern.key)}>
                {inDetails[concern.key]}
            </Button>
        );
    }
    if (!missing || !books) return answers[concern.key];
    return (
        <LinkButton to="/settings/exchange-rates" search={missing} size="compact-sm" variant="light">
            Add exchange rate {missing.from} → {missing.to}
        </LinkButton>
    );
}

function ConcernLine({ concern, health, onDetails }: ConcernProps) {
    const Shown = concern.serious ? IconAlertTriangle : IconInfoCircle;
    return (
        <Group gap="sm" wrap="nowrap" align="flex-start" component="li">
            <Shown size={18} stroke={1.75} aria-hidden className={concern.serious ? styles.warn : styles.note} />
            <Box flex={1} miw={0}>
                <Group gap="sm" style={{ rowGap: 4 }}>
                    <Text size="sm" fw={500}>
                        {concern.title}
                    </Text>
                    <Answer concern={concern} health={health} onDetails={onDetails} />
                </Group>
                <Text size="sm" c="dimmed">
                    {concern.detail}
                </Text>
            </Box>
        </Group>
    );
}

function calmWords(feedCount: number, judged: boolean): string {
    if (feedCount === 0) return 'Waiting for the first event.';
    return judged ? 'Events arrive as usual, and reports are up to date.' : 'Reports are up to date.';
}

// The health of the service: one line if all is well, otherwise the problems. "Details" shows everything.
export function HealthCard() {
    const { health, feeds, judged, concerns } = useHealth();
    const [opened, { toggle, open }] = useDisclosure(false);
    // The concern whose part of the details is scrolled to. A second click scrolls again.
    const [sought, setSought] = useState<{ key: Concern['key'] } | null>(null);
    if (health.error && !health.data) return <ErrorNotice error={health.error} />;
    if (!health.data) return <Skeleton h={54} radius={8} />;
    const showDetails = (key: Concern['key']) => {
        open();
        setSought({ key });
    };
    const serious = concerns.some((concern) => concern.serious);
    const Shown = serious ? IconAlertTriangle : IconCircleCheck;
    const title = concerns.length === 0 ? 'No problems' : serious ? 'Needs attention' : 'No serious problems';
    return (
        <Paper px="md" py="sm" component="section" aria-label="Health">
            <Group justify="space-between" wrap="nowrap" gap="sm">
                <Group gap="sm" wrap="nowrap" miw={0}>
                    <Shown size={22} stroke={1.75} aria-hidden className={serious ? styles.warn : styles.good} />
                    <Box miw={0}>
                        <Group gap="xs" style={{ rowGap: 0 }}>
                            <Text fw={550}>{title}</Text>
                            {concerns.length > 0 && (
                                <Badge color={serious ? 'yellow' : 'gray'} circle={concerns.length < 10} aria-label={`${concerns.length} items`}>
                                    {concerns.length}
                                </Badge>
                            )}
                            {concerns.length === 0 && (
                                <Text size="sm" c="dimmed">
                                    {calmWords(health.data.feeds.length, judged)}
                                </Text>
                            )}
                        </Group>
                    </Box>
                </Group>
                <Button variant="subtle" color="gray" size="compact-sm" onClick={toggle} aria-expanded={opened} rightSection={<IconChevronDown size={14} className={styles.turn} data-opened={opened || undefined} />}>
                    Details
                </Button>
            </Group>
            {concerns.length > 0 && (
                <Stack gap="sm" component="ul" m={0} mt="sm" p={0} pl={{ base: 0, xs: 34 }} className={styles.plain}>
                    {concerns.map((concern) => (
                        <ConcernLine key={concern.key} concern={concern} health={health.data} onDetails={showDetails} />
                    ))}
                </Stack>
            )}
            <Collapse expanded={opened}>{opened && <HealthDetails health={health.data} feeds={feeds} sought={sought} />}</Collapse>
        </Paper>
    );
}
