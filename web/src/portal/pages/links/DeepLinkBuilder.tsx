import { Accordion, Box, Button, Code, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyField } from '@/ui/copy';
import { QrCode } from '@/ui/QrCode';
import type { Link } from '../../api';
import { deepLink, landingPage, pathError, subNames, type Subs } from './deepLink';

function SubIdsExplained() {
    return (
        <Accordion variant="contained" chevronPosition="left">
            <Accordion.Item value="subids">
                <Accordion.Control>
                    <Text size="sm">What are SubIDs for?</Text>
                </Accordion.Control>
                <Accordion.Panel>
                    <Stack gap="xs">
                        <Text size="sm">
                            A SubID is your own label for a click. It is stored with the click and the player, so reports can show registrations, deposits and
                            commission by SubID. You have five SubIDs, for example:
                        </Text>
                        <Box component="ul" m={0} pl="md" fz="sm">
                            <li>
                                <Code>sub1=newsletter-march</Code>: the newsletter, article or video
                            </li>
                            <li>
                                <Code>sub2=top-button</Code>: the position on the page
                            </li>
                            <li>
                                <Code>sub3=variant-b</Code>: the variant of a test
                            </li>
                            <li>
                                <Code>sub4=7f31c2</Code>: the click id of your own tracker
                            </li>
                        </Box>
                        <Text size="sm">You can use one link with many SubIDs. Do not use names or email addresses of people in a SubID.</Text>
                    </Stack>
                </Accordion.Panel>
            </Accordion.Item>
        </Accordion>
    );
}

// Builds a deep link with a path and SubIDs while the user types.
export function DeepLinkBuilder({ link }: { link: Link }) {
    const [path, setPath] = useState('');
    const [subs, setSubs] = useState<Subs>({});
    const [shown, setShown] = useState(2);
    const url = deepLink(link.shortUrl, path, subs);
    const wrong = pathError(path);
    const landing = landingPage(link.destinationUrl, path);
    return (
        <Paper p={{ base: 'md', xs: 'lg' }} component="section" aria-label="SubIDs, deep link and QR code">
            <Title order={2}>SubIDs, deep link and QR code</Title>
            <Text size="sm" c="dimmed" mt={2} mb="md">
                Send visitors to another page, and add SubIDs for your reports. The link itself does not change.
            </Text>
            <Group align="flex-start" gap="xl" wrap="wrap">
                <Stack gap="md" flex="1 1 320px" miw={0}>
                    <TextInput
                        label="Page below the destination"
                        description={`Added to ${link.destinationUrl.replace(/^https?:\/\//, '')}`}
                        placeholder="slots/new"
                        value={path}
                        error={wrong}
                        onChange={(event) => setPath(event.currentTarget.value)}
                        spellCheck={false}
                        autoCapitalize="none"
                    />
                    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                        {subNames.slice(0, shown).map((name, index) => (
                            <TextInput
                                key={name}
                                label={`SubID ${index + 1}`}
                                placeholder={['newsletter-march', 'top-button', 'variant-b', '7f31c2', ''][index]}
                                maxLength={255}
                                value={subs[name] ?? ''}
                                onChange={(event) => setSubs({ ...subs, [name]: event.currentTarget.value })}
                                spellCheck={false}
                                autoCapitalize="none"
                            />
                        ))}
                    </SimpleGrid>
                    {shown < subNames.length && (
                        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => setShown(shown + 1)} style={{ alignSelf: 'flex-start' }}>
                            Add SubID
                        </Button>
                    )}
                    <CopyField label="Your deep link" value={url} />
                    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                        Leads to {landing}
                    </Text>
                    <SubIdsExplained />
                </Stack>
                <QrCode value={url} label="QR code of your deep link" fileName={`link-${link.code}`} size={168} />
            </Group>
        </Paper>
    );
}
