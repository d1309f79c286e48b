import type { Page } from '@playwright/test';
import { lastMonth, type Json } from './support/api';
import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { axeFindings, fitsTheWidth, phone } from './support/pages';
import { choose, logIn, signUp } from './support/people';

test.use({ journey: 'change' });

const { at } = lastMonth();
const earlier = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 15, 12));

test('why did an affiliate earn less than in the month before', async ({ page, service, api }) => {
    const { affiliate, link } = await api.affiliate('Falling Partner', '75');
    for (const name of ['fall-1', 'fall-2', 'fall-3']) await api.player(link, name, earlier);
    await api.player(link, 'fall-4', at);
    await api.reported();
    await logIn(page, service.account);
    await page.goto(`/console/affiliates/${affiliate.id as string}?period=lastMonth`);
    await page.getByRole('link', { name: 'Explain this change: Commission' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Why did it change?' })).toBeVisible();
    await expect(page.getByText('Commission fell by €150.00, from €225.00 to €75.00.')).toBeVisible();
    const parts = page.getByRole('list', { name: 'Commission: what changed' }).getByRole('listitem');

    await test.step('by causes', async () => {
        await page.locator('label').filter({ hasText: /^Cause$/ }).click();
        await expect(parts).toContainText(['€225.00', 'Fewer qualified players', '€75.00']);
        await expect(parts.nth(1)).toContainText('-€150.00');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
    });

    await test.step('by players, who can be opened', async () => {
        await page.locator('label').filter({ hasText: /^Player$/ }).click();
        await expect(parts).toHaveCount(6);
        for (const name of ['fall-1', 'fall-2', 'fall-3', 'fall-4']) await expect(parts.filter({ hasText: name })).toHaveCount(1);
        const gone = parts.filter({ hasText: 'fall-1' });
        await expect(gone).toContainText('From €75.00 to €0.00');
        await gone.getByRole('link', { name: 'Player' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'fall-1' })).toBeVisible();
        await page.goBack();
    });

    await test.step('a cause leads to its metric', async () => {
        await page.locator('label').filter({ hasText: /^Cause$/ }).click();
        await page.getByRole('link', { name: 'Explain Qualified players' }).click();
        await expect(page.getByText('Qualified players fell by 2, from 3 to 1.')).toBeVisible();
    });

    await test.step('it fits a phone', async () => {
        await page.setViewportSize(phone);
        await settled(page);
        await fitsTheWidth(page);
    });
});

test('a report shows the change of each row, and leads to its explanation', async ({ page, service, api }) => {
    const { link } = await api.affiliate('Rising Partner', '40');
    await api.player(link, 'rise-1', earlier);
    for (const name of ['rise-2', 'rise-3']) await api.player(link, name, at);
    await api.reported();
    await logIn(page, service.account);
    await page.goto('/console/reports?period=lastMonth&metrics=["ftd_count","total_reward"]');
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'Previous period' }).click();
    await expect(page).toHaveURL(/compare=previous/);
    const row = page.getByRole('table', { name: 'Report' }).getByRole('row').filter({ hasText: 'Rising Partner' });
    await expect(row).toContainText('+€40.00');
    await expect(row).toContainText('+100');
    await page.getByRole('button', { name: 'Commission, change' }).click();
    await expect(page).toHaveURL(/difference/);
    await expect(page.getByRole('table', { name: 'Report' }).getByRole('row').nth(1)).toContainText('Rising Partner');
    await row.getByRole('link', { name: /^Explain the change of/ }).click();
    await expect(page.getByText(/rose by .*, from .* to/)).toBeVisible();
});

test('the list of affiliates has a period, metrics as columns, views, and what it shows can be saved', async ({ page, service, api }) => {
    const { link } = await api.affiliate('Listed Partner', '30');
    await api.player(link, 'listed-1', at);
    await api.reported();
    await logIn(page, service.account);
    await page.goto('/console/affiliates?period=lastMonth&metrics=["ftd_count","cpa_reward"]&name=listed');
    const table = page.getByRole('table', { name: 'Affiliates' });
    await expect(table.getByRole('row').nth(1)).toContainText('€30.00');
    // The line of the trend goes from the bottom to the top on the day of the first deposit.
    const trend = table.locator('td[data-label="Trend"] path').last();
    await expect(trend).toBeVisible();
    expect((await trend.getAttribute('d'))?.match(/ 1\.00(?=L|$)/g)).toHaveLength(1);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of this view').fill('CPA of last month');
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await page.goto('/console/affiliates');
    await expect(table.getByRole('columnheader', { name: 'CPA commission' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'CPA of last month', exact: true }).click();
    await expect(table.getByRole('columnheader', { name: 'CPA commission' })).toBeVisible();
    await expect(page).toHaveURL(/period=lastMonth/);
    await expect(table.getByRole('row').nth(1)).toContainText('€30.00');

    const options = page.getByRole('button', { name: 'Options of the table Affiliates' });
    await options.click();
    await page.getByRole('menuitem', { name: 'Hide Status' }).click();
    await expect(table.getByRole('columnheader', { name: 'Status' })).toHaveCount(0);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Save what is shown (CSV)' }).click()]);
    expect(download.suggestedFilename()).toBe('affiliates.csv');
    const text = await (await download.createReadStream()).toArray().then((chunks) => Buffer.concat(chunks as Buffer[]).toString());
    expect(text.split('\r\n')[0]).toBe('Affiliate,First deposits,CPA commission,Trend,Tags,Account manager');
    expect(text).toContain('€30.00');

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await options.click();
    await page.getByRole('menuitem', { name: 'Copy what is shown' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('Listed Partner');
    const [headers, row] = (await copied()).split('\n');
    expect(headers?.split('\t')).toEqual(['Affiliate', 'First deposits', 'CPA commission', 'Trend', 'Tags', 'Account manager']);
    expect(row?.split('\t')).toEqual(['Listed Partner listed.partner@example.com', '1', '€30.00', '', expect.any(String), '–']);
});

test('a change is split by link, campaign and SubID, in the console and in the portal', async ({ page, stranger, service, api }) => {
    const { affiliate, link: blog } = await api.affiliate('Splitting Partner', '50');
    const brandId = service.account.brandId;
    const campaign = await api.call('POST', '/campaigns', { brandId, name: 'Autumn' });
    const mail = await api.call('POST', '/links', { affiliateId: affiliate.id, brandId, campaignId: campaign.id, destinationUrl: 'https://casino.example/mail', name: 'Splitting mail' });
    const withSub = (link: Json, sub1: string): Json => ({ ...link, trackingUrl: `${link.trackingUrl as string}?sub1=${sub1}` });
    await api.player(withSub(blog, 'banner'), 'split-1', earlier);
    for (const name of ['split-2', 'split-3']) await api.player(withSub(mail, 'letter'), name, at);
    await api.reported();
    // The change of each value: from €50.00 to €100.00 in total.
    const expected: [string, [string, string][]][] = [
        ['Link', [['Splitting Partner link', '-€50.00'], ['Splitting mail', '+€100.00']]],
        ['Campaign', [['(no campaign)', '-€50.00'], ['Autumn', '+€100.00']]],
        ['SubID 1', [['banner', '-€50.00'], ['letter', '+€100.00']]],
    ];
    const expectSplits = async (shown: Page, choosing: (split: string) => Promise<void>) => {
        await expect(shown.getByText('Commission rose by €50.00, from €50.00 to €100.00.')).toBeVisible();
        const parts = shown.getByRole('list', { name: 'Commission: what changed' }).getByRole('listitem');
        for (const [split, values] of expected) {
            await choosing(split);
            for (const [name, change] of values) await expect(parts.filter({ hasText: name }), split).toContainText(change);
            await expect(parts, split).toHaveCount(4);
        }
    };

    await logIn(page, service.account);
    await page.goto(`/console/reports/change?period=lastMonth&filters=${encodeURIComponent(JSON.stringify({ affiliate: [affiliate.id] }))}`);
    await expectSplits(page, (split) => page.locator('label').filter({ hasText: new RegExp(`^${split}$`) }).click());

    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await signUp(stranger, url as string);
    await stranger.goto('/portal/change?period=lastMonth');
    await expectSplits(stranger, (split) => choose(stranger, 'Split by', split));
});

test('in the portal, links show their numbers and players what they lack', async ({ page, api }) => {
    const { affiliate, link } = await api.affiliate('Lacking Partner', '60');
    const deal = await api.call('POST', '/deals', { name: 'Lacking CPA', terms: { currency: 'EUR', cpa: { amount: '60', minTotalDeposits: '100' } } });
    await api.call('PATCH', `/affiliates/${affiliate.id as string}`, { dealIds: [deal.id] });
    await api.player(link, 'lacks-1', new Date(), '30');
    await api.reported();
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await signUp(page, url as string);
    await page.goto('/portal/links');
    const row = page.getByRole('table', { name: 'Links' }).getByRole('row').nth(1);
    await expect(row).toContainText('Lacking Partner link');
    await expect(row.getByRole('cell').filter({ hasText: /^1$/ })).toHaveCount(3);

    await page.goto('/portal/players');
    const player = page.getByRole('table', { name: 'Players' }).getByRole('row').nth(1);
    await expect(player).toContainText(/Player [0-9a-f]{8}/);
    await expect(player).toContainText('CPA');
    await expect(player).toContainText('70');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
});

test('today’s funnel of an affiliate', async ({ page, api }) => {
    const { affiliate, link } = await api.affiliate('Funnel Partner', '60');
    await api.player(link, 'funnel-1');
    await api.click(link.trackingUrl as string);
    await api.reported();
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await signUp(page, url as string);
    await page.goto('/portal/');
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await expect(page).toHaveURL(/period=today/);
    const main = page.getByRole('main');
    for (const words of [/Clicks\s*2/, /Registrations\s*1/, /First deposits\s*1/, /€60/]) await expect(main).toContainText(words);
});
