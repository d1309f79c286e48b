import { useQuery } from '@tanstack/react-query';
import { one } from '../../../entities';

// The reference of the player, or its id while it loads.
export function PlayerName({ id }: { id: string }) {
    const { data } = useQuery({ ...one.player(id), staleTime: 60_000 });
    return <>{data?.externalRef ?? id.slice(0, 8)}</>;
}
