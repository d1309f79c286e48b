import { MantineProvider, type MantineThemeOverride } from '@mantine/core';
import '@/theme/mantine.css';
import '@mantine/notifications/styles.layer.css';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '@/theme/global.css';
import { shareStyleNonce, styleNonce } from '@/theme/nonce';
import { cssVariables, theme as ownTheme } from '@/theme/theme';
import { Messages } from '@/ui/Messages';

// Renders one of the three pages.
export function start(client: QueryClient, children: ReactNode, theme: MantineThemeOverride = ownTheme): void {
    shareStyleNonce();
    const root = document.getElementById('root');
    if (!root) throw new Error('the page has no root element');
    createRoot(root).render(
        <StrictMode>
            <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={styleNonce}>
                <QueryClientProvider client={client}>
                    {children}
                    <Messages />
                </QueryClientProvider>
            </MantineProvider>
        </StrictMode>,
    );
}
