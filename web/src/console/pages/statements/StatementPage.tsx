import { Alert, Button, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDots, IconDownload, IconEye, IconPlayerPause, IconPlusMinus, IconPrinter, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { hasEnded } from '@/format/statementPeriod';
import { useFormat, useToday } from '@/format/useFormat';
import { usePermissions, useSession } from '@/session/session';
import { CopyField } from '@/ui/copy';
import { Facts } from '@/ui/Facts';
import { Money } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { Drawer } from '@/ui/unsaved';
import { useAffiliateNames } from '../../affiliateNames';
import { Link, linkTo } from '../../link';
import { AdjustmentForm } from './AdjustmentForm';
import { Lines } from './Lines';
import { statementRoute } from './routes';
import styles from './statements.module.css';
import { History, StatementActions } from './Steps';
import type { Statement } from './words';

function Sheet({ statement }: { statement: Statement }) {
    const format = useFormat();
    const affiliates = useAffiliateNames();
    const { operator } = useSession();
    return (
        <Paper component="article" aria-label="Statement">
            <div className={styles.head}>
                <div>
                    <Text fw={600}>{operator.name}</Text>
                    <Text size="sm" c="dimmed">
                        Commission statement
                    </Text>
                </div>
                <Facts
                    layout="row"
                    facts={[
                        [
                            'Affiliate',
                            <Link key="affiliate" inherit to="/affiliates/$affiliateId" params={{ affiliateId: statement.affiliateId }}>
                                {affiliates.nameOf(statement.affiliateId)}
                            </Link>,
                        ],
                        ['Period', format.plainPeriod(statement.period)],
                        ['Currency', statement.currency],
                        ['Content hash', statement.contentHash?.slice(0, 12)],
                    ]}
                />
            </div>
            <Lines statement={statement} />
            <Group justify="space-between" className={styles.foot}>
                <Text fw={600}>{statement.status === 'open' ? 'Payable so far' : 'Payable'}</Text>
                <Text span fw={600} fz={22}>
                    <Money amount={statement.payable} currency={statement.currency} />
                </Text>
            </Group>
        </Paper>
    );
}

function Seal({ statement }: { statement: Statement }) {
    if (!statement.contentHash) return null;
    return (
        <Paper p="lg" component="section" aria-label="Content hash">
            <Group gap={8} mb={4}>
                <IconShieldCheck size={18} aria-hidden />
                <Title order={2}>Content hash</Title>
            </Group>
            <Text size="xs" c="dimmed" mb="sm">
                A closed statement does not change. The hash covers all lines and the hash of the affiliate’s previous statement.
            </Text>
            <Stack gap="sm">
                <CopyField label="Content hash" value={statement.contentHash} />
                {statement.previousHash && <CopyField label="Previous hash" value={statement.previousHash} />}
                <CopyField label="Statement id" value={statement.id} />
            </Stack>
        </Paper>
    );
}

function PreviewNote({ statement }: { statement: Statement }) {
    const today = useToday();
    const format = useFormat();
    const ended = hasEnded(statement.period, today);
    return (
        <Alert variant="light" color="blue" mb="md" icon={<IconEye size={18} />} title="Preview">
            {ended ? `${format.plainPeriod(statement.period)} has ended. You can close it under Statements.` : `${format.plainPeriod(statement.period)} has not ended.`} Amounts can still change, so a preview cannot be approved or paid.
        </Alert>
    );
}

function HoldNote({ statement }: { statement: Statement }) {
    if (!statement.holdReason && !statement.paymentHold) return null;
    return (
        <Alert variant="light" color="yellow" mb="md" icon={<IconPlayerPause size={18} />} title={statement.holdReason ? 'This statement is on hold' : 'Payments to this affiliate are on hold'}>
            {statement.holdReason ?? statement.paymentHold}
            {!statement.holdReason && (
                <>
                    {' '}
                    <Link to="/affiliates/$affiliateId" params={{ affiliateId: statement.affiliateId }} inherit underline="always">
                        Open the affiliate
                    </Link>
                </>
            )}
        </Alert>
    );
}

function More({ statement }: { statement: Statement }) {
    const [adjusting, setAdjusting] = useState(false);
    const { books } = usePermissions();
    return (
        <>
            <Button component="a" variant="default" leftSection={<IconDownload size={16} />} href={`/api/v1/statements/${statement.id}?format=csv`} download>
                Download CSV
            </Button>
            <Menu position="bottom-end">
                <Menu.Target>
                    <Button variant="default" px={10} aria-label="More actions">
                        <IconDots size={16} />
                    </Button>
                </Menu.Target>
                <Menu.Dropdown>
                    <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
                        Print
                    </Menu.Item>
                    {books && (
                        <Menu.Item leftSection={<IconPlusMinus size={16} />} onClick={() => setAdjusting(true)}>
                            Add adjustment
                        </Menu.Item>
                    )}
                </Menu.Dropdown>
            </Menu>
            <Drawer opened={adjusting} onClose={() => setAdjusting(false)} title={<Text fw={600}>Adjustment</Text>}>
                <AdjustmentForm affiliateId={statement.affiliateId} currency={statement.currency} onClose={() => setAdjusting(false)} />
            </Drawer>
        </>
    );
}

export default function StatementPage() {
    const { statementId } = statementRoute.useParams();
    const format = useFormat();
    const affiliates = useAffiliateNames();
    const { data, error, isPending, refetch } = useQuery({
        queryKey: ['statements', statementId],
        queryFn: () => take(api.GET('/statements/{id}', { params: { path: { id: statementId } } })),
    });
    if (isPending) return <LoadingState />;
    if (error) return <ErrorState error={error} retry={() => void refetch()} />;
    const statement = data as Statement;
    return (
        <>
            <PageHeader
                title={`${affiliates.nameOf(statement.affiliateId) || 'Statement'}, ${format.plainPeriod(statement.period)}`}
                parents={[{ label: 'Statements', link: linkTo({ to: '/statements' }) }]}
                aside={<StatusBadge status={statement.status} />}
                actions={
                    <>
                        <More statement={statement} />
                        <StatementActions statement={statement} />
                    </>
                }
            />
            {statement.status === 'open' && <PreviewNote statement={statement} />}
            <HoldNote statement={statement} />
            <div className={styles.page}>
                <Sheet statement={statement} />
                <Stack gap="lg">
                    <History statement={statement} />
                    <Seal statement={statement} />
                </Stack>
            </div>
        </>
    );
}
