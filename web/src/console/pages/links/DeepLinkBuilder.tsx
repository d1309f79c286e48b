import { Alert, Box, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyField } from '@/ui/copy';
import { QrCode } from '@/ui/QrCode';
import { deepLinkUrl, emptyDeepLink, landingUrl, pathProblem } from './deepLink';
import type { TrackingLink } from './LinksTable';

const examples = ['page: review-2026', 'position: top-banner', 'newsletter: nl-42', 'ad set', 'your own click id'];

// Builds deep links. A deep link is the URL of a tracking link with a page below its destination, with SubIDs, or both.
export function DeepLinkBuilder({ link }: { link: TrackingLink }) {
    const [wanted, setWanted] = useState(emptyDeepLink);
    const problem = pathProblem(wanted.relativepath);
    const url = deepLinkUrl(link.shortUrl, problem ? { ...wanted, relativepath: '' } : wanted);
    const setSub = (index: number, value: string) => setWanted({ ...wanted, subs: wanted.subs.map((sub, at) => (at === index ? value : sub)) });
    return (
        <Paper p="lg">
            <Group align="flex-start" gap="xl" wrap="wrap">
                <Stack gap="md" style={{ flex: '1 1 340px' }} miw={0}>
                    <TextInput
                        label="Page"
                        description="A path below the destination, for example a game or an offer"
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
                            Five labels for the affiliate's own use. They are stored with clicks and players, and reports can be grouped by them. A label
                            has up to 255 characters.
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
                    <CopyField label="Deep link" value={url} />
                    {problem ? (
                        <Alert color="yellow" variant="light">
                            The path is not valid, so the deep link leads to the destination itself.
                        </Alert>
                    ) : (
                        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                            The deep link leads to {landingUrl(link.destinationUrl, wanted.relativepath)}, with the click id added.
                        </Text>
                    )}
                </Stack>
                <Stack gap={4}>
                    <Text size="sm" fw={500}>
                        QR code
                    </Text>
                    <Text size="xs" c="dimmed" mb={4}>
                        Contains the deep link
                    </Text>
                    <QrCode value={url} label={`QR code of ${url}`} fileName={`link-${link.code}`} />
                </Stack>
            </Group>
        </Paper>
    );
}
