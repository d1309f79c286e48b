import { Box, Button, Group, Table, Text } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Chart } from './chart/Chart';
import { pointName, type ChartProps } from './chart/props';
import { Swatch } from './chart/Swatch';

function Legend({ series }: Pick<ChartProps, 'series'>) {
    return (
        <Group gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {series.map((one, index) => (
                <Group key={one.key} gap={6} component="li" wrap="nowrap">
                    <Swatch series={one} index={index} />
                    <Text size="xs" c="dimmed">
                        {one.label}
                    </Text>
                </Group>
            ))}
        </Group>
    );
}

export function ChartTable(chart: ChartProps) {
    const { label, data, series, xLabel = 'Date', height = 280 } = chart;
    return (
        <Box mah={height} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={`${label}, table`}>
            <Table stickyHeader verticalSpacing={6} className="tabular">
                <Table.Thead>
                    <Table.Tr>
                        <Table.Th>{xLabel}</Table.Th>
                        {series.map((one) => (
                            <Table.Th key={one.key} ta="right">
                                {one.label}
                            </Table.Th>
                        ))}
                    </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                    {data.map((point) => (
                        <Table.Tr key={point.x}>
                            <Table.Td>{pointName(chart, point.x)}</Table.Td>
                            {series.map((one) => (
                                <Table.Td key={one.key} ta="right">
                                    {typeof point[one.key] === 'number' ? one.format(point[one.key] as number) : '–'}
                                </Table.Td>
                            ))}
                        </Table.Tr>
                    ))}
                </Table.Tbody>
            </Table>
        </Box>
    );
}

// A chart over time (or any ordered axis) with a legend and the same numbers as a table. `controls` choose what is shown
// and are to the left of the toggle.
export function TimeChart({ controls, ...chart }: ChartProps & { controls?: ReactNode }) {
    const [asTable, setAsTable] = useState(false);
    return (
        <Box component="figure" m={0} aria-label={chart.label} miw={0}>
            <Group justify="space-between" mb="sm" gap="xs">
                <Group gap="md">
                    {controls}
                    {chart.series.length > 1 && <Legend series={chart.series} />}
                </Group>
                <Button
                    size="compact-xs"
                    variant="subtle"
                    color="gray"
                    leftSection={asTable ? <IconChartLine size={14} /> : <IconTable size={14} />}
                    onClick={() => setAsTable(!asTable)}
                >
                    {asTable ? 'Show as chart' : 'Show as table'}
                </Button>
            </Group>
            {asTable ? <ChartTable {...chart} /> : <Chart {...chart} />}
        </Box>
    );
}
