import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
    IconBrowser,
    IconBuildingStore,
    IconFileInvoice,
    IconLink,
    IconPhoto,
    IconReportAnalytics,
    IconScale,
    IconSpeakerphone,
    IconUserCircle,
    IconUsersGroup,
    IconUserStar,
    type Icon,
} from '@tabler/icons-react';
import { api, take, type Schema } from '@/api/client';
import type { Format } from '@/format/format';
import { useFormat } from '@/format/useFormat';
import type { FoundGroup, FoundItem, UseFindings } from '@/ui/finding';
import type { LinkTarget } from '@/ui/Link';
import { linkTo } from './link';

type Group = Schema<'SearchGroup'>;
type Hit = Schema<'SearchHit'>;

interface Kind {
    label: string;
    icon: Icon;
    link: (hit: Hit) => LinkTarget;
    // The page that lists all matches, if there are more than are shown.
    all?: (text: string) => LinkTarget;
}

const kinds: Record<Group['type'], Kind> = {
    affiliate: {
        label: 'Affiliates',
        icon: IconUsersGroup,
        link: ({ id }) => linkTo({ to: '/affiliates/$affiliateId', params: { affiliateId: id } }),
        all: (name) => linkTo({ to: '/affiliates', search: { name } }),
    },
    user: {
        label: 'People',
        icon: IconUserCircle,
        link: ({ affiliateId }) => (affiliateId ? linkTo({ to: '/affiliates/$affiliateId', params: { affiliateId } }) : linkTo({ to: '/settings/users' })),
    },
    player: {
        label: 'Players',
        icon: IconUserStar,
        link: ({ id }) => linkTo({ to: '/players/$playerId', params: { playerId: id } }),
        all: (search) => linkTo({ to: '/players', search: { search } }),
    },
    link: { label: 'Links', icon: IconLink, link: ({ id }) => linkTo({ to: '/links/$linkId', params: { linkId: id } }) },
    deal: { label: 'Deals', icon: IconScale, link: ({ id }) => linkTo({ to: '/deals/$dealId', params: { dealId: id } }) },
    statement: { label: 'Statements', icon: IconFileInvoice, link: ({ id }) => linkTo({ to: '/statements/$statementId', params: { statementId: id } }) },
    campaign: { label: 'Campaigns', icon: IconSpeakerphone, link: ({ id }) => linkTo({ to: '/campaigns/$campaignId', params: { campaignId: id } }) },
    creative: { label: 'Creatives', icon: IconPhoto, link: ({ id }) => linkTo({ to: '/creatives/$creativeId', params: { creativeId: id } }) },
    landingPage: { label: 'Landing pages', icon: IconBrowser, link: () => linkTo({ to: '/settings/landing-pages' }) },
    brand: { label: 'Brands', icon: IconBuildingStore, link: () => linkTo({ to: '/settings/brands' }) },
    reportPreset: { label: 'Saved reports', icon: IconReportAnalytics, link: () => linkTo({ to: '/reports/saved' }) },
};

// What a result says below its name.
function detailOf(type: Group['type'], hit: Hit, format: Format): string {
    const money = hit.payable === null ? null : format.money(hit.payable, hit.currency ?? undefined);
    const parts: Partial<Record<Group['type'], (string | null)[]>> = {
        statement: [hit.period && format.plainPeriod(hit.period), money],
        user: [hit.affiliateName ?? hit.detail],
        player: [hit.detail, hit.affiliateName],
        link: [hit.affiliateName, hit.detail],
    };
    return (parts[type] ?? [hit.detail]).filter(Boolean).join(' · ');
}

function shown({ type, items, more }: Group, text: string, format: Format): FoundGroup {
    const { label, icon, link, all } = kinds[type];
    const found: FoundItem[] = items.map((hit) => ({
        key: hit.id,
        label: hit.title,
        detail: detailOf(type, hit, format) || undefined,
        // Most things are active, and most affiliates approved. Only the others need a word.
        status: hit.status === null || hit.status === 'active' || (type === 'affiliate' && hit.status === 'approved') ? undefined : hit.status,
        link: link(hit),
        icon,
    }));
    if (more && all) found.push({ key: `all ${type}`, label: `All ${label.toLowerCase()} that match “${text}”`, link: all(text), icon });
    return { label, items: found };
}

const lengthMin = 2;
const pauseMs = 80;

// Searches the server while the user types.
export const useFindings: UseFindings = (typed) => {
    const format = useFormat();
    const wanted = typed.trim();
    const [text] = useDebouncedValue(wanted, pauseMs);
    const asks = wanted.length >= lengthMin;
    const { data, isFetching, isError } = useQuery({
        queryKey: ['search', text],
        queryFn: ({ signal }) => take(api.GET('/search', { params: { query: { q: text } }, signal })),
        enabled: asks && text.length >= lengthMin,
        placeholderData: keepPreviousData,
    });
    // Results of an earlier text stay until the new ones arrive, so that the list does not jump.
    const groups = asks && data ? data.groups.map((group) => shown(group, text, format)) : [];
    return { groups, pending: asks && (isFetching || text !== wanted), failed: asks && isError };
};
