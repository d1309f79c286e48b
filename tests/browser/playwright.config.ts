import { defineConfig } from '@playwright/test';
import { join, resolve } from 'node:path';

const results = resolve(__dirname, '../../build/browser');

// The timeouts only end tests that hang. They are long, because a machine that also builds is slow.
export default defineConfig({
    testDir: '.',
    globalSetup: require.resolve('./support/wholeDay'),
    outputDir: join(results, process.env.BROWSER_RESULTS ?? 'results'),
    workers: 1,
    retries: 0,
    forbidOnly: true,
    timeout: 900_000,
    expect: { timeout: 120_000 },
    reporter: [['list']],
    use: {
        actionTimeout: 120_000,
        navigationTimeout: 120_000,
        locale: 'en-GB',
        timezoneId: 'UTC',
        viewport: { width: 1280, height: 900 },
        screenshot: 'only-on-failure',
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
            // Chromium without its windows, which take a third of its time.
            executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
            args: [
                '--no-sandbox',
                '--disable-gpu',
                '--disable-background-networking',
                '--disable-component-update',
                '--disable-sync',
                '--no-first-run',
            ],
        },
    },
});
