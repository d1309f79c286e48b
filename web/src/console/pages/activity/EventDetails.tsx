import { Divider, Stack, Text } from '@mantine/core';
import type { Schema } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { countryName } from '@/format/country';
import { useFormat } from '@/format/useFormat';
import { CodeBlock, CopyField } from '@/ui/copy';
import { Facts } from '@/ui/Facts';
import { Money, When } from '@/ui/Money';
import { useAffiliateNames } from '../../affiliateNames';
import { Link, LinkButton } from '../../link';
import { useLinkNames } from '../../reporting/linkNames';
import { eventSentence } from './eventWords';

type StoredEvent = Schema<'StoredEvent'>;

export function EventDetails({ event }: { event: StoredEvent }) {
    const format = useFormat();
    const brands = useBrandNames();
    const affiliates = useAffiliateNames();
    const nameOfLink = useLinkNames([event.linkId]);
    const members = Object.keys(event.members ?? {}).length > 0 ? JSON.stringify(event.members, null, 2) : null;
    return (
        <Stack gap="md">
            <Text>
                <Link to="/players/$playerId" params={{ playerId: event.playerId }} inherit>
                    {event.playerExternalRef}
                </Link>{' '}
                {eventSentence(event, format)}.
            </Text>
            <Facts
                facts={[
                    ['Event time', <When key="t" at={event.eventTime} exact />],
                    ['Recorded at', <When key="r" at={event.recordedAt} exact />],
                    ['Brand', brands.nameOf(event.brandId)],
                    ['Amount sent', event.amount === null ? null : <Money key="a" amount={event.amount} currency={event.currency ?? undefined} />],
                    ['NGR added', event.ngrDelta ? <Money key="n" amount={event.ngrDelta} currency={event.currency ?? undefined} /> : null],
                    [
                        'Affiliate',
                        event.affiliateId ? (
                            <Link key="f" to="/affiliates/$affiliateId" params={{ affiliateId: event.affiliateId }} inherit>
                                {affiliates.nameOf(event.affiliateId)}
                            </Link>
                        ) : (
                            'None: the player is organic or not registered yet'
                        ),
                    ],
                    [
                        'Link',
                        event.linkId ? (
                            <Link key="l" to="/links/$linkId" params={{ linkId: event.linkId }} inherit>
                                {nameOfLink(event.linkId)}
                            </Link>
                        ) : null,
                    ],
                    ['Country', event.country ? countryName(event.country) : null],
                    ['Product', event.product],
                    ['Game', event.game],
                    ['User agent', event.userAgent],
                ]}
            />
            <LinkButton to="/accruals" search={{ eventId: event.id }} variant="light">
                Commission for this event
            </LinkButton>
            {event.clickId && (
                <LinkButton to="/clicks" search={{ clickId: event.clickId }} variant="default">
                    Click of this event
                </LinkButton>
            )}
            <Divider />
            <CopyField label="Idempotency key" value={event.idempotencyKey} description="Chosen by the brand. An event with the same key is recorded only once." />
            <CopyField label="Event id" value={event.id} />
            {members && (
                <div>
                    <Text size="sm" fw={500} mb={4}>
                        Other event fields
                    </Text>
                    <CodeBlock code={members} label="Other event fields" />
                </div>
            )}
        </Stack>
    );
}
