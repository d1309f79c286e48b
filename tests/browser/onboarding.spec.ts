import type { Page } from '@playwright/test';
import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { axeFindings, phone } from './support/pages';
import { copied, logIn, signUp } from './support/people';

test.use({ journey: 'onboarding' });

const clicksMax = 15;

// Counts real clicks. A click that the keyboard causes has no detail.
async function countClicks(page: Page): Promise<() => Promise<number>> {
    await page.evaluate(() => {
        const counter = window as unknown as { clicks: number };
        counter.clicks = 0;
        window.addEventListener('click', (event) => (counter.clicks += event.isTrusted && event.detail > 0 ? 1 : 0), { capture: true });
    });
    return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}

test('an affiliate is onboarded with log-in, hybrid deal, link and banner in few clicks', async ({ page, stranger, service, api }) => {
    const { brandId } = service.account;
    const brand = await api.call('PATCH', `/brands/${brandId}`, { websiteUrl: 'https://casino.example' });
    await api.call('POST', '/brands', { name: 'Another brand', websiteUrl: 'https://other.example' });
    await api.call('POST', '/landing-pages', { brandId, name: 'Welcome offer', url: 'https://casino.example/welcome' });
    const campaign = await api.call('POST', '/campaigns', { brandId, name: 'Spring' });
    const creative = await api.call('POST', '/creatives', { campaignId: campaign.id, name: 'Leaderboard' });
    await logIn(page, service.account);
    await settled(page);
    const clicks = await countClicks(page);

    await page.getByRole('link', { name: 'Affiliates' }).first().click();
    await page.getByRole('link', { name: 'New affiliate' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'New affiliate' })).toBeVisible();
    await settled(page);

    await test.step('the person, by keyboard', async () => {
        await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
        await page.keyboard.type('Streamer Max');
        await page.keyboard.press('Tab');
        await page.keyboard.type('max@example.com');
    });

    await test.step('a hybrid deal with tiers, for one brand and two countries', async () => {
        const template = page.getByRole('button', { name: /^Hybrid ladder/ });
        await template.click();
        await expect(template).toHaveAttribute('aria-pressed', 'true');
        const amount = page.getByRole('textbox', { name: 'Amount per qualified player' });
        await amount.click();
        await amount.fill('60');
        await page.getByRole('combobox', { name: 'Brands' }).or(page.getByRole('textbox', { name: 'Brands' })).first().click();
        await page.getByRole('option', { name: brand.name as string }).click();
        const countries = page.getByRole('combobox', { name: 'Countries of players' }).or(page.getByRole('textbox', { name: 'Countries of players' })).first();
        await countries.click();
        for (const country of ['Germany', 'Austria']) {
            await page.keyboard.type(country);
            await page.keyboard.press('Enter');
        }
        await page.keyboard.press('Escape');
    });

    await test.step('the landing page is chosen already, and the banner is', async () => {
        await expect(page.getByRole('combobox', { name: 'Landing page' })).toHaveValue('Welcome offer');
        await page.getByRole('combobox', { name: 'Creative' }).click();
        await page.getByRole('option', { name: 'Leaderboard (Spring)' }).click();
    });

    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create affiliate' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Streamer Max is ready' })).toBeVisible();
    expect(await clicks()).toBeLessThanOrEqual(clicksMax);

    await test.step('everything exists', async () => {
        const [affiliate] = await api.items('/affiliates?name=Streamer%20Max');
        const [deal] = await api.items('/deals');
        const [link] = await api.items(`/links?affiliateId=${affiliate?.id as string}`);
        expect(affiliate).toMatchObject({ email: 'max@example.com', status: 'approved', dealIds: [deal?.id] });
        expect(deal).toMatchObject({ name: 'Deal of Streamer Max', scope: { brandIds: [brandId], countries: ['DE', 'AT'] } });
        expect(deal?.terms).toMatchObject({ cpa: { amount: '60' }, revShare: { rate: '30', tiers: [{ rate: '35' }, { rate: '40' }] } });
        expect(link).toMatchObject({ brandId, destinationUrl: 'https://casino.example/welcome', creativeId: creative.id });
        expect(await copied(page, 'Tracking link')).toBe(link?.shortUrl);
        await expect(page.getByRole('region', { name: 'HTML' })).toContainText(link?.linkId as string);
        expect(await axeFindings(page)).toEqual([]);
    });

    await test.step('the invitation works', async () => {
        await signUp(stranger, await copied(page, 'Invitation link'));
        await stranger.goto('/portal/links');
        await expect(stranger.getByRole('table').first()).toContainText('casino.example/welcome');
    });
});

test('an error keeps the input, and a second attempt creates nothing twice', async ({ page, service, api, guard }) => {
    guard.allow(400, /^\/api\/v1\/(affiliates|links)$/);
    await api.call('PATCH', `/brands/${service.account.brandId}`, { websiteUrl: 'https://casino.example' });
    await logIn(page, service.account);
    await page.setViewportSize(phone);
    await page.goto('/console/affiliates/new');
    await settled(page);
    await page.getByRole('button', { name: 'Create affiliate' }).click();
    await expect(page.getByText('Enter a name')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Second Try');
    await page.getByRole('textbox', { name: 'Email' }).fill('not an address');
    await page.getByRole('button', { name: 'Create affiliate' }).click();
    await expect(page.getByText('Some fields are not valid.').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Email' }).fill('second@example.com');
    await page.getByRole('button', { name: 'Create affiliate' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Second Try is ready' })).toBeVisible();
    expect((await api.items('/deals?limit=200')).filter((deal) => deal.name === 'Deal of Second Try')).toHaveLength(1);
    expect(await axeFindings(page)).toEqual([]);
});

test('a new deal for one country says who earns nothing, and the default deal is added in the same flow', async ({ page, service, api }) => {
    const standard = await api.call('POST', '/deals', { name: 'Standard', isDefault: true, terms: { currency: 'EUR', revShare: { rate: '25' } } });
    await logIn(page, service.account);
    await page.goto('/console/affiliates/new');
    await settled(page);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('One Country');
    await page.getByRole('textbox', { name: 'Email' }).fill('one@example.com');
    await page.getByText('A new deal for this affiliate').click();
    await page.getByRole('combobox', { name: 'Countries of players' }).or(page.getByRole('textbox', { name: 'Countries of players' })).first().click();
    await page.keyboard.type('Austria');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByText('from countries other than Austria earn this affiliate nothing.')).toBeVisible();
    // The whole preview is visible, also its last line.
    const preview = page.getByRole('complementary', { name: 'What this deal pays' });
    await expect.poll(() => preview.evaluate((card) => card.scrollHeight - card.clientHeight)).toBeLessThanOrEqual(1);
    await page.getByRole('checkbox', { name: 'Assign Standard too' }).check();
    await page.getByRole('switch', { name: /^Create a link/ }).click();
    await page.getByRole('button', { name: 'Create affiliate' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'One Country is ready' })).toBeVisible();
    const [affiliate] = await api.items('/affiliates?name=One%20Country');
    expect(affiliate?.dealIds).toHaveLength(2);
    expect(affiliate?.dealIds).toContain(standard.id);
    await page.getByRole('link', { name: 'Open the affiliate' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'One Country' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Deals' }).click();
    const deals = page.getByRole('table', { name: 'Deals of this affiliate' });
    await expect(deals).toContainText('€100 per qualified player');
    await expect(deals).toContainText('Austria');
});

test('an affiliate is onboarded with an existing deal', async ({ page, service, api }) => {
    const deal = await api.call('POST', '/deals', { name: 'Ready-made CPA', terms: { currency: 'EUR', cpa: { amount: '45' } } });
    await logIn(page, service.account);
    await page.goto('/console/affiliates/new');
    await settled(page);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Known Terms');
    await page.getByRole('textbox', { name: 'Email' }).fill('known@example.com');
    await page.getByRole('radio', { name: 'An existing deal' }).check();
    await page.getByRole('combobox', { name: 'Deals' }).click();
    await page.getByRole('option', { name: 'Ready-made CPA' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: /^Create a link/ }).click();
    await page.getByRole('button', { name: 'Create affiliate' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Known Terms is ready' })).toBeVisible();
    const [affiliate] = await api.items('/affiliates?name=Known%20Terms');
    expect(affiliate?.dealIds).toEqual([deal.id]);
    expect((await api.items('/deals?limit=200')).filter(({ name }) => name === 'Deal of Known Terms')).toEqual([]);
});

test('the link follows the brand of the new deal', async ({ page, service, api }) => {
    await api.call('POST', '/brands', { name: 'Second House', websiteUrl: 'https://second.example' });
    await logIn(page, service.account);
    await page.goto('/console/affiliates/new');
    await settled(page);
    await page.getByText('A new deal for this affiliate').click();
    const brand = page.getByRole('combobox', { name: 'Brand', exact: true });
    await expect(brand).not.toHaveValue('Second House');
    await page.getByRole('combobox', { name: 'Brands' }).or(page.getByRole('textbox', { name: 'Brands' })).first().click();
    await page.getByRole('option', { name: 'Second House' }).click();
    await page.keyboard.press('Escape');
    await expect(brand).toHaveValue('Second House');
    await expect(page.getByLabel('Destination')).toHaveValue('https://second.example');
});

test('a deal is assigned to affiliates on its own page', async ({ page, service, api }) => {
    const deal = await api.call('POST', '/deals', { name: 'Shared CPA', terms: { currency: 'EUR', cpa: { amount: '70' } } });
    const other = await api.call('POST', '/deals', { name: 'Other CPA', terms: { currency: 'EUR', cpa: { amount: '10' } } });
    for (const name of ['First Holder', 'Second Holder']) await api.call('POST', '/affiliates', { name, email: 'a@example.com', dealIds: [other.id] });
    await logIn(page, service.account);
    await page.goto(`/console/deals/${deal.id as string}?tab=affiliates`);
    await page.getByRole('button', { name: 'Assign to affiliates' }).click();
    const field = page.getByRole('combobox', { name: 'Affiliates' }).or(page.getByRole('textbox', { name: 'Affiliates' })).first();
    await field.click();
    for (const name of ['First Holder', 'Second Holder']) await page.getByRole('option', { name, exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Assign deal' }).click();
    const table = page.getByRole('table', { name: 'Affiliates with this deal' });
    await expect(table.getByRole('row')).toHaveCount(3);
    for (const { dealIds } of await api.items('/affiliates?search=Holder')) expect(dealIds).toEqual([other.id, deal.id]);
});

test('there is one button for a new affiliate, and the short form is one link away', async ({ page, service, api }) => {
    await api.affiliate('Already Here', '10');
    await logIn(page, service.account);
    await page.goto('/console/affiliates');
    await settled(page);
    await expect(page.locator('a, button').filter({ hasText: /^(New|Onboard) affiliate/ })).toHaveCount(1);
    await page.getByRole('link', { name: 'New affiliate', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New affiliate' })).toBeVisible();
    await page.getByRole('link', { name: 'the short form' }).click();
    const form = page.getByRole('dialog', { name: 'New affiliate' });
    await form.getByLabel('Name').fill('Short Form');
    await form.getByLabel('Email').fill('short@example.com');
    await form.getByRole('button', { name: 'Create affiliate' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Short Form' })).toBeVisible();
});
