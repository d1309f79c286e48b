import { expect, test } from './support/fixture';
import { choose, copied, logIn } from './support/people';

test.use({ journey: 'commission' });

// The name contains a separator of sentences, which must not split it.
const deal = 'A; B';

test('from a new affiliate to a commission, and from the commission down to the click', async ({ page, service, api }) => {
    await logIn(page, service.account);
    const nav = page.getByRole('navigation').first();

    await test.step('create a deal', async () => {
        await nav.getByRole('link', { name: 'Deals' }).click();
        await page.getByRole('link', { name: 'New deal' }).first().click();
        await page.getByLabel('Name').fill(deal);
        const cpa = page.getByRole('checkbox', { name: 'CPA' });
        if (!(await cpa.isChecked())) await cpa.check();
        await page.getByLabel('Amount per qualified player').fill('110');
        await page.getByRole('textbox', { name: 'Minimum first deposit' }).fill('20');
        // The preview follows the input.
        await expect(page.getByText('€110').first()).toBeVisible();
        await page.getByRole('button', { name: 'Create deal' }).click();
        await expect(page.getByRole('heading', { level: 1, name: deal })).toBeVisible();
    });

    await test.step('create an affiliate with this deal', async () => {
        await nav.getByRole('link', { name: 'Affiliates' }).click();
        await page.getByRole('link', { name: 'New affiliate' }).first().click();
        await page.getByRole('link', { name: 'the short form' }).click();
        const drawer = page.getByRole('dialog', { name: 'New affiliate' });
        await drawer.getByLabel('Name').fill('Lighthouse Media');
        await drawer.getByLabel('Email').fill('lighthouse@example.com');
        await choose(drawer, 'Deals', deal);
        await page.keyboard.press('Escape');
        await drawer.getByRole('button', { name: 'Create affiliate' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse Media' })).toBeVisible();
    });

    let trackingUrl = '';
    await test.step('create a link of the affiliate', async () => {
        await nav.getByRole('link', { name: 'Links' }).click();
        await page.getByRole('button', { name: 'New link' }).first().click();
        const drawer = page.getByRole('dialog', { name: 'New link' });
        await choose(drawer, 'Affiliate', 'Lighthouse Media');
        const [brand] = await api.items('/brands');
        await choose(drawer, 'Brand', brand?.name as string);
        await drawer.getByLabel('Destination').fill('https://casino.example/welcome');
        await drawer.getByLabel('Name').fill('Front page banner');
        await drawer.getByRole('button', { name: 'Create link' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Front page banner' })).toBeVisible();
        trackingUrl = await copied(page, 'Tracking URL');
    });

    const clickId = await api.click(`${trackingUrl}?sub1=header`);
    await api.event('registration', 'player-lighthouse-1', { click_id: clickId, country: 'DE' });
    await api.event('first_deposit', 'player-lighthouse-1', { amount: '50', currency: 'EUR' });

    await test.step('open the accrual', async () => {
        await nav.getByRole('link', { name: 'Accruals' }).click();
        const row = page.getByRole('table', { name: 'Accruals' }).getByRole('row').filter({ hasText: 'Lighthouse Media' });
        await expect(row).toContainText('€110.00');
        await row.getByRole('link', { name: 'Lighthouse Media' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Why €110.00?' })).toBeVisible();
    });

    await test.step('read its explanation, down to the click', async () => {
        await expect(page.getByRole('link', { name: deal })).toBeVisible();
        const byDeal = page.getByRole('region', { name: 'Deal', exact: true });
        await expect(byDeal.getByText('CPA of version 1, in force from the beginning: the player keeps the version of the day of registration.')).toBeVisible();
        await expect(page.getByRole('link', { name: 'player-lighthouse-1' })).toBeVisible();
        await page.getByRole('button', { name: 'Explanation in sentences' }).click();
        await expect(page.getByText('Deal “A; B” applies in version 1, in force from the beginning; the player keeps the version of the day of registration.')).toBeVisible();
        await page.getByRole('link', { name: 'Open click' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Clicks' })).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`clickId=${encodeURIComponent(clickId)}`));
        await expect(page.getByText('Front page banner').first()).toBeVisible();
    });

    await test.step('find the amount in the statement', async () => {
        await nav.getByRole('link', { name: 'Statements' }).click();
        const row = page.getByRole('table', { name: 'Statements' }).getByRole('row').filter({ hasText: 'Lighthouse Media' });
        await expect(row).toContainText('€110.00');
        await expect(row).toContainText('Preview');
    });
});
