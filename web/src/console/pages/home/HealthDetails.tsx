import { Badge, Box, Divider, Group, SimpleGrid, Stack, Text, Title, Tooltip } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFormat } from '@/format/useFormat';
import { When } from '@/ui/Money';
import { wordsOf } from '@/ui/StatusBadge';
import { Link } from '../../link';
import { feedName, feedRule, gapWords, type FeedStatus, type JudgedFeed } from './feeds';
import styles from './home.module.css';
import type { Concern, Health } from './concerns';

const looks: Record<FeedStatus, { color: string; label: string }> = {
    fresh: { color: 'green', label: 'Fresh' },
    quiet: { color: 'gray', label: 'Quiet' },
    stale: { color: 'yellow', label: 'Stale' },
    rare: { color: 'gray', label: 'Rare' },
};

function FeedLine({ feed }: { feed: JudgedFeed }) {
    const look = looks[feed.status];
    return (
        <Group justify="space-between" gap="sm" wrap="nowrap" py={6} component="li">
            <Box miw={0}>
                <Link to="/events" search={{ type: feed.type, brandId: feed.brandId }} size="sm" c="var(--mantine-color-text)" fw={500}>
                    {feedName(feed)}
                </Link>
                <Text size="xs" c="dimmed">
                    <When at={feed.lastAt} />
                    {feed.usualGap !== null && `, usually ${gapWords(feed.usualGap)}`}
                </Text>
            </Box>
            <Tooltip label={feedRule} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
                <Badge color={look.color} flex="none">
                    {look.label}
                </Badge>
            </Tooltip>
        </Group>
    );
}

interface PartProps {
    title: string;
    description: string;
    // The part is scrolled to when this is set.
    sought?: object | null;
    children: ReactNode;
}

function Part({ title, description, sought, children }: PartProps) {
    const box = useRef<HTMLElement>(null);
    useEffect(() => {
        if (!sought) return;
        box.current?.focus({ preventScroll: true });
        box.current?.scrollIntoView({ block: 'center' });
    }, [sought]);
    return (
        <Box component="section" aria-label={title} miw={0} ref={box} tabIndex={sought ? -1 : undefined}>
            <Title order={3} fz="sm">
                {title}
            </Title>
            <Text size="xs" c="dimmed" mb={6}>
                {description}
            </Text>
            {children}
        </Box>
    );
}

function Feeds({ feeds }: { feeds: JudgedFeed[] }) {
    const brands = [...new Set(feeds.map((feed) => feed.brandName))];
    return (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="md">
            {brands.map((brand) => (
                <Part key={brand} title={brand} description="The latest event of each type">
                    <Box component="ul" m={0} p={0} className={styles.lines}>
                        {feeds
                            .filter((feed) => feed.brandName === brand)
                            .map((feed) => (
                                <FeedLine key={feed.type} feed={feed} />
                            ))}
                    </Box>
                </Part>
            ))}
        </SimpleGrid>
    );
}

function Unpriced({ items }: { items: Health['unpriced']['items'] }) {
    return items.map((item) => (
        <Group key={`${item.from}${item.to}`} justify="space-between" py={4} gap="xs">
            <Link to="/accruals" search={{ status: 'unpriced' }} size="sm">
                {item.count} from {item.from} to {item.to}
            </Link>
            <Text size="xs" c="dimmed">
                oldest <When at={item.oldestEventTime} />
            </Text>
        </Group>
    ));
}

function Anomalies({ items }: { items: Health['anomalies']['items'] }) {
    return items.slice(0, 5).map((item) => (
        <Group key={item.eventId} justify="space-between" py={4} gap="xs">
            <Link to="/players/$playerId" params={{ playerId: item.playerId }} size="sm">
                {wordsOf(item.kind)}
            </Link>
            <Text size="xs" c="dimmed">
                <When at={item.recordedAt} />
            </Text>
        </Group>
    ));
}

function Duplicates({ items }: { items: Health['differingDuplicates']['items'] }) {
    return items.slice(0, 5).map((item) => (
        <Group key={item.eventId} justify="space-between" py={4} gap="xs" wrap="nowrap">
            <Link to="/events" search={{ idempotencyKey: item.idempotencyKey }} size="sm" truncate>
                {item.idempotencyKey}
            </Link>
            <Text size="xs" c="dimmed" flex="none">
                <When at={item.lastSeenAt} />
            </Text>
        </Group>
    ));
}

function SimilarMembers({ items }: { items: Health['similarMembers']['items'] }) {
    return items.slice(0, 5).map((item) => (
        <Group key={`${item.brandId}${item.meant}`} justify="space-between" py={4} gap="xs" wrap="nowrap">
            <Link to="/events" search={{ brandId: item.brandId }} size="sm" truncate>
                {item.sent} instead of {item.meant}
            </Link>
            <Text size="xs" c="dimmed" flex="none">
                {item.count} times, last <When at={item.lastSeenAt} />
            </Text>
        </Group>
    ));
}

interface HealthDetailsProps {
    health: Health;
    feeds: JudgedFeed[];
    // The concern that the user wants to see.
    sought: { key: Concern['key'] } | null;
}

export function HealthDetails({ health, feeds, sought }: HealthDetailsProps) {
    const format = useFormat();
    const { anomalies, differingDuplicates, similarMembers, unpriced, projectorLag, tracking } = health;
    const lag = projectorLag.blocks === 0 ? 'Up to date' : `${projectorLag.seconds} seconds (${projectorLag.blocks} commits) behind`;
    const nothing = (
        <Text size="sm" py={4}>
            None
        </Text>
    );
    return (
        <Stack gap="lg" mt="md" pb="xs">
            <Divider />
            <Feeds feeds={feeds} />
            <Divider />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
                <Part title={`Unpriced accruals: ${format.number(unpriced.count)}`} description="These accruals wait for an exchange rate">
                    {unpriced.count > 0 ? <Unpriced items={unpriced.items} /> : nothing}
                </Part>
                <Part title="Reports" description="The delay between an event and the reports">
                    <Text size="sm" py={4}>
                        {lag}
                    </Text>
                    <Text size="xs" c="dimmed">
                        {format.number(tracking.clicks)} clicks and {format.number(tracking.impressions)} impressions counted in total
                    </Text>
                </Part>
                <Part title={`Anomalies: ${format.number(anomalies.count)}`} sought={sought?.key === 'anomalies' ? sought : null} description="A second registration or first deposit of a player (only the first one counts), or a registration that names an unknown click.">
                    {anomalies.count > 0 ? <Anomalies items={anomalies.items} /> : nothing}
                </Part>
                <Part title={`Duplicates with different data: ${format.number(differingDuplicates.count)}`} sought={sought?.key === 'duplicates' ? sought : null} description="An idempotency key was sent again with different data. Only the first event counts.">
                    {differingDuplicates.count > 0 ? <Duplicates items={differingDuplicates.items} /> : nothing}
                </Part>
                <Part title={`Event members without effect: ${format.number(similarMembers.items.length)}`} description="Their names are similar to the names of known members.">
                    {similarMembers.items.length > 0 ? <SimilarMembers items={similarMembers.items} /> : nothing}
                </Part>
            </SimpleGrid>
        </Stack>
    );
}
