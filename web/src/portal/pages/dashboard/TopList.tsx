import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { emptyGroup } from '@/format/names';
import type { DateSpan, PeriodSearch } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { ErrorState, staleness } from '@/ui/states';
import type { GroupKeyName, ReportRow } from '../../api';
import { countryName } from '@/format/country';
import { Link } from '../../link';
import styles from './dashboard.module.css';
import { topQuery } from './questions';

interface TopListProps {
    title: string;
    by: GroupKeyName;
    span: DateSpan;
    period: PeriodSearch;
}

const nameOf = (by: GroupKeyName, value: string) => (by === 'country' ? countryName(value) : value || emptyGroup(by));

// The best values of a group, with bars. Each links to a report.
export function TopList({ title, by, span, period }: TopListProps) {
    const format = useFormat();
    const found = useQuery(topQuery(by, span));
    const rows = found.data?.rows ?? [];
    const earns = rows.some((row) => (row.metrics.total_reward ?? 0) > 0);
    const sizeOf = (row: ReportRow) => Math.max(0, row.metrics[earns ? 'total_reward' : 'click_count'] ?? 0);
    const largest = Math.max(1e-9, ...rows.map(sizeOf));
    return (
        <Paper p="md" component="section" aria-label={title}>
            <Title order={2} mb="sm" fz="md">
                {title}
            </Title>
            {found.isPending && <Skeleton h={180} />}
            {found.error && !found.data && <ErrorState error={found.error} retry={() => void found.refetch()} />}
            {found.data && rows.length === 0 && (
                <Text size="sm" c="dimmed" py="lg" ta="center">
                    No data in this period
                </Text>
            )}
            {rows.length > 0 && (
                <Stack gap={0} {...staleness(found)}>
                    <ul className={styles.top}>
                        <li className={styles.topHead} aria-hidden>
                            <span />
                            <span className={styles.topNumber}>Clicks</span>
                            <span className={styles.topNumber}>Commission</span>
                        </li>
                        {rows.map((row) => {
                            const value = row.groupKeys[by] ?? '';
                            return (
                                <li key={value} className={styles.topRow}>
                                    <Link to="/reports" search={{ ...period, groups: ['date'], where: { [by]: value } }} className={styles.topName} underline="never" title={nameOf(by, value)}>
                                        <span className={styles.topBar} style={{ width: `${(sizeOf(row) / largest) * 100}%` }} />
                                        {nameOf(by, value)}
                                    </Link>
                                    <span className={styles.topNumber}>{format.number(row.metrics.click_count)}</span>
                                    <span className={styles.topNumber}>{format.money(row.metrics.total_reward)}</span>
                                </li>
                            );
                        })}
                    </ul>
                </Stack>
            )}
        </Paper>
    );
}
