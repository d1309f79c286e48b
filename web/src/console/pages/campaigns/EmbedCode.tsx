import { Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { CodeBlock } from '@/ui/copy';
import { ErrorNotice } from '@/ui/states';
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
    const links = useQuery({ ...linkChoicesQuery(brandId, affiliateId ?? ''), enabled: affiliateId !== undefined });
    const offered = affiliateId ? (links.data ?? []) : [];
    // A code with the link of another affiliate would credit the wrong affiliate, so no code is shown before an affiliate is chosen.
    const suggested = offered.find((link) => link.creativeId === creativeId) ?? offered[0];
    const linkId = (offered.find((link) => link.linkId === props.linkId) ?? suggested)?.linkId;
    const embed = useQuery({
        queryKey: ['creatives', 'embed', creativeId, linkId],
        queryFn: () => take(api.GET('/creatives/{id}/embed', { params: { path: { id: creativeId }, query: { linkId: linkId ?? '' } }, parseAs: 'text' })),
        enabled: linkId !== undefined,
    });
    return (
        <Stack gap="md">
            <Group gap="sm" grow preventGrowOverflow={false}>
                <AffiliateSelect
                    label="Affiliate"
                    placeholder="Choose an affiliate"
                    clearable
                    miw={200}
                    value={affiliateId ?? null}
                    onChange={(chosen) => onChange({ affiliateId: chosen ?? undefined, linkId: undefined })}
                />
                <Select
                    label="Link"
                    data={offered.map((link) => ({ value: link.linkId, label: linkName(link) }))}
                    searchable
                    miw={200}
                    placeholder={links.data?.length === 0 ? 'No link' : undefined}
                    disabled={offered.length === 0}
                    allowDeselect={false}
                    value={linkId ?? null}
                    onChange={(chosen) => onChange({ linkId: chosen ?? undefined })}
                />
            </Group>
            {!affiliateId && (
                <Text size="sm" c="dimmed">
                    Choose the affiliate whose page shows the creative. The code contains the affiliate’s link, so clicks on the creative count for this affiliate.
                </Text>
            )}
            {affiliateId && links.data?.length === 0 && (
                <Text size="sm" c="dimmed">
                    This affiliate has no link to the brand yet.
                </Text>
            )}
            <ErrorNotice error={embed.error ?? links.error} />
            {linkId && embed.isPending && <Skeleton h={72} />}
            {linkId && embed.data && <CodeBlock label="HTML" code={embed.data.trim()} wrap />}
        </Stack>
    );
}
