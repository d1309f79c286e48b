import { Badge, Stack } from '@mantine/core';
import type { Schema } from '@/api/client';
import { useBrandNames, useCampaignNames } from '@/api/queries';
import { countryName } from '@/format/country';
import { CopyField } from '@/ui/copy';
import { Facts, type Fact } from '@/ui/Facts';
import { When } from '@/ui/Money';
import { wordsOf } from '@/ui/StatusBadge';
import { useAffiliateNames } from '../../affiliateNames';
import { Link, LinkButton } from '../../link';
import { useLinkNames } from '../../reporting/linkNames';
import { uncountedWords } from './clickWords';

type Click = Schema<'Click'>;

export function useClickFacts(click: Click): Fact[] {
    const brands = useBrandNames();
    const affiliates = useAffiliateNames();
    const campaigns = useCampaignNames();
    const nameOfLink = useLinkNames([click.linkId]);
    const subs = ([1, 2, 3, 4, 5] as const).map((number): Fact => [`SubID ${number}`, click[`sub${number}`]]);
    return [
        ['Clicked', <When key="t" at={click.recordedAt} exact />],
        [
            'Link',
            click.linkId ? (
                <Link key="l" to="/links/$linkId" params={{ linkId: click.linkId }} inherit>
                    {nameOfLink(click.linkId) || 'Open'}
                </Link>
            ) : null,
        ],
        [
            'Affiliate',
            <Link key="a" to="/affiliates/$affiliateId" params={{ affiliateId: click.affiliateId }} inherit>
                {affiliates.nameOf(click.affiliateId)}
            </Link>,
        ],
        ['Brand', brands.nameOf(click.brandId)],
        ['Campaign', campaigns.nameOf(click.campaignId)],
        ['Country', click.country ? countryName(click.country) : null],
        ['Target country', click.geoTarget ? countryName(click.geoTarget) : null],
        ['Device', [click.device && wordsOf(click.device), click.os, click.browser].filter(Boolean).join(', ')],
        ...subs,
    ];
}

export function ClickDetails({ click }: { click: Click }) {
    const facts = useClickFacts(click);
    const reason = click.uncountedReason ? uncountedWords[click.uncountedReason] : null;
    const counts = (
        <>
            <Badge color={click.counted ? 'green' : 'gray'}>{click.counted ? 'Yes' : 'No'}</Badge> {reason}
        </>
    );
    return (
        <Stack gap="md">
            <Facts facts={[...facts, ['Counted', counts]]} />
            <LinkButton to="/clicks" search={{ linkId: click.linkId ?? undefined }} variant="light">
                All clicks of this link
            </LinkButton>
            <CopyField label="Click id" value={click.clickId} description="Brands send it as click_id with a registration." />
        </Stack>
    );
}
