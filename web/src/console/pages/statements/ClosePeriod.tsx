import { Alert, Button, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { unpricedOf } from '@/api/error';
import { readAll } from '@/api/queries';
import { comparePeriods, kindOf } from '@/format/statementPeriod';
import { useFormat, useToday } from '@/format/useFormat';
import { Money } from '@/ui/Money';
import { ErrorNotice, LoadingState } from '@/ui/states';
import { Modal } from '@/ui/unsaved';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateSelect } from '../../AffiliateSelect';
import { Link, useNavigate } from '../../link';
import { Checklist } from './Checklist';
import { choosablePeriods, closablePeriods, lastMonth, totalsOf, type Statement } from './words';

function Rows({ statements, linked, close }: { statements: Statement[]; linked?: boolean; close: () => void }) {
    const affiliates = useAffiliateNames();
    return (
        <Table.ScrollContainer minWidth={280} mah={320} type="native" tabIndex={0} role="region" aria-label="Statements of the period">
            <Table fz="sm" className="tabular">
                <Table.Tbody>
                    {statements.map((statement) => (
                        <Table.Tr key={statement.id}>
                            <Table.Td>
                                {linked ? (
                                    <Link to="/statements/$statementId" params={{ statementId: statement.id }} onClick={close}>
                                        {affiliates.nameOf(statement.affiliateId)}
                                    </Link>
                                ) : (
                                    affiliates.nameOf(statement.affiliateId)
                                )}
                            </Table.Td>
                            <Table.Td ta="right">
                                <Money amount={statement.payable} currency={statement.currency} />
                            </Table.Td>
                        </Table.Tr>
                    ))}
                </Table.Tbody>
            </Table>
        </Table.ScrollContainer>
    );
}

function Totals({ statements }: { statements: Statement[] }) {
    const format = useFormat();
    return (
        <Text size="sm" fw={600} ta="right">
            {totalsOf(statements).map((total) => format.money(total.payable, total.currency)).join(' + ')}
        </Text>
    );
}

function Done({ closed, close }: { closed: Statement[]; close: () => void }) {
    const navigate = useNavigate();
    const settled = closed.filter((one) => one.status === 'settled').length;
    const review = () => {
        close();
        void navigate({ to: '/statements', search: { period: closed[0]?.period, status: 'closed' } });
    };
    return (
        <Stack gap="md">
            <Alert color="green" variant="light" icon={<IconCircleCheck size={18} />} role="status">
                {closed.length === 1 ? '1 statement' : `${closed.length} statements`} closed. {settled > 0 && `${settled === 1 ? '1 of them has' : `${settled} of them have`} nothing to pay and ${settled === 1 ? 'is' : 'are'} settled. `}Late events of this period go to a later statement. Next, approve and pay the statements.
            </Alert>
            <Rows statements={closed} linked close={close} />
            <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                    Done
                </Button>
                <Button onClick={review} data-autofocus>
                    Review and approve
                </Button>
            </Group>
        </Stack>
    );
}

// Periods with money that waits for an exchange rate: they may have no statements yet, and hold up later periods.
function useWaitingPeriods(): string[] {
    const { data } = useQuery({
        queryKey: ['accruals', 'waiting', 'periods'],
        queryFn: () => take(api.GET('/accruals', { params: { query: { limit: 200, status: 'unpriced' } } })),
        staleTime: 0,
    });
    return [...new Set(data?.items.map((one) => one.period))];
}

function Choose({ open, close, onClosed }: { open: Statement[]; close: () => void; onClosed: (closed: Statement[]) => void }) {
    const today = useToday();
    const format = useFormat();
    const client = useQueryClient();
    const affiliates = useAffiliateNames();
    const ended = closablePeriods(open, today);
    const [period, setPeriod] = useState(ended[0] ?? lastMonth(today));
    const [affiliateId, setAffiliateId] = useState<string | null>(null);
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<unknown>(null);
    const [reason, setReason] = useState('');
    const unpriced = unpricedOf(error);
    const shown = open.filter((one) => one.period === period && (!affiliateId || one.affiliateId === affiliateId));
    // Closing concerns only the affiliates that have periods of this kind.
    const isConcerned = (one: Statement) => (affiliateId ? one.affiliateId === affiliateId : kindOf(one.period) === kindOf(period) || shown.some((other) => other.affiliateId === one.affiliateId));
    const earlier = closablePeriods(open.filter((one) => comparePeriods(one.period, period) < 0 && isConcerned(one)), today);
    const waiting = useWaitingPeriods();
    const choices = choosablePeriods(open, waiting, today);
    const hasOnlyWaiting = shown.length === 0 && waiting.includes(period);
    const run = async (why?: string) => {
        setBusy(true);
        setError(null);
        try {
            const answer = await take(api.POST('/statements/close', { body: { period, ...(affiliateId ? { affiliateId } : {}), ...(why ? { allowUnpriced: true, reason: why } : {}) } }));
            await client.invalidateQueries({ queryKey: ['statements'] });
            onClosed(answer.items);
        } catch (refused) {
            setError(refused);
        } finally {
            setBusy(false);
        }
    };
    return (
        <Stack gap="md">
            <Group grow align="flex-start" preventGrowOverflow={false}>
                <Select label="Period" data={choices.map((value) => ({ value, label: format.plainPeriod(value) }))} value={period} onChange={(value) => value && setPeriod(value)} allowDeselect={false} miw={160} />
                <AffiliateSelect label="Affiliate" placeholder="All affiliates" value={affiliateId} onChange={setAffiliateId} clearable miw={160} clearButtonProps={{ 'aria-label': 'All affiliates' }} />
            </Group>
            {earlier.length > 0 && (
                <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
                    {format.plainPeriod(earlier[0])} is still open. Close it first.
                </Alert>
            )}
            <Checklist period={period} />
            {shown.length > 0 ? (
                <div>
                    <Text size="sm" c="dimmed" mb={4}>
                        {shown.length === 1 ? '1 statement' : `${shown.length} statements`} as of now
                    </Text>
                    <Rows statements={shown} close={close} />
                    <Totals statements={shown} />
                </div>
            ) : (
                <Text size="sm" c="dimmed">
                    No open statements in {format.plainPeriod(period)}
                    {affiliateId ? ` for ${affiliates.nameOf(affiliateId)}` : ''}. {hasOnlyWaiting && 'Some money of this period waits for an exchange rate.'} {ended.length === 0 && `You can close ${format.plainPeriod(today.slice(0, 7))} after it has ended.`}
                </Text>
            )}
            <Text size="sm">
                Closed statements cannot change. Late events, corrections and adjustments go to a later statement.
            </Text>
            {unpriced.length > 0 ? (
                <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title="Money without an exchange rate">
                    <Stack gap="sm">
                        <Text size="sm">
                            {unpriced.map(({ currency, count, amount }) => `${format.money(amount, currency)} in ${count === 1 ? '1 accrual' : `${count} accruals`}`).join(', ')}. Add the exchange rates first, or close
                            without this money. It is then paid with a later statement.
                        </Text>
                        <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} maxLength={1000} />
                        <Group>
                            <Button size="compact-sm" variant="light" loading={busy} disabled={!reason.trim()} onClick={() => void run(reason.trim())}>
                                Close without this money
                            </Button>
                        </Group>
                    </Stack>
                </Alert>
            ) : (
                <ErrorNotice error={error} />
            )}
            <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={close}>
                    Cancel
                </Button>
                <Button loading={busy} disabled={earlier.length > 0 || (shown.length === 0 && !hasOnlyWaiting)} onClick={() => void run()}>
                    Close {format.plainPeriod(period)}
                </Button>
            </Group>
        </Stack>
    );
}

// Choose a period, review its statements, close it, and see the result.
export function ClosePeriod({ opened, onClose }: { opened: boolean; onClose: () => void }) {
    const [closed, setClosed] = useState<Statement[] | null>(null);
    const open = useQuery({
        queryKey: ['statements', 'open'],
        queryFn: () => readAll((cursor) => take(api.GET('/statements', { params: { query: { limit: 200, cursor, status: 'open' } } }))),
        enabled: opened,
        // The list must be current, because these statements will be closed.
        staleTime: 0,
    });
    const close = () => {
        setClosed(null);
        onClose();
    };
    return (
        <Modal opened={opened} onClose={close} title={<Text fw={600}>Close a period</Text>} size="lg">
            {open.isPending && <LoadingState />}
            <ErrorNotice error={open.error} />
            {closed ? <Done closed={closed} close={close} /> : open.data && <Choose open={open.data} close={close} onClosed={setClosed} />}
        </Modal>
    );
}
