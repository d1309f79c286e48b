import { Text } from '@mantine/core';
import type { Schema } from '@/api/client';
import { Change } from '@/ui/StatTile';
import { betterOf, type Metric } from '../../reporting/names';
import { useMetricWriter } from '../../reporting/values';

interface ComparedProps {
    metric: Metric;
    comparison: Schema<'ReportComparison'> | undefined;
    currency?: string;
}

// The difference from the other period, as a value and in percent. The other value is in the tooltip.
export function ComparedCell({ metric, comparison, currency }: ComparedProps) {
    const write = useMetricWriter();
    if (!comparison) return <>–</>;
    const difference = comparison.difference[metric] ?? 0;
    const percent = comparison.percent[metric];
    return (
        <>
            <Text span inherit className="tabular">
                {difference > 0 ? '+' : ''}
                {write(metric, difference, currency)}
            </Text>{' '}
            {typeof percent === 'number' && <Change ratio={percent / 100} better={betterOf(metric)} before={write(metric, comparison.metrics[metric], currency)} />}
        </>
    );
}
