import { defineConfig } from '@playwright/test';
import { resolve } from 'node:path';
import browser from '../../tests/browser/playwright.config';

// Measures in the browser of the tests, with their settings.
export default defineConfig({
    ...browser,
    testDir: '.',
    testMatch: 'pages.ts',
    outputDir: resolve(__dirname, '../../build/browser/bench'),
    reporter: [['dot']],
    timeout: 3_600_000,
});
