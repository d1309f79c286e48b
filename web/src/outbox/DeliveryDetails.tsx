import { Code, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Facts } from '@/ui/Facts';
import { When } from '@/ui/Money';
import { StatusBadge } from '@/ui/StatusBadge';
import { triggerLabel, type Delivery } from './words';

// A message with its attempts. `actions` are what the person may do with it.
export function DeliveryDetails({ delivery, destination, actions }: { delivery: Delivery; destination: ReactNode; actions?: ReactNode }) {
    return (
        <Stack gap="md">
            <Facts
                facts={[
                    ['Status', <StatusBadge key="status" status={delivery.status} />],
                    ['Message', triggerLabel(delivery.type)],
                    ['To', destination],
                    ['Message id', <Code key="id">{delivery.id}</Code>],
                    ['Event', delivery.eventId && <Code>{delivery.eventId}</Code>],
                    ['Accrual', delivery.accrualId && <Code>{delivery.accrualId}</Code>],
                    ['Created', <When key="created" at={delivery.createdAt} exact />],
                    ['Next attempt', delivery.nextAttemptAt && delivery.status === 'waiting' && <When at={delivery.nextAttemptAt} />],
                ]}
            />
            <div>
                <Text fw={600} mb="xs">
                    Attempts
                </Text>
                {delivery.attempts.length === 0 ? (
                    <Text size="sm" c="dimmed">
                        This message was not sent yet.
                    </Text>
                ) : (
                    <Table.ScrollContainer minWidth={420}>
                        <Table aria-label="Attempts">
                            <Table.Thead>
                                <Table.Tr>
                                    <Table.Th>Time</Table.Th>
                                    <Table.Th>Answer</Table.Th>
                                    <Table.Th>Took</Table.Th>
                                    <Table.Th>Address</Table.Th>
                                </Table.Tr>
                            </Table.Thead>
                            <Table.Tbody>
                                {delivery.attempts.map((attempt) => (
                                    <Table.Tr key={attempt.at}>
                                        <Table.Td>
                                            <When at={attempt.at} exact />
                                        </Table.Td>
                                        <Table.Td>
                                            {attempt.error ?? attempt.status}
                                            {attempt.answer && (
                                                <Text size="xs" c="dimmed" lineClamp={2}>
                                                    {attempt.answer}
                                                </Text>
                                            )}
                                        </Table.Td>
                                        <Table.Td>{attempt.durationMs} ms</Table.Td>
                                        <Table.Td>
                                            <Text size="xs" style={{ wordBreak: 'break-all' }}>
                                                {attempt.address}
                                            </Text>
                                        </Table.Td>
                                    </Table.Tr>
                                ))}
                            </Table.Tbody>
                        </Table>
                    </Table.ScrollContainer>
                )}
            </div>
            {actions}
        </Stack>
    );
}
