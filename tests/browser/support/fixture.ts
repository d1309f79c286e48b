import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { Api } from './api';
import { Guard } from './guard';
import { Mailbox } from './mailbox';
import { Service } from './service';

interface Fixtures {
    guard: Guard;
    // A page of another person in a separate browser context, with the same guard.
    stranger: Page;
}

interface WorkerFixtures {
    // Each journey has its own program, also when many files run together.
    journey: string;
    service: Service;
    api: Api;
}

async function watched(browser: Browser, options: object, guard: Guard): Promise<BrowserContext> {
    const context = await browser.newContext(options);
    await guard.watch(context);
    return context;
}

function suite(start: () => Promise<Service>) {
    return base.extend<Fixtures, WorkerFixtures>({
        journey: ['', { scope: 'worker', option: true }],
        service: [
            async ({ journey: _ }, use) => {
                const service = await start();
                await use(service);
                await service.stop();
            },
            { scope: 'worker', timeout: 900_000 },
        ],
        api: [async ({ service }, use) => use(new Api(service)), { scope: 'worker' }],
        baseURL: async ({ service }, use) => use(service.url),
        guard: [
            async ({ service }, use) => {
                const guard = new Guard(service.url);
                await use(guard);
                expect(guard.complaints, 'complaints of the browser').toEqual([]);
            },
            { auto: true },
        ],
        context: async ({ context, guard }, use) => {
            await guard.watch(context);
            await use(context);
        },
        stranger: async ({ browser, contextOptions, locale, timezoneId, viewport, baseURL, guard }, use) => {
            const context = await watched(browser, { ...contextOptions, locale, timezoneId, viewport, baseURL }, guard);
            await use(await context.newPage());
            await context.close();
        },
    });
}

// A new operator without data, shared by the tests of a journey.
export const test = suite(() => Service.start());
// The same with a mail server. The mails are in `mailbox`.
export const mailbox = new Mailbox();
export const mailTest = suite(async () => Service.start(await mailbox.start()));
// The same as the first, with fraud rules that are applied at once.
export const fraudTest = suite(() => Service.start(['--fraud-check-seconds', '0.3']));
// A service that was never set up, with a mail server.
export const emptyTest = suite(async () => Service.startEmpty(await mailbox.start()));
// The demo's operator.
export const demoTest = suite(() => Service.startDemo());
export { expect };
