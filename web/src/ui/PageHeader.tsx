import { Box, Breadcrumbs, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { TargetLink, type LinkTarget } from './Link';
import { usePageTitle } from './title';

interface PageHeaderProps {
    title: string;
    // The purpose of the page in one sentence.
    description?: ReactNode;
    // The parent pages.
    parents?: { label: string; link: LinkTarget }[];
    // Beside the title, such as a status.
    aside?: ReactNode;
    // Buttons on the right, the most important one last.
    actions?: ReactNode;
}

export function PageHeader({ title, description, parents, aside, actions }: PageHeaderProps) {
    usePageTitle(title);
    return (
        <Box component="header" mb="lg">
            {parents && (
                <Breadcrumbs mb={6} separator="›" separatorMargin={6}>
                    {parents.map(({ label, link }) => (
                        <TargetLink key={label} size="sm" c="dimmed" target={link}>
                            {label}
                        </TargetLink>
                    ))}
                </Breadcrumbs>
            )}
            <Group justify="space-between" align="flex-start" gap="sm">
                <Box miw={0} style={{ flex: '1 1 260px' }}>
                    <Group gap="sm">
                        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
                            {title}
                        </Title>
                        {aside}
                    </Group>
                    {description && (
                        <Text c="dimmed" size="sm" mt={4} maw={680} component="div">
                            {description}
                        </Text>
                    )}
                </Box>
                {actions && <Group gap="xs">{actions}</Group>}
            </Group>
        </Box>
    );
}

// A part of a page with a title.
export function Section(props: { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode }) {
    return (
        <Box component="section" mt="xl" aria-label={props.title}>
            <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
                <div>
                    <Title order={2}>{props.title}</Title>
                    {props.description && (
                        <Text c="dimmed" size="sm" mt={2}>
                            {props.description}
                        </Text>
                    )}
                </div>
                {props.actions && <Group gap="xs">{props.actions}</Group>}
            </Group>
            {props.children}
        </Box>
    );
}
