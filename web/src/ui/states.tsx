import { Alert, Box, Button, Center, Loader, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconLockAccess, IconPlugConnectedX, type Icon } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { ApiError, messageOf } from '@/api/client';

interface StateProps {
    icon: Icon;
    title: string;
    children?: ReactNode;
    action?: ReactNode;
    color?: string;
}

function State({ icon: Shown, title, children, action, color = 'gray' }: StateProps) {
    return (
        <Center py={48} px="md">
            <Stack align="center" gap="xs" maw={420} ta="center">
                <ThemeIcon variant="light" color={color} size={44} radius="xl" mb={4} aria-hidden>
                    <Shown size={22} stroke={1.5} />
                </ThemeIcon>
                <Text fw={600}>{title}</Text>
                {children && (
                    <Text c="dimmed" size="sm" component="div">
                        {children}
                    </Text>
                )}
                {action && <Box mt="xs">{action}</Box>}
            </Stack>
        </Center>
    );
}

// An empty list or page: says what will be here and offers the next step.
export function EmptyState(props: { title: string; children?: ReactNode; action?: ReactNode; icon?: Icon }) {
    return <State icon={props.icon ?? IconInbox} {...props} />;
}

function ErrorWords({ error }: { error: unknown }) {
    return <span>{messageOf(error)}</span>;
}

export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
    const again = retry && (
        <Button variant="default" onClick={retry}>
            Try again
        </Button>
    );
    const status = error instanceof ApiError ? error.status : -1;
    if (status === 404) {
        return (
            <State icon={IconInbox} title="Not found">
                It was removed, or the URL is wrong.
            </State>
        );
    }
    if (status === 403) {
        return (
            <State icon={IconLockAccess} title="Your role does not allow this">
                Ask an admin for access.
            </State>
        );
    }
    return (
        <div role="alert">
            <State icon={status === 0 ? IconPlugConnectedX : IconAlertTriangle} color="red" title="Loading failed" action={again}>
                <ErrorWords error={error} />
            </State>
        </div>
    );
}

export function LoadingState({ label = 'Loading' }: { label?: string }) {
    return (
        <Center py={64} role="status" aria-label={label}>
            <Loader size="sm" />
        </Center>
    );
}

// An error within a form or a card. The rest of the page still works.
export function ErrorNotice({ error }: { error: unknown }) {
    return error ? (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
            {typeof error === 'string' ? error : messageOf(error)}
        </Alert>
    ) : null;
}

// Limits an error to one page, or to one entry of a list. A new `resetKey` (the path) clears the error; `fallback` replaces
// the notice about the error.
export class ErrorBoundary extends Component<{ children: ReactNode; resetKey?: string; fallback?: ReactNode }, { error: Error | null }> {
    state = { error: null as Error | null };

    static getDerivedStateFromError(error: Error) {
        return { error };
    }

    componentDidUpdate(before: { resetKey?: string }) {
        if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
    }

    render() {
        if (!this.state.error) return this.props.children;
        return this.props.fallback ?? <CrashState error={this.state.error} />;
    }
}

// The code of a page usually fails to load because the server was upgraded. Reloading the page fixes that.
export function CrashState({ error }: { error: Error }) {
    return (
        <State
            icon={IconAlertTriangle}
            color="red"
            title="This page failed"
            action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        >
            {error.message}
        </State>
    );
}

export function NotFoundState() {
    return (
        <Stack pt="xl">
            <Title order={1} ta="center">
                Page not found
            </Title>
            <Text ta="center" c="dimmed">
                No page has this URL.
            </Text>
        </Stack>
    );
}

// The properties of a box that still shows the previous data while new data loads: paler, and busy for screen readers.
export function staleness({ isPlaceholderData }: { isPlaceholderData: boolean }): { opacity: number; 'aria-busy': true | undefined } {
    return { opacity: isPlaceholderData ? 0.6 : 1, 'aria-busy': isPlaceholderData || undefined };
}
