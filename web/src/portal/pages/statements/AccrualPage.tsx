import { Accordion, Box, Paper, Text } from '@mantine/core';
import { IconArrowsExchange, IconBolt, IconCalculator, IconClick, IconFileText, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { decisionWords } from '@/explain/decisionWords';
import { stepText } from '@/explain/stepWords';
import { useWords } from '@/explain/useWords';
import { useFormat } from '@/format/useFormat';
import { Messages } from '@/outbox/Messages';
import { Facts } from '@/ui/Facts';
import { Money } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge, wordsOf } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { queries, type Explanation } from '../../api';
import { countryName } from '@/format/country';
import { Link, linkTo } from '../../link';
import { Calculation } from './Calculation';
import { ChainLink } from './chain';
import { accrualReason, lineTitle } from './lineWords';
import { accrualRoute } from './routes';
import styles from './statements.module.css';

const eventNames: Record<string, string> = {
    registration: 'A player registered',
    first_deposit: 'A player made a first deposit',
    deposit: 'A player made a deposit',
    ngr_update: 'A player’s net gaming revenue was reported',
    chargeback: 'A player’s bank took a deposit back',
    wager_placed: 'A player placed a wager',
    wager_settled: 'A player’s wager was settled',
};

function EventLink({ explanation }: { explanation: Explanation }) {
    const format = useFormat();
    const { event, ngrDelta, accrual } = explanation;
    if (!event) return null;
    return (
        <ChainLink icon={IconBolt} label="Event" title={eventNames[event.type] ?? wordsOf(event.type)}>
            <Facts
                facts={[
                    ['When', format.dateTime(event.eventTime)],
                    ['Amount', event.amount && event.currency ? format.money(event.amount, event.currency) : null],
                    ['Added to NGR', ngrDelta && event.currency ? format.money(ngrDelta, event.currency) : null],
                    ['Player', accrual.player],
                    ['Brand', event.brand],
                    ['Country', event.country ? countryName(event.country) : null],
                    ['Product', event.product],
                    ['Game', event.game],
                ]}
            />
        </ChainLink>
    );
}

function ClickLinks({ explanation }: { explanation: Explanation }) {
    const format = useFormat();
    const { attribution } = explanation;
    if (!attribution) return null;
    const { click } = attribution;
    const subs = (click?.subs ?? []).map((value, index): [string, string | null] => [`SubID ${index + 1}`, value]);
    return (
        <>
            <ChainLink icon={IconUserCheck} label="Why the player counts for you" title={attribution.because ? decisionWords(attribution.because) : 'The operator assigned the player to you'}>
                <Facts
                    facts={[
                        ['Registered', attribution.registeredAt ? format.dateTime(attribution.registeredAt) : null],
                        ['Reassigned', attribution.stillCounts ? null : 'The player now counts for another affiliate'],
                    ]}
                />
            </ChainLink>
            {click && (
                <ChainLink icon={IconClick} label="Click" title="A visitor clicked your link">
                    <Facts
                        facts={[
                            ['When', format.dateTime(click.time)],
                            [
                                'Link',
                                click.link && (
                                    <Link to="/links/$linkId" params={{ linkId: click.link.linkId }} size="sm">
                                        {click.link.name ?? click.link.code}
                                    </Link>
                                ),
                            ],
                            ['Country', click.country ? countryName(click.country) : null],
                            ['Device', click.device ? wordsOf(click.device) : null],
                            ...subs,
                        ]}
                    />
                </ChainLink>
            )}
        </>
    );
}

function ConversionLink({ explanation }: { explanation: Explanation }) {
    const format = useFormat();
    const { conversion } = explanation;
    if (!conversion) return null;
    return (
        <ChainLink
            icon={IconArrowsExchange}
            label="Exchange rate"
            title={`${format.money(conversion.amount, conversion.from)} = ${format.money(conversion.converted, conversion.to)}`}
        >
            <Text size="sm" c="dimmed">
                1 {conversion.from} = {conversion.rate} {conversion.to}, the latest exchange rate on the day of the event. It is dated {format.plainDate(conversion.rateDate)}.
            </Text>
        </ChainLink>
    );
}

function DealLink({ explanation }: { explanation: Explanation }) {
    const format = useFormat();
    const { deal } = explanation;
    return (
        <ChainLink icon={IconFileText} label="Deal" title={deal.name}>
            <Text size="sm" c="dimmed">
                Version {deal.version}
                {deal.effectiveFrom ? `, in force since ${format.plainDate(deal.effectiveFrom)}` : ', in force from the beginning'}.{' '}
                <Link to="/deal" size="sm" underline="always">
                    What it pays
                </Link>
            </Text>
        </ChainLink>
    );
}

function Headline({ explanation }: { explanation: Explanation }) {
    const format = useFormat();
    const { accrual, steps } = explanation;
    const held = new Date(accrual.payableFrom).getTime() - new Date(accrual.eventTime).getTime() > 1000;
    return (
        <Paper p={{ base: 'md', xs: 'lg' }} mb="lg">
            <Text fz={{ base: 28, xs: 34 }} fw={650} lh={1.3}>
                <Money amount={accrual.status === 'unpriced' ? null : accrual.amount} currency={accrual.currency} colored />
            </Text>
            <Text size="sm" mt={4}>
                {lineTitle(accrual)}: {accrualReason(accrual, steps).toLowerCase()}, {format.dateTime(accrual.eventTime)}. It counts in the statement of {format.plainPeriod(accrual.period)}.
                {accrual.late && ' Its own period was already closed.'}
                {held && ` It is payable from ${format.date(accrual.payableFrom)}.`}
            </Text>
        </Paper>
    );
}

export default function AccrualPage() {
    const { accrualId } = accrualRoute.useParams();
    const [search] = useSearchState(accrualRoute);
    const format = useFormat();
    const words = useWords();
    const { data: explanation, error, refetch } = useQuery(queries.explanation(accrualId));
    if (error && !explanation) return <ErrorState error={error} retry={() => void refetch()} />;
    if (!explanation) return <LoadingState />;
    const { accrual, steps } = explanation;
    const back = search.statement ? [{ label: format.plainPeriod(accrual.period), link: linkTo({ to: '/statements/$statementId', params: { statementId: search.statement } }) }] : [];
    return (
        <>
            <PageHeader
                title="Explanation"
                parents={[{ label: 'Statements', link: linkTo({ to: '/statements' }) }, ...back]}
                aside={accrual.status === 'unpriced' && <StatusBadge status="unpriced" label="Unpriced" />}
            />
            <Box maw={760}>
                <Headline explanation={explanation} />
                <ol className={styles.chain}>
                    <ChainLink icon={IconCalculator} label="Calculation" title={accrualReason(accrual, steps)}>
                        <Calculation explanation={explanation} />
                    </ChainLink>
                    <DealLink explanation={explanation} />
                    <ConversionLink explanation={explanation} />
                    <EventLink explanation={explanation} />
                    <ClickLinks explanation={explanation} />
                </ol>
                <Accordion variant="contained" chevronPosition="left" mt="md">
                    <Accordion.Item value="sentences">
                        <Accordion.Control>
                            <Text size="sm">Explanation in sentences</Text>
                        </Accordion.Control>
                        <Accordion.Panel>
                            {steps.map((step, index) => (
                                <Text key={index} size="sm" mb={6} style={{ overflowWrap: 'anywhere' }}>
                                    {stepText(step, words)}
                                </Text>
                            ))}
                        </Accordion.Panel>
                    </Accordion.Item>
                </Accordion>
                <Messages
                    heading={
                        <Link to="/deliveries" search={{ accrualId }}>
                            Messages to your postbacks
                        </Link>
                    }
                    query={{
                        queryKey: ['deliveries', 'of', accrualId],
                        queryFn: () => take(api.GET('/portal/deliveries', { params: { query: { limit: 20, accrualId } } })),
                    }}
                />
            </Box>
        </>
    );
}
