import { Button, Paper, Stack, Text, Textarea, TextInput, ThemeIcon, Title } from '@mantine/core';
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
import { Drawer, Modal } from '@/ui/unsaved';
import { useActorNames } from '../../actors';
import { LinkButton } from '../../link';
import { WhoChangedIt } from '../../WhoChangedIt';
import { holdingSignalsQuery } from '../signals/queries';
import styles from './statements.module.css';
import { whyNotApprove, whyNotPay } from './twoPersons';
import type { Statement } from './words';

type Move = 'approve' | 'release';

const moves: Record<Move, { label: string; title: string; words: string; done: string }> = {
    approve: { label: 'Approve', title: 'Approve this statement?', words: 'After the approval, you can pay the statement. Until it is paid, you can put it on hold.', done: 'Statement approved.' },
    release: { label: 'Release', title: 'Release this statement?', words: 'The status of the statement becomes closed, and you can approve it.', done: 'Statement released.' },
};

const sendMove = (id: string, move: Move): Promise<Statement> => {
    const params = { params: { path: { id } } };
    if (move === 'approve') return take(api.POST('/statements/{id}/approve', params));
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

function HoldForm({ statement, onDone, onClose }: { statement: Statement; onDone: (held: Statement) => void; onClose: () => void }) {
    const form = useApiForm({
        initialValues: { reason: '' },
        submit: ({ reason }) => take(api.POST('/statements/{id}/hold', { params: { path: { id: statement.id } }, body: { reason: reason.trim() } })),
        onDone,
    });
    return (
        <FormBody form={form} submitLabel="Put on hold" onCancel={onClose}>
            <Text size="sm">Nobody can approve or pay the statement until it is released. Its amounts do not change.</Text>
            <Textarea label="Reason" required description="The affiliate sees the reason in the portal." autosize minRows={2} maxLength={1000} data-autofocus {...form.getInputProps('reason')} />
        </FormBody>
    );
}

// If the button is not available, the reason is shown below it. A phone would not show a tooltip.
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
    const { books, pay } = usePermissions();
    const client = useQueryClient();
    const [asked, setAsked] = useState<Move | null>(null);
    const [paying, setPaying] = useState(false);
    const [holding, setHolding] = useState(false);
    const { user } = useSession();
    const rule = useQuery(queries.operator).data?.twoPersonRule === true;
    const { status } = statement;
    const waits = books && (status === 'closed' || status === 'approved');
    const signals = useQuery({ ...holdingSignalsQuery(statement.affiliateId), enabled: waits }).data?.items.length ?? 0;
    if (!books) return null;
    const review = waits && signals > 0 ? `${signals === 1 ? 'A fraud signal waits' : `${signals} fraud signals wait`} for a decision.` : null;
    const settle = (changed: Statement, words: string) => {
        client.setQueryData(['statements', statement.id], changed);
        void client.invalidateQueries({ queryKey: ['statements'] });
        notifications.show({ message: words });
    };
    const shown = asked && moves[asked];
    return (
        <>
            {review && (
                <LinkButton to="/signals" search={{ affiliateId: statement.affiliateId }} variant="light" color="yellow">
                    Review signals
                </LinkButton>
            )}
            {(status === 'closed' || status === 'approved') && (
                <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={() => setHolding(true)}>
                    Put on hold
                </Button>
            )}
            {status === 'onHold' && (
                <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => setAsked('release')}>
                    Release
                </Button>
            )}
            {status === 'closed' && (
                <StepButton whyNot={review ?? (rule ? whyNotApprove(statement, user.id) : null)} leftSection={<IconCheck size={16} />} onClick={() => setAsked('approve')}>
                    Approve
                </StepButton>
            )}
            {status === 'approved' && pay && (
                <StepButton whyNot={review ?? (statement.paymentHold ? 'Payments to this affiliate are on hold.' : rule ? whyNotPay(statement, user.id) : null)} leftSection={<IconWallet size={16} />} onClick={() => setPaying(true)}>
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
            <Modal opened={holding} onClose={() => setHolding(false)} title={<Text fw={600}>Put this statement on hold?</Text>} size="sm">
                <HoldForm
                    statement={statement}
                    onClose={() => setHolding(false)}
                    onDone={(held) => {
                        settle(held, 'Statement put on hold.');
                        setHolding(false);
                    }}
                />
            </Modal>
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
    settled: { icon: IconCheck, color: 'gray' },
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

const nextWords: Partial<Record<Statement['status'], string>> = { open: 'Next: close after the end of the period', closed: 'Next: approve', approved: 'Next: pay', onHold: 'Next: release' };

// The steps of a statement with author and time, and the next step.
export function History({ statement }: { statement: Statement }) {
    const format = useFormat();
    const nameOf = useActorNames();
    // A second "closed" means that the statement was released.
    const titleOf = (status: Statement['status']) => ({ closed: 'Released', approved: 'Approved', paid: 'Paid', onHold: 'Put on hold', settled: 'Settled: nothing to pay', open: 'Opened' })[status];
    const next = nextWords[statement.status];
    return (
        <Paper p="lg" component="section" aria-label="History">
            <Title order={2} mb="sm">
                History
            </Title>
            <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
                {statement.closedAt && (
                    <Step look="closed" title="Closed">
                        {nameOf(statement.closedBy, statement.closedByName)} · {format.dateTime(statement.closedAt)}
                    </Step>
                )}
                {statement.steps.map((step, at) => (
                    <Step key={at} look={step.status} title={titleOf(step.status)}>
                        {nameOf(step.actor, step.actorName)} · {format.dateTime(step.at)}
                        {step.reason && <div>{step.reason}</div>}
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
            {statement.closedAt && <WhoChangedIt subject={`statement/${statement.id}`} />}
        </Paper>
    );
}
