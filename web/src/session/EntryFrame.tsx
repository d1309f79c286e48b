import { Box, Center, Stack, Text, Title } from '@mantine/core';
import { createContext, useContext, type ReactNode } from 'react';
import { usePageTitle } from '@/ui/title';

// The logo above the log-in form: the product's in the console, the operator's in the portal.
export const EntryBrandContext = createContext<ReactNode>(null);

// The frame of the pages without a login: log-in, invitation and first set-up.
export function EntryFrame(props: { title: string; description?: ReactNode; wide?: boolean; children: ReactNode }) {
    usePageTitle(props.title);
    const brand = useContext(EntryBrandContext);
    return (
        <Center component="main" mih="100dvh" px="md" py="xl" bg="var(--fl-page)">
            <Box w="100%" maw={props.wide ? 640 : 368}>
                <Stack gap={4} mb="lg">
                    <Box mb="md">{brand}</Box>
                    <Title order={1}>{props.title}</Title>
                    {props.description && (
                        <Text c="dimmed" size="sm" component="div">
                            {props.description}
                        </Text>
                    )}
                </Stack>
                {props.children}
            </Box>
        </Center>
    );
}
