import { Box, Skeleton, Stack } from '@mantine/core';
import { TargetLink, type LinkTarget } from '@/ui/Link';
import { EmptyState, ErrorState } from '@/ui/states';
import styles from './bars.module.css';

export interface BarRow {
    key: string;
    label: string;
    value: number;
    written: string;
    link?: LinkTarget;
}

// Names with bars behind them, for groups other than time. Negative values are red and have a minus sign.
export function BarList({ label, bars, loading, error }: { label: string; bars: BarRow[]; loading?: boolean; error?: unknown }) {
    if (error && bars.length === 0) return <Box className={styles.list}><ErrorState error={error} /></Box>;
    if (loading) {
        return (
            <Stack gap={6} className={styles.list}>
                {[80, 55, 40, 30, 20].map((width) => (
                    <Skeleton key={width} h={30} w={`${width}%`} />
                ))}
            </Stack>
        );
    }
    if (bars.length === 0) return <Box className={styles.list}><EmptyState title="No data in this period" /></Box>;
    const most = Math.max(...bars.map((bar) => Math.abs(bar.value))) || 1;
    return (
        <ul className={styles.list} aria-label={label}>
            {bars.map((bar) => (
                <li key={bar.key} className={styles.row}>
                    <span className={styles.bar} data-negative={bar.value < 0 || undefined} style={{ width: `${(Math.abs(bar.value) / most) * 100}%` }} aria-hidden />
                    {bar.link ? (
                        <TargetLink target={bar.link} className={styles.label}>
                            {bar.label}
                        </TargetLink>
                    ) : (
                        <span className={styles.label}>{bar.label}</span>
                    )}
                    <span className={styles.value}>{bar.written}</span>
                </li>
            ))}
        </ul>
    );
}
