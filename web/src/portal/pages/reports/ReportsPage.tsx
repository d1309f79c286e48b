import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf, take } from '@/api/client';
import type { DateSpan } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { PageHeader } from '@/ui/PageHeader';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { ErrorState, LoadingState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { UnpricedNote } from '@/ui/UnpricedNote';
import { queries, type Dimensions } from '../../api';
import { choiceOf, queryOf, type Choice } from './choice';
import { rowLimit, tableQuery } from './questions';
import { ReportChart } from './ReportChart';
import { ReportControls, type ReportChange } from './ReportControls';
import { ReportTable } from './ReportTable';
import { reportsRoute } from './routes';
import { saveFile } from '@/ui/saveFile';

// The server writes the file, with all rows and with protection against formulas in cells.
function CsvButton({ choice, span }: { choice: Choice; span: DateSpan }) {
    const [busy, setBusy] = useState(false);
    const download = async () => {
        setBusy(true);
        try {
            const body = queryOf(choice, span);
            const csv = (await take(api.POST('/portal/reports/query', { params: { query: { format: 'csv' } }, body, parseAs: 'blob' }))) as Blob;
            saveFile(csv, `report-${span.startDate}-${span.endDate}.csv`);
        } catch (error) {
            notifications.show({ color: 'red', title: 'Export failed', message: messageOf(error) });
        } finally {
            setBusy(false);
        }
    };
    return (
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void download()}>
            Download CSV
        </Button>
    );
}

function ReportBody({ known, choice, span, keep, onChange }: { known: Dimensions; choice: Choice; span: DateSpan; keep: Record<string, unknown>; onChange: (change: ReportChange) => void }) {
    const format = useFormat();
    const found = useQuery(tableQuery(choice, span));
    const { data: report } = found;
    return (
        <>
            <ReportControls known={known} choice={choice} onChange={onChange} />
            <UnpricedNote unpriced={report?.unpriced} />
            <ReportChart known={known} choice={choice} span={span} onShow={(show) => onChange({ show })} />
            <ReportTable known={known} choice={choice} span={span} report={report} query={found} keep={keep} onSort={(sort) => onChange({ sort })} />
            {report && report.rows.length >= rowLimit && (
                <Text size="sm" mt="sm">
                    The table shows the first {format.number(rowLimit)} rows. The totals and the CSV file include all rows.
                </Text>
            )}
        </>
    );
}

export default function ReportsPage() {
    const [search, setSearch] = useSearchState(reportsRoute);
    const { period, from, to } = search;
    const { span } = usePeriod({ period, from, to });
    const { data: known, error, refetch } = useQuery(queries.dimensions);
    const choice = known && choiceOf(search, known);
    return (
        <>
            <PageHeader
                title="Reports"
                description="Choose groups and metrics. The URL of this page contains your choice, so you can bookmark it."
                actions={
                    <>
                        <PeriodPicker value={{ period, from, to }} onChange={setSearch} />
                        {choice && <CsvButton choice={choice} span={span} />}
                    </>
                }
            />
            {error && !known && <ErrorState error={error} retry={() => void refetch()} />}
            {!known && !error && <LoadingState />}
            {known && choice && <ReportBody known={known} choice={choice} span={span} keep={{ ...search }} onChange={setSearch} />}
        </>
    );
}
