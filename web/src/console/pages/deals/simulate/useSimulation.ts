import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, take, type Schema } from '@/api/client';

export type Simulation = Schema<'DealSimulation'>;
export type SimulationBody = Schema<'DealSimulationRequest'>;

const pollMs = 700;

const cancelById = (id: string): Promise<Simulation> => take(api.DELETE('/deals/simulate/{id}', { params: { path: { id } } }));

export interface SimulationRun {
    // Undefined before the first answer of the server.
    state: Simulation | undefined;
    // From the request until the result, also while the server has not answered yet.
    running: boolean;
    error: unknown;
    // Resolves when the server has accepted the simulation. Refusals are thrown.
    start: (body: SimulationBody) => Promise<void>;
    cancel: () => void;
}

// One simulation at a time, because the server runs one at a time for an operator. Leaving the page cancels it.
export function useSimulation(): SimulationRun {
    const client = useQueryClient();
    const [id, setId] = useState<string | null>(null);
    const [starting, setStarting] = useState(false);
    const wantsCancel = useRef(false);
    const query = useQuery({
        queryKey: ['simulations', id],
        queryFn: () => take(api.GET('/deals/simulate/{id}', { params: { path: { id: id ?? '' } } })),
        enabled: id !== null,
        staleTime: Infinity,
        refetchInterval: ({ state }) => (state.data?.status === 'running' && !state.error ? pollMs : false),
    });
    const state = id === null ? undefined : query.data;
    const open = useRef<string | null>(null);
    open.current = state?.status === 'running' ? state.id : null;
    useEffect(
        () => () => {
            wantsCancel.current = true;
            if (open.current) void cancelById(open.current).catch(() => undefined);
        },
        [],
    );
    const keep = (answer: Simulation) => {
        client.setQueryData(['simulations', answer.id], answer);
        setId(answer.id);
    };
    const start = async (body: SimulationBody) => {
        wantsCancel.current = false;
        setId(null);
        setStarting(true);
        try {
            const answer = await take(api.POST('/deals/simulate', { body }));
            // The id is known only now, so this is the first moment at which it can be cancelled.
            keep(wantsCancel.current && answer.status === 'running' ? await cancelById(answer.id) : answer);
        } finally {
            setStarting(false);
        }
    };
    const cancel = () => {
        wantsCancel.current = true;
        if (open.current) void cancelById(open.current).then(keep, () => undefined);
    };
    return { state, running: starting || (state?.status === 'running' && !query.error), error: id === null ? null : query.error, start, cancel };
}
