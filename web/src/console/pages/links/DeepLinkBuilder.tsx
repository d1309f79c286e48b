import { Alert, Box, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyField } from '@/ui/copy';
import { QrCode } from '@/ui/QrCode';
import { deepLinkUrl, emptyDeepLink, landingUrl, pathProblem } from './deepLink';
import type { TrackingLink } from './LinksTable';

const examples = ['which page: review-2026', 'which spot: top-banner', 'which mail: nl-42', 'which ad set', 'a click id of your own'];

// Makes addresses out of a link: to a page beneath its destination, and with labels that reports can be grouped by.
export function DeepLinkBuilder({ link }: { link: TrackingLink }) {
    const [wanted, setWanted] = useState(emptyDeepLink);
    const problem = pathProblem(wanted.relativepath);
    const url = deepLinkUrl(link.trackingUrl, problem ? { ...wanted, relativepath: '' } : wanted);
    const setSub = (index: number, value: string) => setWanted({ ...wanted, subs: wanted.subs.map((sub, at) => (at === index ? value : sub)) });
    return (
        <Paper p="lg">
            <Group align="flex-start" gap="xl" wrap="wrap">
                <Stack gap="md" style={{ flex: '1 1 340px' }} miw={0}>
                    <TextInput
                        label="Page"
                        description="A path beneath the destination, for leading visitors to a certain game or offer"
                        placeholder="sports/football"
                        value={wanted.relativepath}
                        error={problem}
                        onChange={(event) => setWanted({ ...wanted, relativepath: event.currentTarget.value.trim() })}
                    />
                    <Box>
                        <Text size="sm" fw={500}>
                            SubIDs
                        </Text>
                        <Text size="xs" c="dimmed" mb="xs">
                            Labels of the affiliate's own. They are kept with every click and player, and reports can be grouped by each of the five. Up to 255
                            characters.
                        </Text>
                        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
                            {wanted.subs.map((sub, index) => (
                                <TextInput
                                    key={index}
                                    label={`sub${index + 1}`}
                                    size="xs"
                                    maxLength={255}
                                    placeholder={examples[index]}
                                    value={sub}
                                    onChange={(event) => setSub(index, event.currentTarget.value)}
                                />
                            ))}
                        </SimpleGrid>
                    </Box>
                    <CopyField label="Address to place" value={url} />
                    {problem ? (
                        <Alert color="yellow" variant="light">
                            The page is left out until its path is right.
                        </Alert>
                    ) : (
                        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                            Visitors arrive at {landingUrl(link.destinationUrl, wanted.relativepath)} with the click's id added.
                        </Text>
                    )}
                </Stack>
                <Stack gap={4}>
                    <Text size="sm" fw={500}>
                        QR code
                    </Text>
                    <Text size="xs" c="dimmed" mb={4}>
                        Leads to the address to place
                    </Text>
                    <QrCode value={url} label={`QR code of ${url}`} fileName={`link-${link.code}`} />
                </Stack>
            </Group>
        </Paper>
    );
}
