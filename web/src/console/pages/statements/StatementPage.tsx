import { Alert, Button, Drawer, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDots, IconDownload, IconEye, IconPlusMinus, IconPrinter, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { useFormat, useToday } from '@/format/useFormat';
import { usePermissions, useSession } from '@/session/session';
import { CopyField } from '@/ui/copy';
import { Money } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { useAffiliateNames } from '../../affiliateNames';
import { Link, linkTo } from '../../link';
import { AdjustmentForm } from './AdjustmentForm';
import { Lines } from './Lines';
import { statementRoute } from './routes';
import styles from './statements.module.css';
import { History, StatementActions } from './Steps';
import type { Statement } from './words';

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
    return (
        <div>
            <Text size="xs" c="dimmed">
                {label}
            </Text>
            <Text size="sm" component="div">
                {children}
            </Text>
        </div>
    );
}

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
                <Group gap="xl">
                    <Fact label="Affiliate">
                        <Link to="/affiliates/$affiliateId" params={{ affiliateId: statement.affiliateId }}>
                            {affiliates.nameOf(statement.affiliateId)}
                        </Link>
                    </Fact>
                    <Fact label="Month">{format.plainMonth(statement.period)}</Fact>
                    <Fact label="Currency">{statement.currency}</Fact>
                    {statement.contentHash && <Fact label="Seal">{statement.contentHash.slice(0, 12)}</Fact>}
                </Group>
            </div>
            <Lines statement={statement} />
            <Group justify="space-between" className={styles.foot}>
                <Text fw={600}>{statement.status === 'open' ? 'Payable as of now' : 'Payable'}</Text>
                <Money amount={statement.payable} currency={statement.currency} fw={600} fz={22} />
            </Group>
        </Paper>
    );
}

function Seal({ statement }: { statement: Statement }) {
    if (!statement.contentHash) return null;
    return (
        <Paper p="lg" component="section" aria-label="Seal">
            <Group gap={8} mb={4}>
                <IconShieldCheck size={18} aria-hidden />
                <Title order={2}>Seal</Title>
            </Group>
            <Text size="xs" c="dimmed" mb="sm">
                A closed statement never changes. Its hash covers every line, and the hash of the affiliate’s statement before it.
            </Text>
            <Stack gap="sm">
                <CopyField label="Content hash" value={statement.contentHash} />
                {statement.previousHash && <CopyField label="Hash before" value={statement.previousHash} />}
                <CopyField label="Statement id" value={statement.id} />
            </Stack>
        </Paper>
    );
}

function PreviewNote({ statement }: { statement: Statement }) {
    const today = useToday();
    const format = useFormat();
    const ended = statement.period < today.slice(0, 7);
    return (
        <Alert variant="light" color="blue" mb="md" icon={<IconEye size={18} />} title="This is a preview">
            {ended ? `${format.plainMonth(statement.period)} has ended and can be closed under Statements.` : `It grows until ${format.plainMonth(statement.period)} has ended and is closed.`} Amounts may still change, so it cannot be approved or paid.
        </Alert>
    );
}

function More({ statement }: { statement: Statement }) {
    const [adjusting, setAdjusting] = useState(false);
    const { write } = usePermissions();
    return (
        <>
            <Button component="a" variant="default" leftSection={<IconDownload size={16} />} href={`/api/v1/statements/${statement.id}?format=csv`} download>
                CSV
            </Button>
            <Menu position="bottom-end">
                <Menu.Target>
                    <Button variant="default" px={10} aria-label="More about this statement">
                        <IconDots size={16} />
                    </Button>
                </Menu.Target>
                <Menu.Dropdown>
                    <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
                        Print
                    </Menu.Item>
                    {write && (
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
                title={`${affiliates.nameOf(statement.affiliateId) || 'Statement'}, ${format.plainMonth(statement.period)}`}
                parents={[{ label: 'Statements', link: linkTo({ to: '/statements' }) }]}
                aside={<StatusBadge status={statement.status} label={statement.status === 'open' ? 'Preview' : undefined} />}
                actions={
                    <>
                        <More statement={statement} />
                        <StatementActions statement={statement} />
                    </>
                }
            />
            {statement.status === 'open' && <PreviewNote statement={statement} />}
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
