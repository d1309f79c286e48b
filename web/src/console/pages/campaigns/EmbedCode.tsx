import { Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { CodeBlock } from '@/ui/copy';
import { ErrorNotice } from '@/ui/states';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateSelect } from '../../AffiliateSelect';
import { linkName } from '../../entities';
import { linkChoicesQuery } from './questions';

interface EmbedCodeProps {
    creativeId: string;
    brandId: string;
    affiliateId: string | undefined;
    linkId: string | undefined;
    onChange: (change: { affiliateId?: string; linkId?: string }) => void;
}

// The HTML for an affiliate's page, which shows the creative, counts impressions and contains the link.
export function EmbedCode(props: EmbedCodeProps) {
    const { creativeId, brandId, affiliateId, onChange } = props;
    const affiliates = useAffiliateNames();
    const links = useQuery(linkChoicesQuery(creativeId, brandId, affiliateId));
    const linkId = props.linkId ?? links.data?.[0]?.linkId;
    const embed = useQuery({
        queryKey: ['creatives', 'embed', creativeId, linkId],
        queryFn: () => take(api.GET('/creatives/{id}/embed', { params: { path: { id: creativeId }, query: { linkId: linkId ?? '' } }, parseAs: 'text' })),
        enabled: linkId !== undefined,
    });
    const label = (link: NonNullable<typeof links.data>[number]) => (affiliateId ? linkName(link) : `${linkName(link)}, ${affiliates.nameOf(link.affiliateId)}`);
    return (
        <Stack gap="md">
            <Group gap="sm" grow preventGrowOverflow={false}>
                <AffiliateSelect
                    label="Affiliate"
                    placeholder="Any"
                    clearable
                    miw={200}
                    value={affiliateId ?? null}
                    onChange={(chosen) => onChange({ affiliateId: chosen ?? undefined, linkId: undefined })}
                />
                <Select
                    label="Link"
                    data={(links.data ?? []).map((link) => ({ value: link.linkId, label: label(link) }))}
                    searchable
                    miw={200}
                    placeholder={links.data?.length === 0 ? 'No link' : undefined}
                    disabled={!links.data?.length}
                    allowDeselect={false}
                    value={linkId ?? null}
                    onChange={(chosen) => onChange({ linkId: chosen ?? undefined })}
                />
            </Group>
            {links.data?.length === 0 && (
                <Text size="sm" c="dimmed">
                    {affiliateId ? 'This affiliate has no link to the brand yet.' : 'No link has this creative yet. Choose an affiliate to see its links to the brand.'}
                </Text>
            )}
            <ErrorNotice error={embed.error ?? links.error} />
            {linkId && embed.isPending && <Skeleton h={72} />}
            {embed.data && <CodeBlock label="HTML" code={embed.data.trim()} wrap />}
        </Stack>
    );
}
