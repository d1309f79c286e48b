import { Alert, Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCoin, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { typedDecimal } from '@/format/decimal';
import { useFormat, useToday } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterText } from '@/ui/FilterBar';
import { FormBody, useApiForm } from '@/ui/form';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { numberOf, timeOf } from '@/ui/sorting';
import { EmptyState, ErrorNotice } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { readRateLines, type Rate } from './rateLines';
import { exchangeRatesRoute } from './routes';

interface Pair {
    from: string;
    to: string;
    date?: string;
}

function useStored(onClose: () => void) {
    const client = useQueryClient();
    return (words: string) => {
        for (const key of ['fx-rates', 'health', 'accruals', 'statements']) void client.invalidateQueries({ queryKey: [key] });
        notifications.show({ message: words });
        onClose();
    };
}

function OneRate({ pair, onClose }: { pair: Pair; onClose: () => void }) {
    const stored = useStored(onClose);
    const today = useToday();
    const format = useFormat();
    const form = useApiForm({
        initialValues: { date: pair.date ?? today, from: pair.from, to: pair.to, rate: '' },
        submit: (values) => take(api.POST('/fx-rates', { body: { ...values, rate: typedDecimal(values.rate) } })),
        onDone: (_, values) => stored(`1 ${values.from} is ${values.rate} ${values.to} from ${format.plainDate(values.date)} on.`),
    });
    const { from, to } = form.values;
    const upper = (path: 'from' | 'to') => (event: React.ChangeEvent<HTMLInputElement>) => form.setFieldValue(path, event.currentTarget.value.toUpperCase());
    return (
        <FormBody form={form} submitLabel="Save exchange rate" onCancel={onClose}>
            <TextInput type="date" label="Date (UTC)" description="The exchange rate applies from this day on, until a newer rate applies" required {...form.getInputProps('date')} />
            <Group grow>
                <TextInput label="From" required maxLength={10} placeholder="USD" {...form.getInputProps('from')} onChange={upper('from')} />
                <TextInput label="To" required maxLength={10} {...form.getInputProps('to')} onChange={upper('to')} />
            </Group>
            <TextInput label="Exchange rate" description={`The value of one ${from || 'unit'}${to ? ` in ${to}` : ''}`} required inputMode="decimal" placeholder="0.9137" data-autofocus {...form.getInputProps('rate')} />
        </FormBody>
    );
}

function ManyRates({ onClose }: { onClose: () => void }) {
    const stored = useStored(onClose);
    const [text, setText] = useState('');
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<unknown>(null);
    const { rates, problems } = readRateLines(text);
    const send = async () => {
        setBusy(true);
        setError(null);
        try {
            for (let at = 0; at < rates.length; at += 1000) await take(api.POST('/fx-rates', { body: { rates: rates.slice(at, at + 1000) } }));
            stored(rates.length === 1 ? '1 exchange rate saved.' : `${rates.length} exchange rates saved.`);
        } catch (refused) {
            setError(refused);
        } finally {
            setBusy(false);
        }
    };
    return (
        <Stack gap="md">
            <Textarea
                label="Exchange rates"
                description="One per line: date, from, to, rate. Paste CSV or columns of a spreadsheet."
                placeholder={'2026-11-15, USD, EUR, 0.9137\n2026-11-15, GBP, EUR, 1.1720'}
                autosize
                minRows={6}
                maxRows={16}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                data-autofocus
            />
            {problems.length > 0 && (
                <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
                    {problems.slice(0, 5).map((problem) => (
                        <div key={problem.line}>
                            Line {problem.line} {problem.reason}
                        </div>
                    ))}
                    {problems.length > 5 && `and ${problems.length - 5} more`}
                </Alert>
            )}
            <ErrorNotice error={error} />
            <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={onClose}>
                    Cancel
                </Button>
                <Button loading={busy} disabled={rates.length === 0 || problems.length > 0} onClick={() => void send()}>
                    {rates.length === 0 ? 'Save exchange rates' : rates.length === 1 ? 'Save 1 exchange rate' : `Save ${rates.length} exchange rates`}
                </Button>
            </Group>
        </Stack>
    );
}

// The unpriced accruals, from the health data.
function Missing({ onAdd }: { onAdd?: (pair: Pair) => void }) {
    const format = useFormat();
    // Stored rates are applied in the background.
    const { data } = useQuery({ queryKey: ['health'], queryFn: () => take(api.GET('/health')), refetchInterval: (query) => (query.state.data?.unpriced.count ? 3_000 : false) });
    if (!data || data.unpriced.count === 0) return null;
    return (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} mb="lg" title="Missing exchange rates">
            <Stack gap="xs">
                {data.unpriced.items.map((item) => (
                    <Group key={item.from + item.to} justify="space-between" gap="xs">
                        <Text size="sm">
                            <b>
                                {item.from} to {item.to}
                            </b>
                            : {item.count === 1 ? '1 unpriced accrual' : `${format.number(item.count)} unpriced accruals`} since {format.date(item.oldestEventTime)}. Add an exchange rate of that day or earlier.
                        </Text>
                        {onAdd && (
                            <Button size="xs" variant="default" onClick={() => onAdd({ from: item.from, to: item.to, date: item.oldestEventTime.slice(0, 10) })}>
                                Add exchange rate
                            </Button>
                        )}
                    </Group>
                ))}
            </Stack>
        </Alert>
    );
}

function useColumns(): Column<Rate>[] {
    const format = useFormat();
    return [
        { key: 'date', header: 'Date', sortValue: (rate) => timeOf(rate.date), cell: (rate) => format.plainDate(rate.date) },
        { key: 'pair', header: 'Pair', sortValue: (rate) => `${rate.from} ${rate.to}`, cell: (rate) => `${rate.from} → ${rate.to}` },
        { key: 'rate', header: 'Exchange rate', sortValue: (rate) => numberOf(rate.rate), numeric: true, cell: (rate) => rate.rate },
        { key: 'words', header: 'Meaning', cell: (rate) => <span className="fl-dimmed">{`1 ${rate.from} = ${rate.rate} ${rate.to}`}</span>, hideOnPhone: true },
    ];
}

export default function ExchangeRatesPage() {
    const [search, setSearch] = useSearchState(exchangeRatesRoute);
    const [pair, setPair] = useState<Pair | null>(null);
    const [how, setHow] = useState('one');
    const { books } = usePermissions();
    const base = useFormat().conventions.baseCurrency;
    const { date, from, to, add: asked } = search;
    const adding = pair ?? (books && asked ? { from: from ?? '', to: to ?? base, date: asked } : null);
    const { query, pager } = usePagedQuery({
        queryKey: ['fx-rates', { date, from, to }],
        read: (cursor) => take(api.GET('/fx-rates', { params: { query: { limit: 50, cursor, date, from, to } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const open = (chosen: Pair) => {
        setHow('one');
        setPair(chosen);
    };
    const add = books && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => open({ from: '', to: base })}>
            Add exchange rates
        </Button>
    );
    const filtered = Boolean(date || from || to);
    const close = () => {
        setPair(null);
        setSearch({ add: undefined });
    };
    return (
        <>
            <PageHeader
                title="Exchange rates"
                description="An amount is converted with the latest exchange rate of its pair on or before its day. Exchange rates are not inverted. A later rate does not change recorded commission."
                actions={add}
            />
            <Missing onAdd={books ? open : undefined} />
            <FilterBar active={filtered} onClear={() => setSearch({ date: undefined, from: undefined, to: undefined })}>
                <TextInput type="date" aria-label="Day" w={{ base: '100%', xs: 170 }} value={date ?? ''} onChange={(event) => setSearch({ date: event.currentTarget.value || undefined })} />
                <FilterText label="From" value={from} onChange={(typed) => setSearch({ from: typed?.toUpperCase() })} width={120} />
                <FilterText label="To" value={to} onChange={(typed) => setSearch({ to: typed?.toUpperCase() })} width={120} />
            </FilterBar>
            <DataTable
                label="Exchange rates"
                columns={useColumns()}
                query={query}
                pager={pager}
                rowKey={(rate) => rate.date + rate.from + rate.to}
                empty={
                    filtered ? (
                        <EmptyState title="No exchange rate matches" icon={IconCoin} />
                    ) : (
                        <EmptyState title="No exchange rates yet" icon={IconCoin} action={add}>
                            You need exchange rates only if the currency of events differs from the currency of their deal or from {base}.
                        </EmptyState>
                    )
                }
            />
            <Drawer opened={adding !== null} onClose={close} title={<Text fw={600}>Add exchange rates</Text>}>
                <SegmentedControl fullWidth mb="md" aria-label="Number of exchange rates" value={how} onChange={setHow} data={[{ value: 'one', label: 'One' }, { value: 'many', label: 'Several lines' }]} />
                {adding && (how === 'one' ? <OneRate pair={adding} onClose={close} /> : <ManyRates onClose={close} />)}
            </Drawer>
        </>
    );
}
