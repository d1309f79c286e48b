import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyField } from '@/ui/copy';
import type { Link, PortalMe } from '../../api';
import { LinkButton } from '../../link';
import { mayCreate } from '../../me';
import styles from './dashboard.module.css';

function Step({ number, done, next, title, children }: { number: number; done?: boolean; next?: boolean; title: string; children: ReactNode }) {
    return (
        <Group component="li" wrap="nowrap" align="flex-start" gap="md">
            <span className={styles.stepMark} data-done={done || undefined} data-next={next || undefined} aria-hidden>
                {done ? <IconCheck size={18} /> : number}
            </span>
            <Box flex={1} miw={0} pt={4}>
                <Text fw={600}>{title}</Text>
                <Text size="sm" c="dimmed" component="div" mt={2}>
                    {children}
                </Text>
            </Box>
        </Group>
    );
}

// Three steps for affiliates without visitors.
export function FirstSteps({ me, link }: { me: PortalMe; link: Link | undefined }) {
    const open = mayCreate(me);
    return (
        <Paper p={{ base: 'md', xs: 'xl' }} component="section" aria-label="First steps">
            <Title order={2}>{link ? 'Your link is ready' : 'Create your first link'}</Title>
            <Text c="dimmed" size="sm" mt={4} mb="lg">
                Three steps to your first visitors
            </Text>
            <Stack gap="lg" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
                <Step number={1} done={Boolean(link)} next={!link} title="Create a link">
                    {link ? (
                        <Box maw={560} mt="xs">
                            <CopyField value={link.shortUrl} label={link.name ?? 'Your link'} />
                        </Box>
                    ) : (
                        <>
                            Choose a brand and a destination. Clicks on the link count for you.
                            <Box mt="sm">
                                {open ? (
                                    <LinkButton to="/links" search={{ create: true }}>
                                        Create link
                                    </LinkButton>
                                ) : (
                                    'You can create links after your account is approved.'
                                )}
                            </Box>
                        </>
                    )}
                </Step>
                <Step number={2} next={Boolean(link)} title="Share the link">
                    Use it on your website, in a newsletter, in a video description or as a QR code. Or use a banner.
                    <Box mt="sm">
                        <LinkButton to="/creatives" variant="default">
                            Show creatives
                        </LinkButton>
                    </Box>
                </Step>
                <Step number={3} title="See the results">
                    Clicks appear here within seconds. Registrations, deposits and your commission appear when {me.operator.name} sends them.
                    <Box mt="sm">
                        <LinkButton to="/deal" variant="default">
                            Show my deal
                        </LinkButton>
                    </Box>
                </Step>
            </Stack>
        </Paper>
    );
}
