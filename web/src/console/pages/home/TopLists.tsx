import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DateSpan } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/states';
import { Section } from '@/ui/PageHeader';
import { NamedAffiliateLink } from '../../entities';
import { Link, linkTo } from '../../link';
import type { ReportRow } from '../../reporting/ask';
import { BarList } from '../../reporting/BarList';
import { MiniBar } from '../../reporting/MiniBar';
import { metricNames } from '../../reporting/names';
import { isMoney, writeGroup, writeMetric } from '../../reporting/values';
import { funnel, topAffiliatesQuery, topPlacesQuery, type FunnelMetric, type Place } from './questions';

interface TopProps {
    span: DateSpan;
    metric: FunnelMetric;
    reportSearch: Record<string, unknown>;
}

export function TopAffiliates({ span, metric, reportSearch }: TopProps) {
    const format = useFormat();
    const found = useQuery(topAffiliatesQuery(metric, span));
    const rows = found.data?.rows;
    const most = Math.max(1, ...(rows ?? []).map((row) => row.metrics[metric] ?? 0));
    const columns: Column<ReportRow>[] = [
        { key: 'affiliate', header: 'Affiliate', cell: (row) => <NamedAffiliateLink name={row.groupKeys.affiliate ?? ''} /> },
        ...funnel.map((name): Column<ReportRow> => ({
            key: name,
            header: metricNames[name],
            numeric: true,
            hideOnPhone: name !== metric && name !== 'ftd_count',
            cell: (row) =>
                name === metric ? (
                    <MiniBar share={(row.metrics[name] ?? 0) / most}>{writeMetric(format, name, row.metrics[name])}</MiniBar>
                ) : isMoney(name) ? (
                    format.money(row.metrics[name])
                ) : (
                    format.number(row.metrics[name])
                ),
        })),
    ];
    return (
        <Section
            title="Top affiliates"
            description={`By ${metric === 'ngr' ? metricNames.ngr : metricNames[metric].toLowerCase()}`}
            actions={
                <Link to="/reports" search={{ groups: ['affiliate'], metrics: [...funnel], sort: `-${metric}`, ...reportSearch }} size="sm">
                    All affiliates
                </Link>
            }
        >
            <DataTable
                label="Affiliates, best first"
                columns={columns}
                query={{ ...found, data: rows }}
                rowKey={(row) => row.groupKeys.affiliate ?? ''}
                empty={<EmptyState title="No data in this period">Choose a longer period, or create a link for an affiliate.</EmptyState>}
            />
        </Section>
    );
}

export function TopPlaces({ span, metric, by, onBy, reportSearch }: TopProps & { by: Place; onBy: (by: Place) => void }) {
    const format = useFormat();
    const found = useQuery(topPlacesQuery(by, metric, span));
    const bars = (found.data?.rows ?? [])
        .filter((row) => by in row.groupKeys)
        .map((row) => {
            const value = row.groupKeys[by] ?? '';
            const filters = { [by]: [value] };
            return {
                key: value,
                label: writeGroup(format, by, value),
                value: row.metrics[metric] ?? 0,
                written: writeMetric(format, metric, row.metrics[metric]),
                link: value === '' ? undefined : linkTo({ to: '/reports', search: { groups: ['affiliate'], metrics: [...funnel], sort: `-${metric}`, filters, ...reportSearch } }),
            };
        });
    return (
        <Section
            title={by === 'country' ? 'Top countries' : 'Brands'}
            actions={
                <SegmentedControl
                    size="xs"
                    aria-label="Group by"
                    value={by}
                    onChange={(value) => onBy(value as Place)}
                    data={[
                        { value: 'country', label: 'Countries' },
                        { value: 'brand', label: 'Brands' },
                    ]}
                />
            }
        >
            <BarList label={by === 'country' ? 'Top countries' : 'Brands'} bars={bars} loading={!found.data} error={found.error} />
        </Section>
    );
}
