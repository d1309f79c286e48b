import { Alert, Button, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, take } from '@/api/client';
import { useFormat, useToday } from '@/format/useFormat';
import { ErrorNotice } from '@/ui/states';
import { Modal } from '@/ui/unsaved';
import { useAffiliateNames } from '../../affiliateNames';
import { maySend, needs, type divide, type Step } from './bulk';
import { BulkRequests, type Post, type Results } from './bulkRequests';
import { bulkTitle, count, stepWords } from './bulkWords';
import { totalsOf, type Statement } from './words';

export type Divided = ReturnType<typeof divide>;

export function useTotals() {
    const format = useFormat();
    return (statements: Statement[]): string => totalsOf(statements).map((total) => format.money(total.payable, total.currency)).join(' + ');
}

const post: Post = (key, body) => take(api.POST('/statements/bulk', { params: { header: { 'Idempotency-Key': key } }, body }));

function Reasons({ left }: { left: { affiliateId: string; why: string }[] }) {
    const affiliates = useAffiliateNames();
    return (
        <List size="sm" mah={160} style={{ overflowY: 'auto' }} tabIndex={0} aria-label="Statements that stay as they are">
            {left.map(({ affiliateId, why }, at) => (
                <List.Item key={at}>
                    {affiliates.nameOf(affiliateId)}: {why}
                </List.Item>
            ))}
        </List>
    );
}

function Fields({ step, values, set }: { step: Step; values: Record<string, string>; set: (name: string, value: string) => void }) {
    const field = (name: string) => ({ value: values[name] ?? '', onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value) });
    if (step === 'hold') {
        return <Textarea label="Reason" required description="The affiliate sees the reason in the portal." autosize minRows={2} maxLength={1000} data-autofocus {...field('reason')} />;
    }
    if (step !== 'pay') return null;
    return (
        <>
            <TextInput type="date" label="Date" required {...field('date')} />
            <TextInput label="Method" required placeholder="SEPA transfer" maxLength={100} data-autofocus {...field('method')} />
            <TextInput label="Reference" required placeholder="The reference of the transfer" maxLength={200} {...field('reference')} />
        </>
    );
}

function Ask({ step, divided, onClose, onDone }: { step: Step; divided: Divided; onClose: () => void; onDone: (results: Results) => void }) {
    const { ready, left, otherStatus } = divided;
    const totals = useTotals();
    const today = useToday();
    const client = useQueryClient();
    const [values, setValues] = useState<Record<string, string>>(step === 'pay' ? { date: today } : {});
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<unknown>(null);
    // For all attempts of this dialog, so that a repetition has the keys of the first attempt.
    const [requests] = useState(() => new BulkRequests(post));
    const complete = maySend(step, ready, values);
    const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
    const run = async (event: FormEvent) => {
        event.preventDefault();
        setBusy(true);
        setError(null);
        try {
            const details = Object.fromEntries(needs[step].map((name) => [name, values[name]?.trim() ?? '']));
            onDone(await requests.send(step, ready.map((one) => one.id), details));
        } catch (refused) {
            setError(refused);
        } finally {
            setBusy(false);
            void client.invalidateQueries({ queryKey: ['statements'] });
        }
    };
    return (
        <form onSubmit={(event) => void run(event)}>
            <Stack gap="md">
                {ready.length > 0 && (
                    <Text size="sm">
                        <b>{totals(ready)}</b> in {count(ready.length)}. {stepWords[step].does}
                    </Text>
                )}
                {otherStatus > 0 && (
                    <Text size="sm" c="dimmed">
                        {count(otherStatus)} of your selection {otherStatus === 1 ? 'has' : 'have'} another status and {otherStatus === 1 ? 'stays' : 'stay'} as {otherStatus === 1 ? 'it is' : 'they are'}.
                    </Text>
                )}
                {left.length > 0 && (
                    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title={`${count(left.length)} cannot be changed`}>
                        <Reasons left={left.map(({ statement, why }) => ({ affiliateId: statement.affiliateId, why }))} />
                    </Alert>
                )}
                <Fields step={step} values={values} set={set} />
                <ErrorNotice error={error} />
                <Group justify="flex-end" gap="xs">
                    <Button variant="default" onClick={onClose}>
                        Cancel
                    </Button>
                    <Button type="submit" loading={busy} disabled={!complete} data-autofocus={needs[step].length === 0 || undefined}>
                        {stepWords[step].label}
                    </Button>
                </Group>
            </Stack>
        </form>
    );
}

function Done({ step, results, ready, onClose }: { step: Step; results: Results; ready: Statement[]; onClose: () => void }) {
    const affiliateOf = (id: string) => ready.find((one) => one.id === id)?.affiliateId ?? '';
    const refused = results.items.flatMap((one) => (one.error ? [{ affiliateId: affiliateOf(one.id), why: one.error.detail }] : []));
    return (
        <Stack gap="md">
            {results.done > 0 && (
                <Alert color="green" variant="light" icon={<IconCircleCheck size={18} />} role="status">
                    {count(results.done)} {stepWords[step].done}.
                </Alert>
            )}
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} role="status" title={`${count(refused.length)} not changed`}>
                <Reasons left={refused} />
            </Alert>
            <Group justify="flex-end">
                <Button onClick={onClose} data-autofocus>
                    Done
                </Button>
            </Group>
        </Stack>
    );
}

// Asks before a step of several statements, sends it, and lists those that refused. Without refusals it closes itself.
export function BulkDialog({ step, divided, onClose, onDone }: { step: Step; divided: Divided; onClose: () => void; onDone: (done: string) => void }) {
    const [results, setResults] = useState<Results | null>(null);
    const finish = (found: Results) => {
        if (found.refused > 0) return setResults(found);
        onDone(`${count(found.done)} ${stepWords[step].done}.`);
        onClose();
    };
    return (
        <Modal opened onClose={onClose} title={<Text fw={600}>{bulkTitle(step, results ? 0 : divided.ready.length)}</Text>}>
            {results ? <Done step={step} results={results} ready={divided.ready} onClose={onClose} /> : <Ask step={step} divided={divided} onClose={onClose} onDone={finish} />}
        </Modal>
    );
}
