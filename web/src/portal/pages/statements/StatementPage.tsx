import { Alert, Box, Button, Paper, Stack, Text, Timeline } from '@mantine/core';
import { IconCheck, IconDownload, IconFileCheck, IconLock, IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '@/format/useFormat';
import { Money } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { queries, type Statement } from '../../api';
import { linkTo } from '../../link';
import { useAffiliate } from '../../me';
import { statementRoute } from './routes';
import { StatementLines } from './StatementLines';
import { holdOf, paymentOf, statusMeans, totalTitle } from './statementWords';

function Headline({ statement }: { statement: Statement }) {
    const format = useFormat();
    const payment = paymentOf(statement);
    return (
        <Paper p={{ base: 'md', xs: 'lg' }}>
            <Text size="sm" c="dimmed">
                {totalTitle(statement)}
            </Text>
            <Text fz={{ base: 28, xs: 34 }} fw={650} lh={1.3}>
                <Money amount={statement.payable} currency={statement.currency} />
            </Text>
            <Text size="sm" mt={4}>
                {payment ? `Paid on ${format.plainDate(payment.date)} by ${payment.method}, reference ${payment.reference}.` : statusMeans[statement.status]}
            </Text>
        </Paper>
    );
}

function stepItem(key: string, title: string, at: ReactNode, icon: ReactNode, more?: ReactNode) {
    return (
        <Timeline.Item key={key} bullet={icon} title={title}>
            <Text size="sm" c="dimmed">
                {at}
            </Text>
            {more}
        </Timeline.Item>
    );
}

// The steps of a statement, from closing to payment.
function History({ statement }: { statement: Statement }) {
    const format = useFormat();
    if (!statement.closedAt) return null;
    const icons = { approved: <IconFileCheck size={14} />, paid: <IconCheck size={14} />, onHold: <IconPlayerPause size={14} />, closed: <IconLock size={14} />, settled: <IconCheck size={14} />, open: null };
    // A second "closed" means that the statement was released.
    const titleOf = (status: Statement['status']) => (status === 'closed' ? 'Released' : statusLabel(status));
    return (
        <Paper p={{ base: 'md', xs: 'lg' }} component="section" aria-label="History">
            <Timeline active={statement.steps.length} bulletSize={24} lineWidth={2}>
                {stepItem('closed', 'Closed', format.dateTime(statement.closedAt), icons.closed)}
                {statement.steps.map((step, index) =>
                    stepItem(
                        String(index),
                        titleOf(step.status),
                        format.dateTime(step.at),
                        icons[step.status],
                        <>
                            {step.payment && (
                                <Text size="sm">
                                    {format.plainDate(step.payment.date)}, {step.payment.method}, {step.payment.reference}
                                </Text>
                            )}
                            {step.reason && <Text size="sm">{step.reason}</Text>}
                        </>,
                    ),
                )}
            </Timeline>
            {statement.contentHash && (
                <Text size="xs" c="dimmed" mt="md" style={{ overflowWrap: 'anywhere' }}>
                    Content hash {statement.contentHash}. A closed statement does not change.
                </Text>
            )}
        </Paper>
    );
}

export default function StatementPage() {
    const { statementId } = statementRoute.useParams();
    const [search, setSearch] = useSearchState(statementRoute);
    const format = useFormat();
    const { me } = useAffiliate();
    const { data: statement, error, refetch } = useQuery(queries.statement(statementId));
    if (error && !statement) return <ErrorState error={error} retry={() => void refetch()} />;
    if (!statement) return <LoadingState />;
    return (
        <>
            {me && (
                <Text className="fl-print-only" mb="sm">
                    {me.operator.name}: statement for {me.affiliate.name}
                </Text>
            )}
            <PageHeader
                title={format.plainPeriod(statement.period)}
                parents={[{ label: 'Statements', link: linkTo({ to: '/statements' }) }]}
                aside={<StatusBadge status={statement.status} />}
                actions={
                    <Button component="a" href={`/api/v1/portal/statements/${statement.id}?format=csv`} download={`statement-${statement.period}-${statement.currency}.csv`} variant="default" leftSection={<IconDownload size={16} />}>
                        Download CSV
                    </Button>
                }
            />
            <Stack gap="md" maw={860}>
                {holdOf(statement) && (
                    <Alert color="yellow" icon={<IconPlayerPause size={18} />} title={statement.holdReason ? 'This statement is on hold' : 'Payments to you are on hold'}>
                        {holdOf(statement)}
                    </Alert>
                )}
                <Headline statement={statement} />
                <Box>
                    <Text size="sm" c="dimmed" mb={6} className="fl-screen-only">
                        Open a line to see its accruals.
                    </Text>
                    <StatementLines statement={statement} opened={search.line} onOpen={(line) => setSearch({ line })} />
                </Box>
                <History statement={statement} />
            </Stack>
        </>
    );
}
