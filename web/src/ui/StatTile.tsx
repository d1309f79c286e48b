import { Box, Group, Paper, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import { useId } from 'react';
import { useFormat } from '@/format/useFormat';
import { TargetLink, type LinkTarget } from './Link';

// A line without axes, 100 × 28 units, stretched to its box.
export function Sparkline({ values, color = 'var(--fl-chart-1)', height = 32 }: { values: number[]; color?: string; height?: number }) {
    const id = useId();
    if (values.length < 2) return <Box h={height} />;
    const top = Math.max(...values);
    const bottom = Math.min(...values, 0);
    const spread = top - bottom || 1;
    const points = values.map((value, index) => `${((index * 100) / (values.length - 1)).toFixed(2)} ${(27 - ((value - bottom) * 26) / spread).toFixed(2)}`);
    const line = `M${points.join('L')}`;
    return (
        <svg viewBox="0 0 100 28" preserveAspectRatio="none" width="100%" height={height} aria-hidden focusable="false">
            <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" stopColor={color} stopOpacity={0.16} />
                <stop offset="1" stopColor={color} stopOpacity={0} />
            </linearGradient>
            <path d={`${line}L100 28L0 28Z`} fill={`url(#${id})`} />
            <path d={line} fill="none" stroke={color} strokeWidth={1.5} vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
        </svg>
    );
}

// The direction that is good: up for first deposits, down for chargebacks, neither for impressions.
export type Better = 'up' | 'down' | 'neither';

export function Change({ ratio, better = 'up', before }: { ratio: number | null; better?: Better; before?: string }) {
    const format = useFormat();
    if (ratio === null) {
        return (
            <Text size="xs" c="dimmed">
                no comparison
            </Text>
        );
    }
    const flat = Math.abs(ratio) < 0.0005;
    const good = flat || better === 'neither' ? null : ratio > 0 === (better === 'up');
    const Shown = flat ? IconMinus : ratio > 0 ? IconArrowUpRight : IconArrowDownRight;
    const color = good === null ? 'dimmed' : good ? 'var(--fl-good)' : 'var(--fl-bad)';
    const shown = (
        <Group gap={2} wrap="nowrap" c={color} display="inline-flex">
            <Shown size={14} stroke={2} aria-hidden />
            <Text size="xs" fw={500} c="inherit" className="tabular">
                {format.change(ratio)}
            </Text>
        </Group>
    );
    return before ? <Tooltip label={`Previous period: ${before}`}>{shown}</Tooltip> : shown;
}

interface StatTileProps {
    label: string;
    // Already formatted.
    value: string;
    hint?: string;
    // The change from the previous period, or null if there is nothing to compare with.
    change?: number | null;
    before?: string;
    better?: Better;
    spark?: number[];
    loading?: boolean;
    // The page that explains the change.
    explain?: LinkTarget;
}

export function StatTile({ label, value, hint, change, before, better, spark, loading, explain }: StatTileProps) {
    const name = (
        <Text size="sm" c="dimmed" truncate>
            {label}
        </Text>
    );
    return (
        <Paper p="md" miw={0} style={{ overflow: 'hidden' }}>
            {hint ? (
                <Tooltip label={hint} multiline maw={280}>
                    {name}
                </Tooltip>
            ) : (
                name
            )}
            {loading ? (
                <Skeleton height={22} width="60%" my={8} />
            ) : (
                <Group gap="xs" align="baseline" mt={2} wrap="wrap" style={{ rowGap: 0 }}>
                    <Text fz={24} fw={600} lh={1.4} className="tabular">
                        {value}
                    </Text>
                    {change !== undefined && <Change ratio={change} better={better} before={before} />}
                </Group>
            )}
            {!loading && change !== undefined && explain && (
                <TargetLink target={explain} size="xs" c="dimmed" aria-label={`Explain this change: ${label}`}>
                    Explain
                </TargetLink>
            )}
            {spark && (
                <Box mt="xs" mx={-16} mb={-18}>
                    <Sparkline values={spark} />
                </Box>
            )}
        </Paper>
    );
}
