import { Text } from '@mantine/core';
import type { DateSpan } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column, type TableQuery } from '@/ui/DataTable';
import { EmptyState } from '@/ui/states';
import type { Dimensions, Metric, Report, ReportRow } from '../../api';
import { Link } from '../../link';
import { groupName, metricName, useGroupText, writerOf } from '../../metrics';
import { countryName } from '@/format/country';
import { reportNote, timeGroups, type Choice } from './choice';

interface ReportTableProps {
    known: Dimensions;
    choice: Choice;
    span: DateSpan;
    report: Report | undefined;
    query: Omit<TableQuery<ReportRow>, 'data'>;
    onSort: (sort: string) => void;
    // The other parts of the URL, which stay when a row is opened.
    keep: Record<string, unknown>;
}

function useColumns({ known, choice, span, keep }: ReportTableProps): Column<ReportRow>[] {
    const format = useFormat();
    const text = useGroupText();
    const metrics = choice.metrics.map((name) => known.metrics.find((one) => one.name === name)).filter((one): one is Metric => one !== undefined);
    const shown = (key: string, value: string) => (key === 'country' && value ? countryName(value) : text(key, value));
    const groupCell = (key: string, row: ReportRow) => {
        const value = row.groupKeys[key] ?? '';
        if (timeGroups.includes(key)) return <span style={{ whiteSpace: 'nowrap' }}>{shown(key, value)}</span>;
        if (value === '' || value.startsWith('(')) return shown(key, value);
        return (
            <Link to="/reports" search={{ ...keep, groups: ['date'], sort: undefined, where: { ...choice.where, [key]: value } }} c="inherit" size="sm" title={`Show ${shown(key, value)} by day`}>
                {shown(key, value)}
            </Link>
        );
    };
    // A sum of commission links to its accruals.
    const metricCell = (metric: Metric, row: ReportRow) => {
        const value = row.metrics[metric.name];
        const written = writerOf(metric.type, format, row.groupKeys.currency || undefined)(value);
        if (metric.opens !== 'accruals' || !value) return written;
        return (
            <Link to="/accruals" search={{ metric: metric.name, ...span, where: { ...choice.where, ...row.groupKeys } }} c="inherit" size="sm" title="Show accruals">
                {written}
            </Link>
        );
    };
    return [
        ...choice.groups.map((key): Column<ReportRow> => ({ key, header: groupName(key), sort: key, cell: (row) => groupCell(key, row) })),
        ...metrics.map(
            (metric): Column<ReportRow> => ({
                key: metric.name,
                header: metricName(metric.name),
                sort: metric.name,
                numeric: true,
                cell: (row) => metricCell(metric, row),
            }),
        ),
    ];
}

function Totals({ known, choice, report }: { known: Dimensions; choice: Choice; report: Report }) {
    const format = useFormat();
    return (
        <tr role="row">
            {choice.groups.map((key, index) => (
                <td key={key} role="cell" data-first={index === 0 || undefined}>
                    {index === 0 ? 'Total' : ''}
                </td>
            ))}
            {choice.metrics.map((name) => (
                <td key={name} role="cell" data-numeric>
                    {writerOf(known.metrics.find((one) => one.name === name)?.type ?? 'count', format)(report.totals[name])}
                </td>
            ))}
        </tr>
    );
}

export function ReportTable(props: ReportTableProps) {
    const { known, choice, report, query, onSort } = props;
    const columns = useColumns(props);
    const { baseCurrency } = useFormat().conventions;
    // Without groups there are only totals.
    const rows = choice.groups.length > 0 ? report?.rows : report && [{ groupKeys: {}, metrics: report.totals }];
    return (
        <>
            <DataTable
                label="Report"
                columns={columns}
                query={{ ...query, data: rows }}
                rowKey={(row) => JSON.stringify(row.groupKeys)}
                phone="scroll"
                maxHeight="70vh"
                sort={choice.sort}
                onSort={choice.groups.length > 0 ? onSort : undefined}
                footer={report && choice.groups.length > 0 ? <Totals known={known} choice={choice} report={report} /> : undefined}
                empty={<EmptyState title="No data in this period">Choose a longer period or remove a filter.</EmptyState>}
            />
            {report && report.rows.length > 0 && (
                <Text size="xs" c="dimmed" mt={6}>
                    {reportNote(choice.groups, baseCurrency)}
                </Text>
            )}
        </>
    );
}
