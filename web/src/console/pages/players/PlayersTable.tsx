import { IconUserStar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Schema } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { DataTable, type Column } from '@/ui/DataTable';
import { Money, When } from '@/ui/Money';
import { usePagedQuery } from '@/ui/pager';
import { numberOf, timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateLink } from '../../entities';
import { linkTo } from '../../link';
import { sumOf } from './amounts';
import { playerList, type PlayerFilters } from './questions';

export type Player = Schema<'Player'>;

export function Amounts({ amounts }: { amounts: [currency: string, amount: string][] }) {
    if (amounts.length === 0) return <span>–</span>;
    return (
        <>
            {amounts.map(([currency, amount]) => (
                <div key={currency}>
                    <Money amount={amount} currency={currency} colored />
                </div>
            ))}
        </>
    );
}

export function Brought({ player }: { player: Player }) {
    if (player.affiliateId) return <AffiliateLink id={player.affiliateId} />;
    return (
        <span className="fl-dimmed">
            {player.registeredAt ? 'Organic' : 'Not registered'}
        </span>
    );
}

const deposits = (player: Player) => sumOf(player.totals, 'first_deposit', 'deposit');
const ngr = (player: Player) => sumOf(player.totals, 'ngr_update');

// Amounts of different currencies are not added. A player with several is sorted by the first one.
const firstAmount = ([first]: [currency: string, amount: string][]) => numberOf(first?.[1]);

function useColumns(): Column<Player>[] {
    const brands = useBrandNames();
    const affiliates = useAffiliateNames();
    return [
        { key: 'externalRef', header: 'Player', sortValue: (player) => player.externalRef, cell: (player) => player.externalRef },
        { key: 'alias', header: 'Portal name', nowrap: true, sortValue: (player) => player.alias, cell: (player) => player.alias ?? '–', hideOnPhone: true },
        { key: 'affiliate', header: 'Brought by', sortValue: (player) => affiliates.nameOf(player.affiliateId), cell: (player) => <Brought player={player} /> },
        { key: 'brand', header: 'Brand', sortValue: (player) => brands.nameOf(player.brandId), cell: (player) => brands.nameOf(player.brandId) },
        { key: 'country', header: 'Country', sortValue: (player) => player.country, cell: (player) => player.country ?? '–', hideOnPhone: true },
        { key: 'registeredAt', header: 'Registered', sortValue: (player) => timeOf(player.registeredAt), cell: (player) => (player.registeredAt ? <When at={player.registeredAt} exact /> : '–') },
        { key: 'deposits', header: 'Deposits', sortValue: (player) => firstAmount(deposits(player)), numeric: true, cell: (player) => <Amounts amounts={deposits(player)} /> },
        { key: 'ngr', header: 'NGR events', sortValue: (player) => firstAmount(ngr(player)), numeric: true, cell: (player) => <Amounts amounts={ngr(player)} /> },
    ];
}

interface PlayersTableProps {
    filters: PlayerFilters;
    cursor: string | undefined;
    setCursor: (cursor: string | undefined) => void;
    hideAffiliate?: boolean;
    empty?: ReactNode;
}

export function PlayersTable({ filters, cursor, setCursor, hideAffiliate, empty }: PlayersTableProps) {
    const columns = useColumns().filter((column) => !hideAffiliate || column.key !== 'affiliate');
    const { query, pager } = usePagedQuery({ ...playerList(filters, cursor), setCursor });
    const none = (
        <EmptyState title="No players yet" icon={IconUserStar}>
            A player appears with its first event.
        </EmptyState>
    );
    return (
        <DataTable
            label="Players"
            columns={columns}
            query={query}
            pager={pager}
            rowKey={(player) => player.id}
            rowLink={(player) => linkTo({ to: '/players/$playerId', params: { playerId: player.id } })}
            empty={empty ?? none}
        />
    );
}
