import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { componentNames } from '@/format/names';
import { useReasonWords } from '@/explain/useWords';
import { unpaidText } from '@/explain/whyWords';
import { queries } from '../../api';

// The conditions that a player does not meet yet, for each component that has not paid. Each row of a page requests its own.
export function Lacks({ playerId }: { playerId: string }) {
    const words = useReasonWords();
    const { data: why, error } = useQuery(queries.why(playerId));
    if (error && !why) return <>–</>;
    if (!why) return <>…</>;
    if (why.components.length === 0) return <Text size="sm">All components have paid</Text>;
    // One element: the cards on phones would show several elements side by side.
    return (
        <div>
            {why.components.map((unpaid, index) => (
                <Text key={unpaid.component ?? index} size="sm" component="div">
                    {unpaid.component && <b>{componentNames[unpaid.component]}: </b>}
                    {unpaidText(unpaid, words)}
                </Text>
            ))}
        </div>
    );
}
