import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconArrowsExchange, IconBolt, IconCalculator, IconClick, IconCoins, IconScale, IconUserStar } from '@tabler/icons-react';
import type { Schema } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { decisionWords } from '@/explain/decisionWords';
import { useExact } from '@/explain/exact';
import { stepOf, versionRuleWords } from '@/explain/stepWords';
import { useFormat } from '@/format/useFormat';
import { Facts } from '@/ui/Facts';
import { When } from '@/ui/Money';
import { StatusBadge } from '@/ui/StatusBadge';
import { useAffiliateNames } from '../../../affiliateNames';
import { Link } from '../../../link';
import { componentNames, eventTypeNames, reasonNames } from '../../../reporting/names';
import { useClickFacts } from '../../activity/ClickDetails';
import { Candidates, MethodBadge, type Decision } from './Attribution';
import { Calculation, formulaOf } from './Calculation';
import styles from './chain.module.css';
import { DealTerms } from './DealTerms';
import { Sign, Step, Term } from './Step';

type Explanation = Schema<'Explanation'>;

// Why an accrual takes back another one.
const reversalWords: Partial<Record<Explanation['accrual']['reason'], string>> = {
    reassigned: ', because the player was taken from this affiliate',
    reversed: ', which the operator reversed by hand',
};

function AmountStep({ explained }: { explained: Explanation }) {
    const format = useFormat();
    const exact = useExact();
    const affiliates = useAffiliateNames();
    const { accrual } = explained;
    const later = accrual.payableFrom !== accrual.eventTime;
    return (
        <Step
            icon={IconCoins}
            kicker="Amount"
            aside={
                <Group gap={6}>
                    {accrual.reason !== 'earned' && <Badge color={accrual.reason === 'clawback' ? 'red' : 'gray'}>{reasonNames[accrual.reason]}</Badge>}
                    {accrual.late && <Badge color="gray">Late</Badge>}
                    <StatusBadge status={accrual.status} />
                </Group>
            }
        >
            <div className={styles.amount}>{accrual.status === 'unpriced' ? 'Unpriced' : format.money(accrual.amount, accrual.currency)}</div>
            {accrual.status === 'final' && exact.money(accrual.amount, accrual.currency) !== format.money(accrual.amount, accrual.currency) && (
                <Text size="sm" c="dimmed" className="tabular">
                    exactly {exact.money(accrual.amount, accrual.currency)}
                </Text>
            )}
            <Text size="sm" mt="xs">
                {componentNames[accrual.component]} for{' '}
                <Link to="/affiliates/$affiliateId" params={{ affiliateId: accrual.affiliateId }} inherit fw={500}>
                    {affiliates.nameOf(accrual.affiliateId)}
                </Link>
                , in the statement of{' '}
                <Link to="/statements" search={{ period: accrual.period, affiliateId: accrual.affiliateId }} inherit fw={500}>
                    {format.plainPeriod(accrual.period)}
                </Link>
                {later ? `, payable from ${format.date(accrual.payableFrom)}` : ''}.{accrual.late ? ' Its own period is already closed, so it counts in this period.' : ''}
            </Text>
            {accrual.reversesAccrualId && (
                <Text size="sm" mt={4}>
                    It takes back{' '}
                    <Link to="/accruals/$accrualId" params={{ accrualId: accrual.reversesAccrualId }} inherit>
                        an earlier accrual
                    </Link>
                    {reversalWords[accrual.reason] ?? ''}.
                </Text>
            )}
        </Step>
    );
}

function DealStep({ explained }: { explained: Explanation }) {
    const format = useFormat();
    const { deal, accrual } = explained;
    const since = deal.effectiveFrom ? `in force since ${format.plainDate(deal.effectiveFrom)}` : 'in force from the beginning';
    const applied = stepOf(explained.steps, 'dealApplied');
    return (
        <Step
            icon={IconScale}
            kicker="Deal"
            title={
                <Link to="/deals/$dealId" params={{ dealId: deal.id }} search={{ tab: 'versions' }} inherit>
                    {deal.name}
                </Link>
            }
            aside={<Badge color="gray">Version {deal.version}</Badge>}
        >
            <Text size="sm" c="dimmed" mb="sm">
                {componentNames[accrual.component]} of version {deal.version}, {since}
                {applied ? `: ${versionRuleWords[applied.versionRule]}.` : '.'}
            </Text>
            <DealTerms explained={explained} />
        </Step>
    );
}

function EventStep({ explained }: { explained: Explanation }) {
    const exact = useExact();
    const brands = useBrandNames();
    const { event, ngrDelta } = explained;
    if (!event) return null;
    const amount = event.amount === null ? '' : `, ${exact.money(event.amount, event.currency ?? '')}`;
    return (
        <Step
            icon={IconBolt}
            kicker="Event"
            title={`${eventTypeNames[event.eventType]}${amount}`}
            aside={
                <Link to="/events" search={{ idempotencyKey: event.idempotencyKey }} size="sm">
                    Open event
                </Link>
            }
        >
            <Stack mt="sm">
                <Facts
                    facts={[
                        ['Event time', <When key="t" at={event.eventTime} exact />],
                        ['Recorded at', <When key="r" at={event.recordedAt} exact />],
                        ['Brand', brands.nameOf(event.brandId)],
                        ['Adds to NGR', ngrDelta === null ? null : exact.money(ngrDelta, event.currency ?? '')],
                        ['Product', [event.product, event.game].filter(Boolean).join(', ')],
                        ['Idempotency key', event.idempotencyKey],
                    ]}
                />
            </Stack>
        </Step>
    );
}

function ConversionStep({ conversion }: { conversion: NonNullable<Explanation['conversion']> }) {
    const format = useFormat();
    const exact = useExact();
    return (
        <Step icon={IconArrowsExchange} kicker="Exchange rate">
            <div className={styles.equation} style={{ marginTop: 10 }}>
                <Term value={exact.money(conversion.amount, conversion.from)} label="amount of the event" />
                <Sign>×</Sign>
                <Term value={exact.number(conversion.rate)} label={`exchange rate of ${format.plainDate(conversion.rateDate)}`} />
                <Sign>=</Sign>
                <Term value={exact.money(conversion.converted, conversion.to)} label={`in ${conversion.to}`} result />
            </div>
            <Text size="sm" c="dimmed" mt="sm">
                The latest known exchange rate on or before the day of the event.
            </Text>
        </Step>
    );
}

// The decision that attributed the player to the affiliate when the accrual was recorded.
function decisionOf(explained: Explanation): Decision | undefined {
    const owner = (explained.sourceAccrual ?? explained.accrual).affiliateId;
    const decisions = explained.attribution?.decisions ?? [];
    const behind = decisions.filter((decision) => decision.affiliateId === owner && decision.decidedAt <= explained.accrual.recordedAt);
    return behind.at(-1) ?? decisions.at(-1);
}

function PlayerStep({ explained }: { explained: Explanation }) {
    const affiliates = useAffiliateNames();
    const { attribution } = explained;
    const decision = decisionOf(explained);
    if (!attribution || !decision) return null;
    return (
        <Step
            icon={IconUserStar}
            kicker="Attribution"
            title={
                <>
                    <Link to="/players/$playerId" params={{ playerId: attribution.playerId }} inherit underline="always">
                        {stepOf(explained.steps, 'playerCredited')?.playerRef ?? 'The player'}
                    </Link>{' '}
                    counts for {affiliates.nameOf(decision.affiliateId) || 'no affiliate'}
                </>
            }
            aside={<MethodBadge method={decision.method} />}
        >
            <Text size="sm" mt={4} mb="sm">
                {decisionWords(decision.because)}
                {decision.reason ? ` Reason: ${decision.reason}` : ''}
            </Text>
            <Candidates decision={decision} />
        </Step>
    );
}

function ClickStep({ click }: { click: Schema<'Click'> }) {
    const facts = useClickFacts(click);
    return (
        <Step
            icon={IconClick}
            kicker="Click"
            title="The click that brought the player"
            aside={
                <Link to="/clicks" search={{ clickId: click.clickId }} size="sm">
                    Open click
                </Link>
            }
        >
            <Stack mt="sm">
                <Facts facts={facts} />
            </Stack>
        </Step>
    );
}

export function Chain({ explained }: { explained: Explanation }) {
    const { attribution, conversion } = explained;
    const formula = formulaOf(explained);
    return (
        <ol className={styles.chain}>
            <AmountStep explained={explained} />
            <Step icon={IconCalculator} kicker="Calculation" title={explained.accrual.status === 'unpriced' ? 'The accrual waits for an exchange rate' : undefined}>
                <Stack gap="md" mt="xs">
                    <Calculation explained={explained} />
                    {formula && <div className={styles.formula}>{formula}</div>}
                </Stack>
            </Step>
            {conversion && conversion.from !== conversion.to && <ConversionStep conversion={conversion} />}
            <DealStep explained={explained} />
            <EventStep explained={explained} />
            <PlayerStep explained={explained} />
            {attribution?.click && <ClickStep click={attribution.click} />}
        </ol>
    );
}
