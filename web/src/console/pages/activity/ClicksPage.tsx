import { Badge, Stack, Text } from '@mantine/core';
import { IconClick } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schema } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { countryName } from '@/format/country';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { When } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { wordsOf } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateFilter } from '../../AffiliateSelect';
import { DaysFilter } from '../../reporting/DaysFilter';
import { Chips, DrillBanner, useDrillChips } from '../../reporting/DrillBanner';
import { useLinkNames } from '../../reporting/linkNames';
import { ClickDetails } from './ClickDetails';
import { GoOn } from './GoOn';
import { LimitedClicks } from './LimitedClicks';
import { clickList } from './questions';
import { clicksRoute } from './routes';

type Click = Schema<'Click'>;

function useColumns(clicks: Click[]): Column<Click>[] {
    const affiliates = useAffiliateNames();
    const nameOfLink = useLinkNames(clicks.map((click) => click.linkId));
    const visitor = (click: Click) => [click.device && wordsOf(click.device), click.browser].filter(Boolean).join(', ');
    const subs = (click: Click) => [click.sub1, click.sub2, click.sub3, click.sub4, click.sub5].filter(Boolean).join(' · ');
    return [
        { key: 'time', header: 'When', sortValue: (click) => timeOf(click.recordedAt), cell: (click) => <Text span inherit style={{ whiteSpace: 'nowrap' }}><When at={click.recordedAt} /></Text> },
        { key: 'affiliate', header: 'Affiliate', sortValue: (click) => affiliates.nameOf(click.affiliateId), cell: (click) => affiliates.nameOf(click.affiliateId) },
        { key: 'link', header: 'Link', sortValue: (click) => nameOfLink(click.linkId), cell: (click) => nameOfLink(click.linkId) || '–' },
        { key: 'country', header: 'Country', sortValue: (click) => click.country && countryName(click.country), cell: (click) => (click.country ? countryName(click.country) : '–') },
        { key: 'device', header: 'Device', sortValue: visitor, cell: (click) => visitor(click) || '–', hideOnPhone: true },
        { key: 'subs', header: 'SubIDs', sortValue: subs, cell: (click) => <span className="fl-dimmed">{subs(click) || '–'}</span> },
        { key: 'counted', header: 'Counted', sortValue: (click) => (click.counted ? 'Yes' : 'No'), cell: (click) => <Badge color={click.counted ? 'green' : 'gray'}>{click.counted ? 'Yes' : 'No'}</Badge>, width: 80 },
    ];
}

export default function ClicksPage() {
    const [search, setSearch] = useSearchState(clicksRoute);
    const [opened, setOpened] = useState<Click | null>(null);
    const brands = useBrandNames();
    const { metric, clickId, linkId, affiliateId, brandId, from, to } = search;
    const counted = search.counted && search.counted === 'yes';
    const { query, pager } = usePagedQuery({ ...clickList({ ...search }), setCursor: (next) => setSearch({ cursor: next }) });
    const columns = useColumns(query.data ?? []);
    const nameOfLink = useLinkNames([linkId ?? null]);
    const chips = useDrillChips(search, setSearch).filter((chip) => chip.key !== 'days' || metric);
    if (linkId) chips.push({ key: 'linkId', label: 'Link', value: nameOfLink(linkId), onRemove: () => setSearch({ linkId: undefined }) });
    if (clickId) chips.push({ key: 'clickId', label: 'Click', value: 'one click', onRemove: () => setSearch({ clickId: undefined }) });
    const clear = () => setSearch(Object.fromEntries(Object.keys(search).map((key) => [key, undefined])));
    const active = Object.values(search).some((value) => value !== undefined);
    return (
        <>
            <PageHeader title="Clicks" description="All clicks on tracking links, newest first. Bots, prefetches and clicks on inactive links are recorded but not counted." />
            <LimitedClicks />
            <DrillBanner
                search={search}
                narrowed={{ brand: brandId, affiliate: affiliateId, link: linkId }}
                comparable={!clickId && !from && !to && counted === undefined}
                what="clicks"
                onClear={() => setSearch({ metric: undefined })}
            />
            <FilterBar active={active} onClear={clear}>
                <AffiliateFilter value={affiliateId} onChange={(value) => setSearch({ affiliateId: value })} />
                <FilterSelect label="Brand" data={brands.options} value={brandId} onChange={(value) => setSearch({ brandId: value })} />
                <FilterSelect
                    label="Counted"
                    data={[
                        { value: 'yes', label: 'Counted' },
                        { value: 'no', label: 'Not counted' },
                    ]}
                    value={search.counted}
                    onChange={(value) => setSearch({ counted: value as 'yes' | 'no' | undefined })}
                />
                <DaysFilter value={search} onChange={setSearch} />
            </FilterBar>
            <Stack gap="md">
                <Chips chips={chips} />
                <DataTable
                    label="Clicks"
                    columns={columns}
                    query={query}
                    pager={pager}
                    rowKey={(click) => click.clickId}
                    onRowClick={setOpened}
                    empty={
                        <EmptyState title={active ? 'No click matches' : 'No clicks yet'} icon={IconClick} action={<GoOn pager={pager} />}>
                            {active ? 'Remove a filter, or choose other days.' : 'Create a link for an affiliate and open it. The click appears here immediately.'}
                        </EmptyState>
                    }
                />
            </Stack>
            <Drawer opened={opened !== null} onClose={() => setOpened(null)} title={<Text fw={600}>Click</Text>}>
                {opened && <ClickDetails click={opened} />}
            </Drawer>
        </>
    );
}
