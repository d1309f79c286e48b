import { Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CodeBlock } from '@/ui/copy';
import { EmptyState, ErrorNotice } from '@/ui/states';
import { Modal } from '@/ui/unsaved';
import { queries, type Creative, type Link } from '../../api';
import { LinkButton } from '../../link';
import { mayCreate, useAffiliate, useNames } from '../../me';
import { CreativePreview, sizeOf } from './CreativePreview';
import styles from './creatives.module.css';

function EmbedCode({ creative, linkId }: { creative: Creative; linkId: string }) {
    const { data: code, error, isPending } = useQuery(queries.embed(creative.id, linkId));
    if (isPending) return <Skeleton h={120} />;
    if (error) return <ErrorNotice error={error} />;
    return (
        <Stack gap={6}>
            <Text size="sm" fw={500}>
                Embed code
            </Text>
            <CodeBlock code={code} label="Embed code" />
            <Text size="xs" c="dimmed">
                Paste this code into your page. It shows the {creative.type === 'text' ? 'text' : 'banner'}, counts impressions and
                contains your link.
            </Text>
        </Stack>
    );
}

function ForLink({ creative, links, linkId, onLink }: { creative: Creative; links: Link[]; linkId: string | undefined; onLink: (linkId: string) => void }) {
    const { me } = useAffiliate();
    const names = useNames();
    const own = links.filter((link) => link.brandId === creative.brandId);
    const chosen = own.find((link) => link.linkId === linkId) ?? own.find((link) => link.campaignId === creative.campaignId) ?? own[0];
    if (!chosen) {
        return (
            <EmptyState
                title={`You have no link to ${names.brand(creative.brandId) ?? 'this brand'} yet`}
                action={
                    mayCreate(me) && (
                        <LinkButton to="/links" search={{ create: true, brandId: creative.brandId }}>
                            Create link
                        </LinkButton>
                    )
                }
            >
                The embed code contains one of your links, so that clicks count for you.
            </EmptyState>
        );
    }
    return (
        <>
            <Select
                label="Link"
                data={own.map((link) => ({ value: link.linkId, label: link.name ?? link.code }))}
                value={chosen.linkId}
                onChange={(value) => value && onLink(value)}
                allowDeselect={false}
                searchable={own.length > 8}
            />
            <EmbedCode creative={creative} linkId={chosen.linkId} />
        </>
    );
}

interface CreativeDialogProps {
    creative: Creative | undefined;
    linkId: string | undefined;
    onLink: (linkId: string) => void;
    onClose: () => void;
}

export function CreativeDialog({ creative, linkId, onLink, onClose }: CreativeDialogProps) {
    const links = useQuery(queries.allLinks);
    return (
        <Modal opened={creative !== undefined} onClose={onClose} size="lg" title={<Text fw={600}>{creative?.name}</Text>}>
            {creative && (
                <Stack gap="md">
                    <div className={styles.large} tabIndex={0} role="region" aria-label="Preview">
                        <CreativePreview creative={creative} />
                    </div>
                    <Group gap="xs">
                        <Text size="sm" c="dimmed">
                            {sizeOf(creative)} · {creative.campaignName}
                        </Text>
                    </Group>
                    {links.data ? <ForLink creative={creative} links={links.data} linkId={linkId} onLink={onLink} /> : <Skeleton h={120} />}
                    <ErrorNotice error={links.error} />
                </Stack>
            )}
        </Modal>
    );
}
