import { useFormat } from '@/format/useFormat';
import type { DateSpan } from '@/format/period';
import { causeWords, metricOfCause, type CauseCode } from '@/explain/causeWords';
import { TargetLink, type LinkTarget } from '@/ui/Link';
import { Waterfall, type WaterfallRow } from '@/ui/Waterfall';
import { linkTo } from '../../link';
import { explainTarget, type ChangeExplanation, type ChangePart, type ChangeSearch } from '../../reporting/change';
import { drillTarget } from '../../reporting/drill';
import { groupNames, metricNames, type GroupKey, type Metric } from '../../reporting/names';
import { useDimensions, useMetricWriter, writeGroup } from '../../reporting/values';

interface WaterfallProps {
    metric: Metric;
    search: ChangeSearch;
    explained: ChangeExplanation;
    split: ChangeExplanation['splits'][number];
}

interface Behind {
    label: string;
    target: LinkTarget;
}

type Filters = Record<string, string[]>;

// The page of a record that a part names.
function recordOf(by: string, id: string): Behind | null {
    if (by === 'affiliate' && !id.startsWith('(')) return { label: 'Affiliate', target: linkTo({ to: '/affiliates/$affiliateId', params: { affiliateId: id } }) };
    if (by === 'deal') return { label: 'Deal', target: linkTo({ to: '/deals/$dealId', params: { dealId: id } }) };
    if (by === 'player') return { label: 'Player', target: linkTo({ to: '/players/$playerId', params: { playerId: id } }) };
    if (by === 'link') return { label: 'Link', target: linkTo({ to: '/links/$linkId', params: { linkId: id } }) };
    return null;
}

// The entries behind a number, in each of the periods.
function useEntries({ metric, search, explained }: Pick<WaterfallProps, 'metric' | 'search' | 'explained'>) {
    const { metrics } = useDimensions();
    const format = useFormat();
    const days = ({ startDate, endDate }: DateSpan) => `${format.plainDate(startDate, 'short')} – ${format.plainDate(endDate, 'short')}`;
    return (by: string, value: string): Behind[] =>
        [explained.after, explained.before].flatMap((period) => {
            const target = drillTarget({ opens: metrics.get(metric)?.opens, metric, row: { [by]: value }, filters: search.filters, span: period });
            return target ? [{ label: days(period), target }] : [];
        });
}

function Links({ links }: { links: Behind[] }) {
    return links.map(({ label, target }, index) => (
        <span key={label}>
            {index > 0 && ' · '}
            <TargetLink target={target} inherit underline="always" style={{ whiteSpace: 'nowrap' }}>
                {label}
            </TargetLink>
        </span>
    ));
}

const isOne = (filters: Filters | undefined, by: string): boolean => filters?.[by]?.length === 1;

function useGroupRow(props: WaterfallProps) {
    const { metric, search, split } = props;
    const format = useFormat();
    const write = useMetricWriter();
    const entries = useEntries(props);
    return (part: ChangePart): Pick<WaterfallRow, 'name' | 'words'> => {
        const value = part.filters[split.by]?.[0] ?? '';
        const shown = writeGroup(format, split.by as GroupKey, part.name ?? '');
        const narrower = explainTarget(metric, { ...search.filters, ...part.filters }, search, search.compare);
        const record = value ? recordOf(split.by, value) : null;
        const links = [...(record ? [record] : []), ...(Number(part.before) || Number(part.after) ? entries(split.by, value) : [])];
        return {
            name: isOne(search.filters, split.by) ? shown : <TargetLink target={narrower} inherit>{shown}</TargetLink>,
            words: (
                <>
                    From {write(metric, Number(part.before))} to {write(metric, Number(part.after))}. {links.length > 0 && 'Open: '}
                    <Links links={links} />
                </>
            ),
        };
    };
}

function causeLinks(part: ChangePart, metric: Metric, search: ChangeSearch): Behind[] {
    const code = part.code as CauseCode;
    const deal = part.filters.deal?.[0];
    if (code === 'exchangeRates') return [{ label: 'Exchange rates', target: linkTo({ to: '/settings/exchange-rates' }) }];
    const links: Behind[] = [];
    if (deal) links.push({ label: 'Versions of the deal', target: linkTo({ to: '/deals/$dealId', params: { dealId: deal }, search: { tab: 'versions' } }) });
    if (deal && !isOne(search.filters, 'deal')) links.push({ label: 'Explain for this deal', target: explainTarget(metric, { ...search.filters, ...part.filters }, search, search.compare) });
    const other = metricOfCause(code, metric);
    if (other) links.push({ label: `Explain ${metricNames[other]}`, target: explainTarget(other, search.filters, search, search.compare) });
    return links;
}

function causeRow(part: ChangePart, metric: Metric, search: ChangeSearch): Pick<WaterfallRow, 'name' | 'words'> {
    const { name, words } = causeWords(part.code as CauseCode, metric, Number(part.difference) > 0, part.name, (other) => metricNames[other]);
    const links = causeLinks(part, metric, search);
    return {
        name,
        words: (
            <>
                {words} <Links links={links} />
            </>
        ),
    };
}

// The rest as a report with all groups, those with the largest change first.
function othersRow(part: ChangePart, { metric, search, split }: WaterfallProps): Pick<WaterfallRow, 'name' | 'words'> {
    const by = (groupNames[split.by as GroupKey] ?? split.by).toLowerCase().replace('subid', 'SubID');
    if (part.kind === 'overlap') return { name: 'Counted in several rows', words: 'The same click or player can be in several rows. The total counts it once.' };
    const { period, from, to, filters, compare } = search;
    const sort = `${Number(part.difference) < 0 ? '' : '-'}difference:${metric}`;
    const target = linkTo({ to: '/reports', search: { groups: [split.by], metrics: [metric], filters, period, from, to, compare: compare ?? 'previous', sort } });
    return { name: `${part.count} other values of ${by}`, words: <Links links={[{ label: 'All in a report', target }]} /> };
}

export function ChangeWaterfall(props: WaterfallProps) {
    const { metric, search, explained, split } = props;
    const write = useMetricWriter();
    const groupRow = useGroupRow(props);
    const signed = (value: number) => `${value > 0 ? '+' : ''}${write(metric, value)}`;
    const rowOf = (part: ChangePart) => (part.kind === 'group' ? groupRow(part) : part.kind === 'cause' ? causeRow(part, metric, search) : othersRow(part, props));
    const rows: WaterfallRow[] = [
        { key: 'before', name: 'Before', value: Number(explained.before.value), written: write(metric, Number(explained.before.value)), whole: true },
        ...split.parts.map((part, index) => ({ key: String(index), value: Number(part.difference), written: signed(Number(part.difference)), ...rowOf(part) })),
        { key: 'after', name: 'After', value: Number(explained.after.value), written: write(metric, Number(explained.after.value)), whole: true },
    ];
    return <Waterfall label={`${metricNames[metric]}: what changed`} rows={rows} />;
}
