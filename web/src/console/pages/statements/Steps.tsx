import { Button, Paper, Stack, Text, TextInput, ThemeIcon, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconClock, IconLock, IconPlayerPause, IconPlayerPlay, IconWallet } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, take } from '@/api/client';
import { queries } from '@/api/queries';
import { useFormat, useToday } from '@/format/useFormat';
import { usePermissions, useSession } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { FormBody, useApiForm } from '@/ui/form';
import { Drawer } from '@/ui/unsaved';
import { useActorNames } from '../../actors';
import styles from './statements.module.css';
import { whyNotApprove, whyNotPay } from './twoPersons';
import type { Statement } from './words';

type Move = 'approve' | 'hold' | 'release';

const moves: Record<Move, { label: string; title: string; words: string; done: string }> = {
    approve: { label: 'Approve', title: 'Approve this statement?', words: 'You can pay it then. Until it is paid, you can put it on hold.', done: 'Statement approved.' },
    hold: { label: 'Put on hold', title: 'Put this statement on hold?', words: 'You cannot approve or pay it until you release it. Its amounts do not change.', done: 'Statement put on hold.' },
    release: { label: 'Release', title: 'Release this statement?', words: 'Its status becomes closed, and you can approve it.', done: 'Statement released.' },
};

const sendMove = (id: string, move: Move): Promise<Statement> => {
    const params = { params: { path: { id } } };
    if (move === 'approve') return take(api.POST('/statements/{id}/approve', params));
    if (move === 'hold') return take(api.POST('/statements/{id}/hold', params));
    return take(api.POST('/statements/{id}/release', params));
};

function PayForm({ statement, onDone, onClose }: { statement: Statement; onDone: (paid: Statement) => void; onClose: () => void }) {
    const format = useFormat();
    const form = useApiForm({
        initialValues: { date: useToday(), method: '', reference: '' },
        submit: (body) => take(api.POST('/statements/{id}/pay', { params: { path: { id: statement.id } }, body })),
        onDone,
    });
    return (
        <FormBody form={form} submitLabel="Mark as paid" onCancel={onClose}>
            <Text size="sm">
                Record the payment of {format.money(statement.payable, statement.currency)}. Fairlead does not transfer money, so pay it first.
            </Text>
            <TextInput type="date" label="Date" required {...form.getInputProps('date')} />
            <TextInput label="Method" required placeholder="SEPA transfer" data-autofocus maxLength={100} {...form.getInputProps('method')} />
            <TextInput label="Reference" required placeholder="The reference of the transfer" maxLength={200} {...form.getInputProps('reference')} />
        </FormBody>
    );
}

// A button whose reason for being unavailable is shown below it, not in a tooltip, which a phone does not show.
function StepButton({ whyNot, children, ...button }: { whyNot: string | null; children: React.ReactNode; leftSection: React.ReactNode; onClick: () => void }) {
    const reason = useId();
    return (
        <Stack gap={2} align="flex-end">
            <Button {...button} disabled={whyNot !== null} aria-describedby={whyNot ? reason : undefined}>
                {children}
            </Button>
            {whyNot && (
                <Text id={reason} size="xs" c="dimmed" maw={260} ta="right">
                    {whyNot}
                </Text>
            )}
        </Stack>
    );
}

// The actions that the status and the role allow, the usual next one last.
export function StatementActions({ statement }: { statement: Statement }) {
    const { write, pay } = usePermissions();
    const client = useQueryClient();
    const [asked, setAsked] = useState<Move | null>(null);
    const [paying, setPaying] = useState(false);
    const { user } = useSession();
    const rule = useQuery(queries.operator).data?.twoPersonRule === true;
    if (!write) return null;
    const { status } = statement;
    const settle = (changed: Statement, words: string) => {
        client.setQueryData(['statements', statement.id], changed);
        void client.invalidateQueries({ queryKey: ['statements'] });
        notifications.show({ message: words });
    };
    const shown = asked && moves[asked];
    return (
        <>
            {(status === 'closed' || status === 'approved') && (
                <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={() => setAsked('hold')}>
                    Put on hold
                </Button>
            )}
            {status === 'onHold' && (
                <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => setAsked('release')}>
                    Release
                </Button>
            )}
            {status === 'closed' && (
                <StepButton whyNot={rule ? whyNotApprove(statement, user.id) : null} leftSection={<IconCheck size={16} />} onClick={() => setAsked('approve')}>
                    Approve
                </StepButton>
            )}
            {status === 'approved' && pay && (
                <StepButton whyNot={rule ? whyNotPay(statement, user.id) : null} leftSection={<IconWallet size={16} />} onClick={() => setPaying(true)}>
                    Mark as paid
                </StepButton>
            )}
            <ConfirmModal
                opened={shown !== null}
                onClose={() => setAsked(null)}
                title={shown?.title ?? ''}
                confirmLabel={shown?.label ?? ''}
                onConfirm={async () => asked && settle(await sendMove(statement.id, asked), moves[asked].done)}
            >
                {shown?.words}
            </ConfirmModal>
            <Drawer opened={paying} onClose={() => setPaying(false)} title={<Text fw={600}>Payment</Text>}>
                <PayForm
                    statement={statement}
                    onClose={() => setPaying(false)}
                    onDone={(paid) => {
                        settle(paid, 'Statement marked as paid.');
                        setPaying(false);
                    }}
                />
            </Drawer>
        </>
    );
}

const looks = {
    closed: { icon: IconLock, color: 'blue' },
    approved: { icon: IconCheck, color: 'green' },
    paid: { icon: IconWallet, color: 'green' },
    onHold: { icon: IconPlayerPause, color: 'yellow' },
    open: { icon: IconClock, color: 'gray' },
};

function Step({ look, title, children }: { look: keyof typeof looks; title: string; children?: React.ReactNode }) {
    const { icon: Shown, color } = looks[look];
    return (
        <li className={styles.step}>
            <ThemeIcon size={20} radius="xl" variant="light" color={color} aria-hidden>
                <Shown size={12} />
            </ThemeIcon>
            <div>
                <Text size="sm" fw={500}>
                    {title}
                </Text>
                <Text size="xs" c="dimmed" component="div">
                    {children}
                </Text>
            </div>
        </li>
    );
}

const nextWords: Partial<Record<Statement['status'], string>> = { open: 'Next: close after the end of the month', closed: 'Next: approve', approved: 'Next: pay', onHold: 'Next: release' };

// The steps of a statement with author and time, and the next step.
export function History({ statement }: { statement: Statement }) {
    const format = useFormat();
    const nameOf = useActorNames();
    // A second "closed" means that the statement was released.
    const titleOf = (status: Statement['status']) => ({ closed: 'Released', approved: 'Approved', paid: 'Paid', onHold: 'Put on hold', open: 'Opened' })[status];
    const next = nextWords[statement.status];
    return (
        <Paper p="lg" component="section" aria-label="History">
            <Title order={2} mb="sm">
                History
            </Title>
            <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
                {statement.closedAt && (
                    <Step look="closed" title="Closed">
                        {nameOf(statement.closedBy)} · {format.dateTime(statement.closedAt)}
                    </Step>
                )}
                {statement.steps.map((step, at) => (
                    <Step key={at} look={step.status} title={titleOf(step.status)}>
                        {nameOf(step.actor)} · {format.dateTime(step.at)}
                        {step.payment && (
                            <div>
                                {step.payment.method}, {format.plainDate(step.payment.date)}
                                <br />
                                Reference {step.payment.reference}
                            </div>
                        )}
                    </Step>
                ))}
                {next && (
                    <Step look="open" title={next} />
                )}
            </Stack>
        </Paper>
    );
}
