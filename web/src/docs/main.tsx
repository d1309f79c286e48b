import '@/theme/mantine.css';
import '@/theme/global.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import openApi from 'virtual:openapi';
import { shareStyleNonce, styleNonce } from '@/theme/nonce';
import { cssVariables, theme } from '@/theme/theme';
import { App } from './App';
import { ApiReference } from './reference';

shareStyleNonce();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
createRoot(root).render(
    <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} getStyleNonce={styleNonce} defaultColorScheme="auto">
            <App reference={new ApiReference(openApi)} />
        </MantineProvider>
    </StrictMode>,
);
