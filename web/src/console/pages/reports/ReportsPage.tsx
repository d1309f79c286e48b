import { Button, Group, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/client';
import type { UnpricedMoney } from '@/api/error';
import { useFormat, useToday } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { PageHeader } from '@/ui/PageHeader';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { ErrorState } from '@/ui/states';
import { TabLinks } from '@/ui/TabLinks';
import { useSearchState } from '@/ui/useSearchState';
import { UnpricedNote } from '@/ui/UnpricedNote';
import { Link, LinkButton } from '../../link';
import { reportCsv, reportQuery } from '../../reporting/ask';
import { useFamilies } from '../../reporting/families';
import { groupNames, metricNames, type Metric } from '../../reporting/names';
import styles from './builder.module.css';
import { ColumnPicker } from './ColumnPicker';
import { FilterPicker } from './FilterPicker';
import { presetQuery } from './presets';
import { ReportChart } from './ReportChart';
import { ReportTable } from './ReportTable';
import { reportsRoute } from './routes';
import { SaveReport } from './SaveReport';
import { reportTabs } from './tabs';
import { presetBody, questionOf, quickStarts, quickStartSearch, rowLimits, searchOfPreset, shapeOf, type ReportSearch, type Shape } from './shape';

// "NGR and Commission by Affiliate"
function nameFor({ groups, metrics }: Shape): string {
    const what = metrics.length > 2 ? 'Performance' : metrics.map((name) => metricNames[name]).join(' and ');
    return groups.length > 0 ? `${what} by ${groups.map((name) => groupNames[name].toLowerCase().replace('subid', 'SubID')).join(' and ')}` : what;
}

function QuickStarts({ shown }: { shown: ReportSearch }) {
    const today = useToday();
    return (
        <nav className={styles.starts} aria-label="Quick starts">
            {quickStarts.map((start) => (
                <Link key={start.label} to="/reports" search={quickStartSearch(start, shown, today)} className={styles.start} underline="never" title={start.description}>
                    {start.label}
                </Link>
            ))}
        </nav>
    );
}

const compareChoices = [
    { value: 'none', label: 'No comparison' },
    { value: 'previous', label: 'Previous period' },
    { value: 'year', label: 'Same period last year' },
];

async function download(question: Parameters<typeof reportCsv>[0], name: string): Promise<void> {
    const address = URL.createObjectURL(await reportCsv(question));
    const link = document.createElement('a');
    link.href = address;
    link.download = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.csv`;
    link.click();
    URL.revokeObjectURL(address);
}

// Leads to the form that adds the missing exchange rates, from the first day of the report on.
function AddRates({ unpriced, from }: { unpriced: UnpricedMoney[]; from: string }) {
    const { baseCurrency } = useFormat().conventions;
    const { books } = usePermissions();
    if (!books) return null;
    return (
        <Group gap="xs" mt="xs">
            {unpriced.map(({ currency }) => (
                <LinkButton key={currency} to="/settings/exchange-rates" search={{ from: currency, to: baseCurrency, add: from }} size="compact-sm" variant="default">
                    Add exchange rate {currency} → {baseCurrency}
                </LinkButton>
            ))}
        </Group>
    );
}

export default function ReportsPage() {
    const [search, setSearch] = useSearchState(reportsRoute);
    const [exporting, setExporting] = useState(false);
    const { write } = usePermissions();
    const families = useFamilies();
    const shape = shapeOf(search);
    const { span, before } = usePeriod(search);
    const question = questionOf(shape, span, before);
    const found = useQuery(reportQuery(question));
    const preset = useQuery({ ...presetQuery(search.preset ?? ''), enabled: Boolean(search.preset) }).data;
    const body = presetBody(shape, search, span);
    const savedSearch = preset && searchOfPreset(preset);
    const changed = Boolean(savedSearch && JSON.stringify(presetBody(shapeOf(savedSearch), savedSearch, span)) !== JSON.stringify(body));
    const name = preset?.name ?? nameFor(shape);
    const chart = shape.metrics.includes(search.chart as Metric) ? (search.chart as Metric) : shape.metrics.includes('ngr') ? 'ngr' : (shape.metrics[0] as Metric);
    const set = (change: Partial<ReportSearch>) => setSearch(change);
    const exportCsv = async () => {
        setExporting(true);
        await download({ ...question, limit: undefined }, name).catch((error: unknown) => notifications.show({ color: 'red', message: messageOf(error) }));
        setExporting(false);
    };
    return (
        <>
            <PageHeader
                title={preset ? preset.name : 'Reports'}
                description={preset ? 'Saved report' : 'Choose groups and metrics. Save the report, or share the URL of this page.'}
                actions={
                    <>
                        <Button variant="default" leftSection={<IconDownload size={16} />} loading={exporting} onClick={() => void exportCsv()}>
                            Download CSV
                        </Button>
                        {write && <SaveReport body={body} suggestion={nameFor(shape)} preset={preset} changed={changed} onSaved={(saved) => set({ preset: saved.id })} />}
                    </>
                }
            />
            <TabLinks label="Reports" tabs={reportTabs('build')} />
            {!search.preset && <QuickStarts shown={search} />}
            <section className={styles.panel} aria-label="Report settings">
                <div className={styles.label}>Group by</div>
                <ColumnPicker what="group" families={families.groups} chosen={shape.groups} onChange={(groups) => set({ groups })} />
                <div className={styles.label}>Metrics</div>
                <ColumnPicker what="metric" families={families.metrics} chosen={shape.metrics} onChange={(metrics) => set({ metrics })} required />
                <div className={styles.label}>Filters</div>
                <FilterPicker filters={shape.filters} onChange={(filters) => set({ filters })} span={span} />
                <div className={styles.label}>Days</div>
                <Group gap="xs">
                    <PeriodPicker value={search} onChange={set} />
                    <Select
                        aria-label="Compare with"
                        w={220}
                        allowDeselect={false}
                        data={compareChoices}
                        value={shape.compare ?? 'none'}
                        onChange={(value) => set({ compare: value === 'none' ? undefined : (value as 'previous' | 'year'), sort: undefined })}
                    />
                    <Select
                        aria-label="Maximum rows"
                        w={190}
                        allowDeselect={false}
                        data={rowLimits.map((limit) => ({ value: String(limit), label: `Up to ${limit} rows` }))}
                        value={String(shape.limit)}
                        onChange={(value) => set({ limit: value === '100' ? undefined : (value ?? undefined) })}
                    />
                </Group>
            </section>
            {found.error && !found.data ? (
                <ErrorState error={found.error} retry={() => void found.refetch()} />
            ) : (
                <>
                    <UnpricedNote unpriced={found.data?.unpriced}>
                        <AddRates unpriced={found.data?.unpriced ?? []} from={span.startDate} />
                    </UnpricedNote>
                    {found.data && <ReportChart shape={shape} report={found.data} metric={chart} onMetric={(metric) => set({ chart: metric })} />}
                    <ReportTable shape={shape} search={search} chart={chart} span={span} report={found.data} query={found} onSort={(sort) => set({ sort })} />
                </>
            )}
        </>
    );
}
