import { IconUsers } from '@tabler/icons-react';
import { countryName } from '@/format/country';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column } from '@/ui/DataTable';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import type { Player } from '../../api';
import { linkTo } from '../../link';
import { Lacks } from './Lacks';
import { playerList } from './questions';
import { playersRoute } from './routes';

function useColumns(): Column<Player>[] {
    const format = useFormat();
    return [
        { key: 'player', header: 'Player', nowrap: true, sortValue: ({ player }) => player, cell: ({ player }) => player },
        { key: 'registeredAt', header: 'Registered', nowrap: true, sortValue: ({ registeredAt }) => timeOf(registeredAt), cell: ({ registeredAt }) => format.dateTime(registeredAt) },
        { key: 'brand', header: 'Brand', sortValue: ({ brandName }) => brandName, cell: ({ brandName }) => brandName ?? '–' },
        { key: 'country', header: 'Country', sortValue: ({ country }) => country && countryName(country), cell: ({ country }) => (country ? countryName(country) : '–') },
        { key: 'lacks', header: 'Not paid yet', cell: ({ id }) => <Lacks playerId={id} /> },
    ];
}

// The affiliate's players by their aliases.
export default function PlayersPage() {
    const [search, setSearch] = useSearchState(playersRoute);
    const columns = useColumns();
    const { query, pager } = usePagedQuery({
        ...playerList(search.cursor),
        setCursor: (cursor) => setSearch({ cursor }),
    });
    return (
        <>
            <PageHeader title="Players" description="The players attributed to you, and the conditions that they do not meet yet. Open a player to see the details." />
            <DataTable
                label="Players"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={({ id }) => id}
                rowLink={({ id }) => linkTo({ to: '/players/$playerId', params: { playerId: id } })}
                empty={
                    <EmptyState title="No players yet" icon={IconUsers}>
                        A player appears here after a registration through one of your links.
                    </EmptyState>
                }
            />
        </>
    );
}
