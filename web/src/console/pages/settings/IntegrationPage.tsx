import { Alert, Button, Code, List, Paper, PasswordInput, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconMoodCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { When } from '@/ui/Money';
import { PageHeader, Section } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { timeOf } from '@/ui/sorting';
import { EmptyState, ErrorNotice } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { actorQueries } from '../../actors';
import { checkEvents, exampleEvent, type Checked, type DryRunAnswer } from './dryRun';
import { refusedRequests } from './questions';
import { integrationRoute } from './routes';

type Refused = Schema<'RefusedRequest'>;

const WORDS: Record<Checked['status'], string> = {
    accepted: 'would be accepted',
    duplicate: 'is a duplicate: its key is already used',
    error: 'would be refused',
};

export default function IntegrationPage() {
    return (
        <>
            <PageHeader title="Integration" description="Check the events of your program before it sends them, and see what was refused." />
            <Section title="Test your integration" description="The event is checked as if your program sent it. Nothing is stored, and its idempotency key stays unused.">
                <DryRun />
            </Section>
            <Section title="Refused requests" description="The latest requests to POST /events that were refused, up to 1,000 per API key. Each server keeps its own list in memory and loses it at a restart. With several servers, you see the list of the server that answered.">
                <RefusedRequests />
            </Section>
        </>
    );
}

function DryRun() {
    const brands = useQuery(queries.brands);
    const client = useQueryClient();
    const [typed, setTyped] = useState<string | null>(null);
    const [apiKey, setApiKey] = useState('');
    const [busy, setBusy] = useState(false);
    const [answer, setAnswer] = useState<DryRunAnswer | null>(null);
    const [error, setError] = useState<unknown>(null);
    const body = typed ?? exampleEvent(brands.data?.[0]?.id ?? '', new Date());
    const check = async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        setBusy(true);
        setError(null);
        setAnswer(null);
        try {
            setAnswer(await checkEvents(apiKey, body));
            await client.invalidateQueries({ queryKey: ['refused-requests'] });
        } catch (thrown) {
            setError(thrown);
        } finally {
            setBusy(false);
        }
    };
    return (
        <Paper p="md">
            <form onSubmit={(event) => void check(event)} noValidate>
                <Stack gap="md">
                    <PasswordInput
                        label="API key"
                        description="The key of your program, with the scope “Events”. It is not stored."
                        autoComplete="off"
                        value={apiKey}
                        onChange={(event) => setApiKey(event.currentTarget.value)}
                    />
                    <Textarea
                        label="Event"
                        description="One event, or a batch: an object with a list of events."
                        value={body}
                        onChange={(event) => setTyped(event.currentTarget.value)}
                        rows={11}
                        spellCheck={false}
                        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                    />
                    <Button type="submit" loading={busy} disabled={apiKey.trim() === ''} style={{ alignSelf: 'flex-start' }}>
                        Check
                    </Button>
                    <div aria-live="polite">
                        {Boolean(error) && <ErrorNotice error={error} />}
                        {answer && ('events' in answer ? answer.events.map((one, at) => <Result key={at} checked={one} />) : <ErrorList title={`The request is refused with ${answer.refused.status}`} errors={answer.refused.errors} />)}
                    </div>
                </Stack>
            </form>
        </Paper>
    );
}

function Result({ checked: { status, name, errors, warnings } }: { checked: Checked }) {
    if (status === 'error') return <ErrorList title={`${name} ${WORDS[status]}`} errors={errors} />;
    const good = status === 'accepted' && warnings.length === 0;
    return (
        <Alert color={good ? 'green' : 'yellow'} variant="light" icon={good ? <IconCircleCheck size={18} /> : <IconAlertTriangle size={18} />} title={`${name} ${WORDS[status]}`} mb="xs">
            {warnings.length > 0 && <Pointers errors={warnings} />}
        </Alert>
    );
}

function ErrorList({ title, errors }: { title: string; errors: { pointer: string; detail: string }[] }) {
    return (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={title} mb="xs">
            <Pointers errors={errors} />
        </Alert>
    );
}

function Pointers({ errors }: { errors: { pointer: string; detail: string }[] }) {
    return (
        <List size="sm" listStyleType="none">
            {errors.map(({ pointer, detail }, at) => (
                <List.Item key={at} style={{ overflowWrap: 'anywhere' }}>
                    {pointer && <Code>{pointer}</Code>} {detail}
                </List.Item>
            ))}
        </List>
    );
}

function useColumns(): Column<Refused>[] {
    return [
        { key: 'at', header: 'Last time', sortValue: ({ at }) => timeOf(at), cell: ({ at }) => <When at={at} /> },
        { key: 'key', header: 'API key', sortValue: ({ apiKeyName }) => apiKeyName, cell: ({ apiKeyName }) => apiKeyName ?? 'Unknown', hideOnPhone: true },
        { key: 'status', header: 'Status', sortValue: ({ status }) => status, numeric: true, cell: ({ status }) => status },
        {
            key: 'event',
            header: 'Idempotency key',
            sortValue: ({ idempotencyKey }) => idempotencyKey,
            cell: ({ idempotencyKey, position, dryRun }) => (
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {idempotencyKey ?? (position === null ? 'Whole request' : 'None')}
                    {position !== null && `, event ${position + 1} of its batch`}
                    {dryRun && ' (dry run)'}
                </Text>
            ),
        },
        { key: 'errors', header: 'Reason', sortValue: ({ errors }) => errors[0]?.detail, width: 320, cell: ({ errors }) => <Pointers errors={errors} /> },
        { key: 'count', header: 'Times', sortValue: ({ count }) => count, numeric: true, cell: ({ count }) => count, hideOnPhone: true },
    ];
}

function RefusedRequests() {
    const [search, setSearch] = useSearchState(integrationRoute);
    const { admin } = usePermissions();
    const keys = useQuery({ ...actorQueries.keys, enabled: admin });
    const { query, pager } = usePagedQuery({ ...refusedRequests(search), setCursor: (cursor) => setSearch({ cursor }) });
    const columns = useColumns();
    return (
        <>
            {admin && (
                <FilterBar active={Boolean(search.apiKeyId)} onClear={() => setSearch({ apiKeyId: undefined })}>
                    <FilterSelect
                        label="API key"
                        data={(keys.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                        value={search.apiKeyId}
                        onChange={(apiKeyId) => setSearch({ apiKeyId })}
                        width={240}
                    />
                </FilterBar>
            )}
            <DataTable
                label="Refused requests"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={({ requestId, position }) => `${requestId}/${position ?? ''}`}
                empty={<EmptyState title="Nothing was refused" icon={IconMoodCheck} />}
            />
        </>
    );
}
