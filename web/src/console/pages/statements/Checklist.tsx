import { Anchor, Collapse, List, Paper, Skeleton, Stack, Text, ThemeIcon, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronRight, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { api, take, type Schema } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { ErrorNotice } from '@/ui/states';
import { wordsOf } from '@/ui/StatusBadge';
import { useAffiliateNames } from '../../affiliateNames';
import { Link } from '../../link';
import styles from './statements.module.css';

type Checks = Schema<'MonthChecklist'>;
type State = Schema<'CheckState'>;

const looks = { ok: { icon: IconCheck, color: 'green', word: 'OK' }, warning: { icon: IconAlertTriangle, color: 'yellow', word: 'Warning' }, blocked: { icon: IconX, color: 'red', word: 'Blocked' } };

// One check: an icon and a sentence. Details open below it.
function Check({ state, title, children }: { state: State; title: string; children?: ReactNode }) {
    const [opened, setOpened] = useState(false);
    const details = useId();
    const { icon: Shown, color, word } = looks[state];
    const head = (
        <>
            <ThemeIcon size={20} radius="xl" variant="light" color={color} role="img" aria-label={word}>
                <Shown size={12} />
            </ThemeIcon>
            <Text size="sm" span flex={1}>
                {title}
            </Text>
        </>
    );
    if (!children) return <li className={styles.check}>{head}</li>;
    return (
        <li>
            <UnstyledButton className={styles.check} aria-expanded={opened} aria-controls={details} onClick={() => setOpened(!opened)}>
                {head}
                <IconChevronRight size={16} aria-hidden />
            </UnstyledButton>
            <Collapse expanded={opened} id={details}>
                <div className={styles.checkBody}>{children}</div>
            </Collapse>
        </li>
    );
}

function Feeds({ feeds }: { feeds: Checks['feeds'] }) {
    const format = useFormat();
    const brands = useBrandNames();
    const silent = feeds.items.filter((feed) => feed.state === 'silent');
    const judged = feeds.items.filter((feed) => feed.state === 'complete').length;
    if (silent.length === 0) return <Check state="ok" title={judged === 0 ? 'No feed has enough events to be judged' : `Events have arrived up to the end of the period (${judged === 1 ? '1 feed' : `${judged} feeds`})`} />;
    return (
        <Check state="warning" title={`${silent.length === 1 ? '1 feed' : `${silent.length} feeds`} stopped before the end of the period`}>
            <List size="sm">
                {silent.map((feed) => (
                    <List.Item key={feed.brandId + feed.eventType}>
                        {brands.nameOf(feed.brandId)}, {wordsOf(feed.eventType).toLowerCase()}: last event {format.dateTime(feed.lastEventTime)}
                    </List.Item>
                ))}
            </List>
            <Text size="xs" c="dimmed" mt={4}>
                A feed has stopped if its last event is more than {feeds.silenceHoursMax} hours before the end of the period. Ask the brand whether events are missing.
            </Text>
        </Check>
    );
}

function Rates({ rates }: { rates: Checks['rates'] }) {
    const format = useFormat();
    if (rates.unpriced.length === 0) return <Check state="ok" title="All money has an exchange rate" />;
    return (
        <Check state="warning" title={`Money without an exchange rate: ${rates.unpriced.map(({ currency, amount }) => format.money(amount, currency)).join(', ')}`}>
            <Text size="sm">
                This money is not in the statements yet.{' '}
                <Link to="/settings/exchange-rates" inherit underline="always">
                    Add the exchange rates
                </Link>
            </Text>
        </Check>
    );
}

function Unusual({ checked, period }: { checked: Checks['statements']; period: string }) {
    const format = useFormat();
    const affiliates = useAffiliateNames();
    const { items, compared, withoutHistory, months, monthsMin, spreadsMax } = checked;
    const statements = compared === 1 ? '1 statement' : `${compared} statements`;
    const few = withoutHistory > 0 ? `. ${withoutHistory} with fewer than ${monthsMin} periods ${withoutHistory === 1 ? 'is' : 'are'} not compared` : '';
    if (items.length === 0) return <Check state="ok" title={compared === 0 ? `No statement can be compared with earlier periods${few}` : `No unusual amount in ${statements}, compared with the last ${months} periods${few}`} />;
    return (
        <Check state="warning" title={`${items.length === 1 ? '1 unusual amount' : `${items.length} unusual amounts`} in ${statements}, compared with the last ${months} periods${few}`}>
            <List size="sm">
                {items.map((one) => (
                    <List.Item key={one.affiliateId + one.currency}>
                        {one.statementId ? (
                            <Link to="/statements/$statementId" params={{ statementId: one.statementId }} inherit underline="always">
                                {affiliates.nameOf(one.affiliateId)}
                            </Link>
                        ) : (
                            <Link to="/affiliates/$affiliateId" params={{ affiliateId: one.affiliateId }} inherit underline="always">
                                {affiliates.nameOf(one.affiliateId)}
                            </Link>
                        )}
                        : {one.statementId ? format.money(one.earned, one.currency) : `nothing in ${format.plainPeriod(period)}`}, usually {format.money(one.usual, one.currency)} ± {format.money(one.difference, one.currency)}
                    </List.Item>
                ))}
            </List>
            <Text size="xs" c="dimmed" mt={4}>
                The commission of the period itself is compared with the median of up to {months} earlier periods of the same length. An amount is unusual if it differs from the median by more than {spreadsMax} times the usual difference.
            </Text>
        </Check>
    );
}

function Holds({ holds }: { holds: Checks['paymentHolds'] }) {
    const affiliates = useAffiliateNames();
    if (holds.count === 0) return <Check state="ok" title="No affiliate is on payment hold" />;
    return (
        <Check state="warning" title={`${holds.count === 1 ? '1 affiliate is' : `${holds.count} affiliates are`} on payment hold`}>
            <List size="sm">
                {holds.items.map((one) => (
                    <List.Item key={one.affiliateId}>
                        <Link to="/affiliates/$affiliateId" params={{ affiliateId: one.affiliateId }} inherit underline="always">
                            {affiliates.nameOf(one.affiliateId)}
                        </Link>
                        : {one.reason}
                    </List.Item>
                ))}
            </List>
        </Check>
    );
}

// The checks before a period is closed. Warnings do not prevent closing; a blocked check does.
export function Checklist({ period }: { period: string }) {
    const format = useFormat();
    const { data, error, refetch } = useQuery({
        queryKey: ['statements', 'checklist', period],
        queryFn: () => take(api.GET('/statements/checklist', { params: { query: { period } } })),
    });
    return (
        <Paper component="section" aria-label="Checklist" p="sm" withBorder aria-busy={!data && !error}>
            <Text size="sm" fw={600} mb={4}>
                Before you close {format.plainPeriod(period)}
            </Text>
            {error ? (
                <>
                    <ErrorNotice error={error} />
                    <Anchor component="button" type="button" size="sm" onClick={() => void refetch()}>
                        Try again
                    </Anchor>
                </>
            ) : data ? (
                <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
                    {data.month.state === 'blocked' && <Check state="blocked" title={`This period cannot be closed: ${data.month.detail ?? ''}`} />}
                    <Feeds feeds={data.feeds} />
                    <Rates rates={data.rates} />
                    <Unusual checked={data.statements} period={period} />
                    <Holds holds={data.paymentHolds} />
                </Stack>
            ) : (
                <Stack gap={10} py={4}>
                    {[70, 55, 80, 60].map((width) => (
                        <Skeleton key={width} height={12} width={`${width}%`} />
                    ))}
                </Stack>
            )}
        </Paper>
    );
}
