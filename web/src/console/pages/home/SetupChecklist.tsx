import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, take } from '@/api/client';
import { queries } from '@/api/queries';
import { usePermissions, useSession } from '@/session/session';
import { firstAffiliates } from '../../affiliateNames';
import { Link } from '../../link';
import { checklistOf, isComplete, type ChecklistItem } from './checklist';
import styles from './home.module.css';
import { recentEventsQuery } from './questions';

const one = { params: { query: { limit: 1 } } } as const;
const standingQueries = [
    { queryKey: ['api-keys', 'one'], queryFn: () => take(api.GET('/api-keys', one)) },
    { queryKey: ['links', 'one'], queryFn: () => take(api.GET('/links', one)) },
    { queryKey: ['deals', 'one'], queryFn: () => take(api.GET('/deals', one)) },
];

// Whether the checklist of this operator is finished in this browser: the user has hidden it, or it was complete once.
function useOver(operatorId: string): [boolean, () => void] {
    const key = `fairlead-checklist-${operatorId}`;
    const [over, setOver] = useState(() => {
        try {
            return localStorage.getItem(key) === 'over';
        } catch {
            return false;
        }
    });
    const end = () => {
        setOver(true);
        try {
            localStorage.setItem(key, 'over');
        } catch {
            // Without storage, the checklist is hidden as long as the page is open.
        }
    };
    return [over, end];
}

// The remaining steps of a new operator. Only admins see them, because only admins can do all of them.
export function SetupChecklist() {
    const { admin } = usePermissions();
    const { operator } = useSession();
    const [over, end] = useOver(operator.id);
    return admin && !over ? <OpenChecklist onEnd={end} /> : null;
}

function OpenChecklist({ onEnd }: { onEnd: () => void }) {
    const [keys, links, deals] = useQueries({ queries: standingQueries }).map((query) => query.data?.items as unknown[] | undefined);
    // The rest of the page needs these, too.
    const brands = useQuery(queries.brands).data;
    const affiliates = useQuery(firstAffiliates).data?.items;
    const events = useQuery(recentEventsQuery).data?.items;
    const list = checklistOf({ brands, keys, events, affiliates, links, deals });
    const complete = list !== null && isComplete(list);
    useEffect(() => {
        if (complete) onEnd();
    }, [complete, onEnd]);
    if (!list || complete) return null;
    return (
        <Paper px="md" py="sm" component="section" aria-label="First steps">
            <Group justify="space-between" mb="xs">
                <Title order={2} size="h4">
                    First steps
                </Title>
                <Group gap="sm">
                    <Text size="sm" c="dimmed">
                        {list.filter((item) => item.done).length} of {list.length} done
                    </Text>
                    <Button variant="subtle" color="gray" size="compact-sm" onClick={onEnd}>
                        Hide
                    </Button>
                </Group>
            </Group>
            <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
                {list.map((item) => (
                    <ChecklistLine key={item.key} item={item} />
                ))}
            </Stack>
        </Paper>
    );
}

function ChecklistLine({ item }: { item: ChecklistItem }) {
    const Shown = item.done ? IconCircleCheck : IconCircle;
    return (
        <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
            <Shown size={18} stroke={1.75} aria-label={item.done ? 'Done' : 'Open'} role="img" className={item.done ? styles.good : styles.note} />
            <div>
                {item.done ? (
                    <Text size="sm" c="dimmed">
                        {item.title}
                    </Text>
                ) : (
                    <Link to={item.to} size="sm" fw={500}>
                        {item.title}
                    </Link>
                )}
                {!item.done && (
                    <Text size="sm" c="dimmed">
                        {item.detail}
                    </Text>
                )}
            </div>
        </Group>
    );
}
