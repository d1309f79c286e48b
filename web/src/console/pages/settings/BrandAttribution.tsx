import { Alert, Paper, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useBrandNames } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { healthQuery } from '../home/questions';

// How the players of each brand were attributed, and what to do about guesses.
export function BrandAttribution() {
    const format = useFormat();
    const { nameOf } = useBrandNames();
    const { data } = useQuery(healthQuery);
    const items = data?.attribution.items ?? [];
    if (items.length === 0) return null;
    const guessed = items.filter((item) => item.withoutEvidence > 0).map((item) => nameOf(item.brandId));
    return (
        <Paper component="section" aria-label="Attribution of players" p="md" mt="lg">
            <Title order={2} fz="md">
                Attribution of players
            </Title>
            <Text size="sm" c="dimmed" mb="sm">
                How players were attributed when they registered
            </Text>
            {guessed.length > 0 && (
                <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} mb="sm">
                    Some players of {guessed.join(', ')} were attributed to the latest click without any evidence. With each registration, send the player’s IP address as ip and the id of the click as click_id.
                </Alert>
            )}
            <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label="Players by attribution">
                <Table fz="sm" className="tabular">
                    <Table.Thead>
                        <Table.Tr>
                            <Table.Th>Brand</Table.Th>
                            <Table.Th ta="right">Direct</Table.Th>
                            <Table.Th ta="right">With evidence</Table.Th>
                            <Table.Th ta="right">Without evidence</Table.Th>
                            <Table.Th ta="right">Organic</Table.Th>
                        </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                        {items.map((item) => (
                            <Table.Tr key={item.brandId}>
                                <Table.Td>{nameOf(item.brandId)}</Table.Td>
                                <Table.Td ta="right">{format.number(item.direct)}</Table.Td>
                                <Table.Td ta="right">{format.number(item.withEvidence)}</Table.Td>
                                <Table.Td ta="right">{format.number(item.withoutEvidence)}</Table.Td>
                                <Table.Td ta="right">{format.number(item.organic)}</Table.Td>
                            </Table.Tr>
                        ))}
                    </Table.Tbody>
                </Table>
            </Table.ScrollContainer>
        </Paper>
    );
}
