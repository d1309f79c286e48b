import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { logIn } from './support/people';

test.use({ journey: 'weight' });

const bytesMax = 350_000;

test('the first page of the console weighs less than 350 kB on the wire', async ({ page, context, service }) => {
    await logIn(page, service.account);
    const cookies = await context.cookies();

    // A browser that has never been here, but whose owner is logged in: everything comes over the wire, compressed.
    const fresh = await page.context().browser()!.newContext();
    await fresh.addCookies(cookies);
    const first = await fresh.newPage();
    const wire = await fresh.newCDPSession(first);
    await wire.send('Network.enable');
    let bytes = 0;
    wire.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
    await first.goto(`${service.url}/console/`);
    await settled(first);
    await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
    await fresh.close();
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(bytesMax);
});
