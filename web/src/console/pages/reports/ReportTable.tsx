import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { DateSpan } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column, type TableQuery } from '@/ui/DataTable';
import type { LinkTarget } from '@/ui/Link';
import { EmptyState } from '@/ui/states';
import { IconArrowsDiff, IconChartBar } from '@tabler/icons-react';
import type { Report, ReportRow } from '../../reporting/ask';
import { drillTarget } from '../../reporting/drill';
import { groupNames, metricNames, type Metric } from '../../reporting/names';
import { useDimensions, writeGroup, writeMetric } from '../../reporting/values';
import styles from './builder.module.css';
import { ComparedCell } from './ComparedCell';
import { isTime } from '../../reporting/names';
import { explainTarget } from '../../reporting/change';
import type { ReportSearch, Shape } from './shape';

// A plain link, because a table of numbers has hundreds of them and the router's links are slower.
function NumberLink({ target, label, children }: { target: LinkTarget; label?: string; children: ReactNode }) {
    const router = useRouter();
    const href = `${router.options.basepath ?? ''}${target.to}${router.options.stringifySearch?.(target.search ?? {}) ?? ''}`;
    const follow = (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        void router.navigate({ to: target.to, search: target.search });
    };
    return (
        <a href={href} className={styles.number} aria-label={label} title={label} onClick={follow}>
            {children}
        </a>
    );
}

interface TableProps {
    shape: Shape;
    search: ReportSearch;
    // The metric whose change a row explains.
    chart: Metric;
    span: DateSpan;
    report: Report | undefined;
    query: Omit<TableQuery<ReportRow>, 'data'>;
    onSort: (sort: string) => void;
}

// Explains the change of a row. Rows that are grouped by time cannot be compared with another period.
function explainColumn({ shape, search, chart }: TableProps): Column<ReportRow>[] {
    if (shape.groups.length === 0 || shape.groups.some((name) => isTime(name) || name === 'currency' || name === 'period')) return [];
    const compare = shape.compare === 'year' ? 'year' : undefined;
    const target = (row: ReportRow) => explainTarget(chart, { ...shape.filters, ...Object.fromEntries(shape.groups.map((name) => [name, [row.groupKeys[name] ?? '']])) }, search, compare);
    return [
        {
            key: 'explain',
            header: '',
            width: 44,
            cell: (row) => (
                <NumberLink target={target(row)} label={`Explain the change of ${metricNames[chart]}`}>
                    <IconArrowsDiff size={16} stroke={1.75} aria-hidden />
                </NumberLink>
            ),
        },
    ];
}

export function ReportTable(props: TableProps) {
    const { shape, span, report, query, onSort } = props;
    const format = useFormat();
    const { metrics: known } = useDimensions();
    const cell = (metric: Metric, metrics: Record<string, number>, row: Record<string, string>) => {
        const written = writeMetric(format, metric, metrics[metric], row.currency);
        const target = drillTarget({ opens: known.get(metric)?.opens, metric, row, filters: shape.filters, span });
        return target && metrics[metric] ? <NumberLink target={target}>{written}</NumberLink> : written;
    };
    const columns: Column<ReportRow>[] = [
        ...shape.groups.map((name): Column<ReportRow> => ({ key: name, header: groupNames[name], sort: name, cell: (row) => <span className={styles.name}>{writeGroup(format, name, row.groupKeys[name] ?? '')}</span> })),
        // The column is before the numbers, so that it is visible in a table that is wider than the window.
        ...explainColumn(props),
        ...shape.metrics.flatMap((name): Column<ReportRow>[] => [
            { key: name, header: metricNames[name], sort: name, numeric: true, cell: (row) => cell(name, row.metrics, row.groupKeys) },
            ...(shape.compare
                ? [{ key: `change-${name}`, header: `${metricNames[name]}, change`, sort: `difference:${name}`, numeric: true, cell: (row: ReportRow) => <ComparedCell metric={name} comparison={row.comparison} currency={row.groupKeys.currency} /> }]
                : []),
        ]),
    ];
    // While another report loads, the rows are those of the previous one.
    const fits = report?.rows.every((row) => shape.groups.every((name) => name in row.groupKeys)) ?? true;
    const rows = fits ? report?.rows : [];
    const totals = report && fits && (
        <tr role="row">
            {shape.groups.map((name, index) => (
                <td key={name} role="cell">
                    {index === 0 ? 'Total' : ''}
                </td>
            ))}
            {explainColumn(props).length > 0 && <td role="cell" />}
            {shape.metrics.flatMap((name) => [
                <td key={name} role="cell" data-numeric>
                    {cell(name, report.totals, {})}
                </td>,
                shape.compare && (
                    <td key={`change-${name}`} role="cell" data-numeric>
                        <ComparedCell metric={name} comparison={report.comparison} />
                    </td>
                ),
            ])}
        </tr>
    );
    if (shape.groups.length === 0 && report) {
        const whole: ReportRow[] = [{ groupKeys: {}, metrics: report.totals, comparison: report.comparison }];
        return <DataTable label="Report" columns={columns.map((column) => ({ ...column, sort: undefined }))} query={{ ...query, data: whole }} rowKey={() => 'totals'} phone="scroll" />;
    }
    return (
        <>
            <DataTable
                label="Report"
                columns={columns}
                query={{ ...query, data: rows, isPending: query.isPending || !fits }}
                rowKey={(row) => shape.groups.map((name) => row.groupKeys[name]).join('\u0000')}
                sort={shape.sort}
                onSort={onSort}
                phone="scroll"
                maxHeight={(rows?.length ?? 0) > 30 ? 'calc(100vh - 80px)' : undefined}
                footer={totals}
                empty={
                    <EmptyState title="No data in this period" icon={IconChartBar}>
                        Choose a longer period or remove a filter.
                    </EmptyState>
                }
            />
            {report && fits && report.rows.length > 0 && (
                <Text size="xs" c="dimmed" mt="xs">
                    {report.rows.length === shape.limit ? `The table shows the first ${format.number(shape.limit)} rows. The totals include all rows.` : `${format.number(report.rows.length)} ${report.rows.length === 1 ? 'row' : 'rows'}.`} Open an
                    underlined number to see what it adds up. As of {format.time(report.generatedAt)}.
                </Text>
            )}
        </>
    );
}
