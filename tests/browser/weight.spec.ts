import type { Browser } from '@playwright/test';
import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { logIn } from './support/people';
import type { Service } from './support/service';

test.use({ journey: 'weight' });

const bytesMax = 350_000;

// The compressed bytes that a browser with an empty cache receives.
async function firstVisit(browser: Browser, service: Service, cookies: Awaited<ReturnType<import('@playwright/test').BrowserContext['cookies']>>): Promise<number> {
    const context = await browser.newContext();
    await context.addCookies(cookies);
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    let bytes = 0;
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(`${service.url}/console/`);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.close();
    return bytes;
}

test('the first page of the console has less than 350 kB, before and after the log-in', async ({ browser, page, context, service }) => {
    const login = await firstVisit(browser, service, []);
    await logIn(page, service.account);
    const home = await firstVisit(browser, service, await context.cookies());
    for (const bytes of [login, home]) {
        // A smaller size would mean that files were not counted.
        expect(bytes).toBeGreaterThan(150_000);
        expect(bytes).toBeLessThan(bytesMax);
    }
});
