import { Box, Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useFormat } from '@/format/useFormat';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import type { Summary } from '../../api';
import { Link } from '../../link';
import styles from './dashboard.module.css';

type Earnings = Summary['earnings'][number];

const pots: { key: 'open' | 'closed' | 'paid'; label: string; means: string }[] = [
    { key: 'open', label: statusLabel('open'), means: 'periods that are not closed' },
    { key: 'closed', label: 'To be paid', means: 'closed periods' },
    { key: 'paid', label: statusLabel('paid'), means: 'in total' },
];

function Pots({ earnings }: { earnings: Earnings }) {
    const format = useFormat();
    return (
        <SimpleGrid cols={3} spacing="md" flex={1}>
            {pots.map(({ key, label, means }) => (
                <Box key={key} miw={0}>
                    <Text size="sm" c="dimmed">
                        {label}
                    </Text>
                    <Text className={`${styles.pot} tabular`} title={format.money(earnings[key], earnings.currency)}>
                        <span className={styles.whole}>{format.money(earnings[key], earnings.currency)}</span>
                        <span className={styles.short}>{format.moneyShort(earnings[key], earnings.currency)}</span>
                    </Text>
                    <Text size="xs" c="dimmed" lh={1.35}>
                        {means}
                    </Text>
                </Box>
            ))}
        </SimpleGrid>
    );
}

function LastStatement({ statement }: { statement: NonNullable<Summary['lastStatement']> }) {
    const format = useFormat();
    return (
        <Link to="/statements/$statementId" params={{ statementId: statement.id }} className={styles.last} underline="never" c="inherit">
            <Box miw={0} flex={1}>
                <Text size="sm" c="dimmed">
                    Last statement
                </Text>
                <Group gap="xs" mt={2}>
                    <Text fw={550} size="sm" className="tabular">
                        {format.plainPeriod(statement.period)}: {format.money(statement.payable, statement.currency)}
                    </Text>
                    <StatusBadge status={statement.status} />
                </Group>
            </Box>
            <IconChevronRight size={18} stroke={1.6} aria-hidden />
        </Link>
    );
}

// The amounts by status, in every currency of the affiliate's statements.
export function MoneyStrip({ summary }: { summary: Summary | undefined }) {
    const format = useFormat();
    if (!summary) return <Skeleton h={112} radius={8} />;
    const none: Earnings = { currency: format.conventions.baseCurrency, open: '0', closed: '0', paid: '0' };
    const rows = summary.earnings.length > 0 ? summary.earnings : [none];
    return (
        <Paper component="section" aria-label="Your commission" className={styles.money}>
            <Box className={styles.pots}>
                {rows.map((earnings) => (
                    <Pots key={earnings.currency} earnings={earnings} />
                ))}
            </Box>
            {summary.lastStatement && <LastStatement statement={summary.lastStatement} />}
        </Paper>
    );
}
