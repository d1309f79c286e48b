import { readFile } from 'node:fs/promises';
import { lastMonth } from './support/api';
import { expect, test } from './support/fixture';
import { axeFindings, fitsTheWidth, phone } from './support/pages';
import { signUp } from './support/people';

test.use({ journey: 'portal-phone', viewport: phone, hasTouch: true });

// A day of an affiliate, on a phone: tasks 12 to 17.
test('an affiliate does its day of work on a phone', async ({ page, api }) => {
    const month = lastMonth();
    const { affiliate, link } = await api.affiliate('Pocket Blog', '60');
    await api.player(link, 'player-of-last-month', month.at);
    await api.call('POST', '/statements/close', { period: month.period, affiliateId: affiliate.id });
    await api.player(link, 'player-of-today');
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await signUp(page, url as string);
    const tabs = page.getByRole('navigation', { name: 'Main pages' });
    const fits = async (where: string) => {
        await fitsTheWidth(page, where);
        expect(await axeFindings(page), where).toEqual([]);
    };

    await test.step('a link with SubIDs and its QR code', async () => {
        await tabs.getByRole('link', { name: 'Links' }).tap();
        // The dashboard, which has a link of the same name, stays until the page has its data.
        await expect(page.getByRole('heading', { level: 1, name: 'Links' })).toBeVisible();
        await page.getByRole('link', { name: 'Pocket Blog link' }).first().tap();
        const builder = page.getByRole('region', { name: 'SubIDs, deep link and QR code' });
        await builder.getByLabel('SubID 1').fill('newsletter');
        await builder.getByLabel('SubID 2').fill('top');
        const shown = builder.getByRole('textbox', { name: 'Your deep link' });
        await expect(shown).toContainText('sub1=newsletter&sub2=top');
        const made = (await shown.textContent()) ?? '';
        expect(await api.click(made)).not.toBe('');
        await expect(builder.getByRole('img', { name: 'QR code of your deep link' })).toBeVisible();
        const saved = page.waitForEvent('download');
        await builder.getByRole('button', { name: /PNG/ }).tap();
        expect((await saved).suggestedFilename()).toMatch(/^link-.*\.png$/);
        await fits('the link');
    });

    await test.step('the funnel of today', async () => {
        const funnel = page.getByRole('group', { name: 'Metric of the chart' });
        await api.reported();
        await tabs.getByRole('link', { name: 'Dashboard' }).tap();
        await page.getByRole('button', { name: 'Last 30 days' }).tap();
        await page.getByRole('button', { name: 'Today', exact: true }).tap();
        await expect(funnel.getByRole('button', { name: /^First deposits/ })).toContainText('1');
        await expect(funnel.getByRole('button', { name: /^Registrations/ })).toContainText('1');
        await fits('the dashboard');
    });

    await test.step('why a number changed', async () => {
        const deposits = page.getByRole('group', { name: 'Metric of the chart' }).getByRole('button', { name: /^First deposits/ });
        await deposits.tap();
        // The link explains the metric of the chart.
        await expect(deposits).toHaveAttribute('aria-pressed', 'true');
        await page.getByRole('link', { name: 'Explain this change' }).tap();
        await expect(page.getByRole('heading', { level: 1, name: 'Why did it change?' })).toBeVisible();
        await expect(page.getByRole('main')).toContainText('First deposits rose by 1, from 0 to 1.');
        await expect(page.getByRole('list', { name: 'First deposits: what changed' })).toContainText('After');
        await fits('the explanation of a change');
    });

    await test.step('one amount down to the click, and the statement as a file', async () => {
        await tabs.getByRole('link', { name: 'Statements' }).tap();
        await page.getByRole('link', { name: month.words }).first().tap();
        await expect(page.getByRole('heading', { level: 1, name: month.words })).toBeVisible();
        await fits('the statement');
        const saved = page.waitForEvent('download');
        await page.getByRole('link', { name: 'CSV' }).tap();
        const file = await (await saved).path();
        expect(await readFile(file, 'utf8')).toContain('60');
        const lines = page.getByRole('region', { name: 'Lines' });
        await lines.getByRole('button', { name: /CPA/ }).tap();
        await lines.getByRole('link').first().tap();
        await expect(page.getByRole('main')).toContainText('A visitor clicked your link');
        await fits('the explanation of an amount');
    });

    await test.step('the deal in words', async () => {
        await page.getByRole('button', { name: 'Open the menu' }).tap();
        await page.getByRole('link', { name: 'My deal' }).tap();
        await expect(page.getByRole('heading', { level: 1, name: 'My deal' })).toBeVisible();
        await expect(page.getByRole('main')).toContainText('€60');
        await fits('the deal');
    });
});
