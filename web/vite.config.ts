import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { colorScheme } from './scripts/color-scheme';
import { apiProxy, devProxy } from './scripts/dev-proxy';
import { mantineStyles } from './scripts/mantine-styles';
import { openApi } from './scripts/openapi';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
    base: '/',
    // There is no site root: each of the three pages is in its own folder.
    appType: 'mpa',
    plugins: [react(), colorScheme(), openApi(), mantineStyles(), devProxy()],
    resolve: { alias: { '@': at('./src') } },
    server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: apiProxy() },
    build: {
        outDir: at('../build/web'),
        emptyOutDir: true,
        target: 'es2022',
        // The content policy allows no data: fonts or scripts, so no file is inlined.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 600,
        rollupOptions: {
            // Merges small shared modules, because fewer and larger files load faster.
            output: { experimentalMinChunkSize: 4_000 },
            input: { console: at('./console/index.html'), portal: at('./portal/index.html'), docs: at('./docs/index.html') },
        },
    },
    // The tests keep no state, so they share their processes: starting one for each file took longer than the tests.
    test: { include: ['src/**/*.test.ts', 'src/**/*.test.tsx'], pool: 'threads', isolate: false },
});
