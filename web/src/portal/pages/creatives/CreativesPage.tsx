import { Box, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader, Section } from '@/ui/PageHeader';
import { EmptyState, ErrorState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { queries, type Creative } from '../../api';
import { useAffiliate, useNames } from '../../me';
import { CreativeDialog } from './CreativeDialog';
import { CreativePreview, sizeOf } from './CreativePreview';
import styles from './creatives.module.css';
import { creativesRoute } from './routes';

function Card({ creative, onOpen }: { creative: Creative; onOpen: () => void }) {
    return (
        <UnstyledButton className={styles.card} onClick={onOpen} aria-label={`${creative.name}, ${sizeOf(creative)}`}>
            <span className={styles.stage}>
                <CreativePreview creative={creative} />
            </span>
            <Box component="span" px="sm" py={10} display="block">
                <Text size="sm" fw={500} truncate component="span" display="block">
                    {creative.name}
                </Text>
                <Text size="xs" c="dimmed" component="span" display="block" className="tabular">
                    {sizeOf(creative)}
                </Text>
            </Box>
        </UnstyledButton>
    );
}

// One group per campaign, in the order of the list.
function byCampaign(creatives: Creative[]): { id: string; name: string; brandId: string; creatives: Creative[] }[] {
    const groups = new Map<string, { id: string; name: string; brandId: string; creatives: Creative[] }>();
    for (const creative of creatives) {
        const group = groups.get(creative.campaignId) ?? { id: creative.campaignId, name: creative.campaignName, brandId: creative.brandId, creatives: [] };
        group.creatives.push(creative);
        groups.set(creative.campaignId, group);
    }
    return [...groups.values()];
}

const options = (values: string[]) => [...new Set(values)].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));

export default function CreativesPage() {
    const [search, setSearch] = useSearchState(creativesRoute);
    const { me } = useAffiliate();
    const names = useNames();
    const { data, error, isPending, refetch } = useQuery(queries.creatives);
    const { brandId, campaignId, size } = search;
    const filtered = Boolean(brandId ?? campaignId ?? size);
    const all = data ?? [];
    const ofBrand = all.filter((one) => !brandId || one.brandId === brandId);
    const shown = ofBrand.filter((one) => (!campaignId || one.campaignId === campaignId) && (!size || sizeOf(one) === size));
    const campaigns = byCampaign(ofBrand).map((group) => ({ value: group.id, label: group.name }));
    return (
        <>
            <PageHeader title="Creatives" description="Banners and texts for your pages. Open one to get its embed code." />
            {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
            {isPending && (
                <div className={styles.gallery}>
                    {Array.from({ length: 6 }, (_, index) => (
                        <Skeleton key={index} h={220} radius={8} />
                    ))}
                </div>
            )}
            {all.length > 0 && (
                <FilterBar active={filtered} onClear={() => setSearch({ brandId: undefined, campaignId: undefined, size: undefined })}>
                    {(me?.brands.length ?? 0) > 1 && (
                        <FilterSelect
                            label="Brand"
                            data={(me?.brands ?? []).map((brand) => ({ value: brand.id, label: brand.name }))}
                            value={brandId}
                            onChange={(chosen) => setSearch({ brandId: chosen, campaignId: undefined })}
                        />
                    )}
                    <FilterSelect label="Campaign" data={campaigns} value={campaignId} onChange={(chosen) => setSearch({ campaignId: chosen })} />
                    <FilterSelect label="Size" data={options(all.map(sizeOf))} value={size} onChange={(chosen) => setSearch({ size: chosen })} />
                </FilterBar>
            )}
            {byCampaign(shown).map((group) => (
                <Section key={group.id} title={group.name} description={names.brand(group.brandId) ?? undefined}>
                    <div className={styles.gallery}>
                        {group.creatives.map((creative) => (
                            <Card key={creative.id} creative={creative} onOpen={() => setSearch({ creative: creative.id })} />
                        ))}
                    </div>
                </Section>
            ))}
            {data && shown.length === 0 && (
                <EmptyState title={filtered ? 'No creative matches' : 'No creatives yet'} icon={IconPhoto}>
                    {filtered ? null : 'The operator has not added any creatives. Your links work without them.'}
                </EmptyState>
            )}
            <CreativeDialog
                creative={all.find((one) => one.id === search.creative)}
                linkId={search.linkId}
                onLink={(linkId) => setSearch({ linkId })}
                onClose={() => setSearch({ creative: undefined })}
            />
        </>
    );
}
