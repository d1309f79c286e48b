import { Badge, Box, Button, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { useBrandNames, useCampaignNames, useDealNames } from '@/api/queries';
import { inSentence } from '@/format/inSentence';
import { useFormat } from '@/format/useFormat';
import { FilterBar, FilterSelect, FilterText } from '@/ui/FilterBar';
import { TargetLink, type LinkTarget } from '@/ui/Link';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState, ErrorBoundary, ErrorState, LoadingState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { useAffiliateNames } from '../../affiliateNames';
import { useActorNames, type NameOfActor } from '../../actors';
import { linkTo } from '../../link';
import styles from './audit.module.css';
import { auditActions } from './auditActions';
import { actionWords, diffOf, monthOf, ownName, type AuditEntry, type NameOf } from './auditDiff';
import { auditLog } from './questions';
import { auditLogRoute } from './routes';

const pages: Record<string, (id: string) => LinkTarget> = {
    affiliate: (affiliateId) => linkTo({ to: '/affiliates/$affiliateId', params: { affiliateId } }),
    deal: (dealId) => linkTo({ to: '/deals/$dealId', params: { dealId } }),
    link: (linkId) => linkTo({ to: '/links/$linkId', params: { linkId } }),
    campaign: (campaignId) => linkTo({ to: '/campaigns/$campaignId', params: { campaignId } }),
    creative: (creativeId) => linkTo({ to: '/creatives/$creativeId', params: { creativeId } }),
    statement: (statementId) => linkTo({ to: '/statements/$statementId', params: { statementId } }),
    player: (playerId) => linkTo({ to: '/players/$playerId', params: { playerId } }),
};

// The page of the subject, or null if it has none.
function targetOf(subject: string): LinkTarget | null {
    const [kind = '', id = ''] = subject.split('/');
    return id ? (pages[kind]?.(id) ?? null) : null;
}

function useNames(): { nameOf: NameOf; subjectName: (entry: AuditEntry) => string | null } {
    const affiliates = useAffiliateNames();
    const brands = useBrandNames();
    const deals = useDealNames();
    const campaigns = useCampaignNames();
    const format = useFormat();
    const lists: Record<string, (id: string) => string> = { affiliate: affiliates.nameOf, parentAffiliate: affiliates.nameOf, brand: brands.nameOf, deal: deals.nameOf, campaign: campaigns.nameOf };
    const lookUp = (kind: string, id: string) => {
        const name = lists[kind]?.(id);
        return name && name !== id ? name : null;
    };
    return {
        nameOf: (member, value) => (/T\d{2}:\d{2}.*Z$/.test(value) ? format.dateTime(value) : lookUp(member.replace(/Ids?$/, ''), value)),
        subjectName: (entry) => {
            const [kind = '', id = ''] = entry.subject.split('/');
            const month = monthOf(entry);
            if (month === null) return ownName(entry) ?? lookUp(kind, id);
            const known = (entry.after ?? entry.before ?? {}) as Record<string, unknown>;
            const owner = typeof known.affiliateId === 'string' ? affiliates.nameOf(known.affiliateId) : '';
            return [lookUp(kind, id) ?? owner, month && format.plainPeriod(month)].filter(Boolean).join(', ') || null;
        },
    };
}

// An entry about a statement has only the id of the statement, so the name is read from the statement. The affiliate and the
// period of a statement never change, so it is read once.
function StatementName({ id }: { id: string }) {
    const affiliates = useAffiliateNames();
    const format = useFormat();
    const { data: found } = useQuery({ queryKey: ['statements', id], queryFn: () => take(api.GET('/statements/{id}', { params: { path: { id } } })), staleTime: Infinity });
    const data = found as Schema<'Statement'> | undefined;
    return <>{data ? `${affiliates.nameOf(data.affiliateId)}, ${format.plainPeriod(data.period)}` : id}</>;
}

// Shown instead of an entry that fails to render, so that the others stay readable.
function BrokenEntry({ entry }: { entry: AuditEntry }) {
    return (
        <Box component="li" className={styles.entry}>
            <Text size="sm">
                This entry cannot be shown: {entry.action} of {entry.subject}. The API returns it in full.
            </Text>
        </Box>
    );
}

function Entry({ entry, names, nameOfActor }: { entry: AuditEntry; names: ReturnType<typeof useNames>; nameOfActor: NameOfActor }) {
    const [opened, setOpened] = useState(false);
    const format = useFormat();
    const changes = diffOf(entry, names.nameOf);
    const target = targetOf(entry.subject);
    const [kind = '', id = ''] = entry.subject.split('/');
    // Entries about log-ins have no details of the user.
    const name = names.subjectName(entry) ?? (kind === 'user' ? nameOfActor(entry.subject, entry.subjectName) : (entry.subjectName ?? ''));
    return (
        <Box component="li" className={styles.entry}>
            <Group justify="space-between" gap={8} align="flex-start">
                <div className={styles.words}>
                    <Text size="sm">
                        <b>{nameOfActor(entry.actor, entry.actorName)}</b> · {actionWords(entry.action)} {target ? <TargetLink target={target} size="sm" underline="always">{name || (kind === 'statement' ? <StatementName id={id} /> : id)}</TargetLink> : <b>{name}</b>}
                    </Text>
                </div>
                <Text size="xs" c="dimmed" component="time" dateTime={entry.at}>
                    {format.dateTime(entry.at)}
                </Text>
            </Group>
            {changes.length > 0 && (
                <UnstyledButton className={styles.toggle} aria-expanded={opened} onClick={() => setOpened(!opened)}>
                    {opened ? 'Hide' : changes.length === 1 ? '1 value' : `${changes.length} values`}
                    {!opened && `: ${changes.slice(0, 3).map((change) => inSentence(change.member)).join(', ')}${changes.length > 3 ? ' …' : ''}`}
                </UnstyledButton>
            )}
            {opened && (
                <dl className={styles.diff}>
                    {changes.map((change) => (
                        <div key={change.member}>
                            <dt>{change.member}</dt>
                            <dd>
                                {change.before !== null && <del>{change.before}</del>}
                                {change.before !== null && change.after !== null && ' → '}
                                {change.after !== null ? <ins>{change.after}</ins> : entry.after && <Badge color="gray">removed</Badge>}
                            </dd>
                        </div>
                    ))}
                </dl>
            )}
        </Box>
    );
}

export default function AuditLogPage() {
    const [search, setSearch] = useSearchState(auditLogRoute);
    const nameOfActor = useActorNames();
    const names = useNames();
    const { action, subject, actor } = search;
    const { query, pager } = usePagedQuery({ ...auditLog(search), setCursor: (cursor) => setSearch({ cursor }) });
    const entries = query.data ?? [];
    // The filter offers the authors on this page.
    const authors = new Map(entries.map((entry) => [entry.actor, entry.actorName]));
    if (actor && !authors.has(actor)) authors.set(actor, null);
    const actors = [...authors].map(([value, name]) => ({ value, label: nameOfActor(value, name) }));
    const filtered = Boolean(action || subject || actor);
    return (
        <>
            <PageHeader title="Audit log" description="All changes and log-ins, with author, time and previous values. Entries are never removed." />
            <FilterBar active={filtered} onClear={() => setSearch({ action: undefined, subject: undefined, actor: undefined })}>
                <FilterSelect label="Author" data={actors} value={actor} onChange={(chosen) => setSearch({ actor: chosen })} width={220} />
                <FilterSelect label="Action" data={[...new Set([...auditActions, ...(action ? [action] : [])])].map((value) => ({ value, label: actionWords(value) }))} value={action} onChange={(chosen) => setSearch({ action: chosen })} width={240} />
                <FilterText label="Subject, such as affiliate/<id>" value={subject} onChange={(typed) => setSearch({ subject: typed })} width={260} />
            </FilterBar>
            {query.isPending && <LoadingState />}
            {Boolean(query.error) && !query.data && <ErrorState error={query.error} retry={() => void query.refetch?.()} />}
            {query.data && entries.length === 0 && (
                <Paper>
                    <EmptyState title={filtered ? 'No change matches' : 'No changes yet'} icon={IconHistory} />
                </Paper>
            )}
            {entries.length > 0 && (
                <Paper component="ol" className={styles.list} aria-label="Changes" aria-busy={query.isPlaceholderData || undefined}>
                    {entries.map((entry, at) => (
                        <ErrorBoundary key={`${entry.at}${entry.subject}${entry.action}${at}`} fallback={<BrokenEntry entry={entry} />}>
                            <Entry entry={entry} names={names} nameOfActor={nameOfActor} />
                        </ErrorBoundary>
                    ))}
                </Paper>
            )}
            {(pager.hasPrevious || pager.hasNext) && (
                <Stack align="flex-end" mt="sm" component="nav" aria-label="Pages">
                    <Group gap="xs">
                        <Button variant="default" leftSection={<IconChevronLeft size={16} />} disabled={!pager.hasPrevious} onClick={pager.previous}>
                            Newer
                        </Button>
                        <Button variant="default" rightSection={<IconChevronRight size={16} />} disabled={!pager.hasNext} onClick={pager.next}>
                            Older
                        </Button>
                    </Group>
                </Stack>
            )}
        </>
    );
}
