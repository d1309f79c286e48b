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

// For whoever has no visitors yet: three steps to the first one.
export function FirstSteps({ me, link }: { me: PortalMe; link: Link | undefined }) {
    const open = mayCreate(me);
    return (
        <Paper p={{ base: 'md', xs: 'xl' }} component="section" aria-label="First steps">
            <Title order={2}>{link ? 'Your link is ready' : 'Make your first link'}</Title>
            <Text c="dimmed" size="sm" mt={4} mb="lg">
                Three steps, and you can watch your first visitors arrive.
            </Text>
            <Stack gap="lg" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
                <Step number={1} done={Boolean(link)} next={!link} title="Make a link">
                    {link ? (
                        <Box maw={560} mt="xs">
                            <CopyField value={link.trackingUrl} label={link.name ?? 'Your link'} />
                        </Box>
                    ) : (
                        <>
                            Choose a brand and the page that visitors should land on. The link is yours alone: whoever clicks it counts for you.
                            <Box mt="sm">
                                {open ? (
                                    <LinkButton to="/links" search={{ create: true }}>
                                        Make a link
                                    </LinkButton>
                                ) : (
                                    'You can make links as soon as your account is approved.'
                                )}
                            </Box>
                        </>
                    )}
                </Step>
                <Step number={2} next={Boolean(link)} title="Put it in front of people">
                    On your site, in a newsletter, in a video’s description, as a QR code on paper. Or take a ready-made banner.
                    <Box mt="sm">
                        <LinkButton to="/creatives" variant="default">
                            See the banners
                        </LinkButton>
                    </Box>
                </Step>
                <Step number={3} title="Watch what comes of it">
                    Clicks show up here within seconds, registrations and deposits as {me.operator.name} reports them, and your earnings with every reason why.
                    <Box mt="sm">
                        <LinkButton to="/deal" variant="default">
                            What you are paid
                        </LinkButton>
                    </Box>
                </Step>
            </Stack>
        </Paper>
    );
}
