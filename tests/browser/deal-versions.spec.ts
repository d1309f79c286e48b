import type { Page } from '@playwright/test';
import { expect, test } from './support/fixture';
import type { Api, Json } from './support/api';
import { settled, told } from './support/guard';
import { axeFindings, fitsTheWidth, phone } from './support/pages';
import { logIn, signUp } from './support/people';

test.use({ journey: 'deal-versions' });

const nextYear = new Date().getUTCFullYear() + 1;
const start = { date: `${nextYear}-12-01`, words: `1 Dec ${nextYear}` };
const revShare = (rate: string) => ({ currency: 'EUR', revShare: { rate } });

// A deal that pays 25 % today and 27 % from a day of next year. Its other parts stay.
async function raised(api: Api, name: string, more: Json = {}, otherParts: Json = {}): Promise<Json> {
    const deal = await api.call('POST', '/deals', { name, terms: { ...revShare('25'), ...otherParts }, ...more });
    return await api.call('PATCH', `/deals/${deal.id}`, { terms: { ...revShare('27'), ...otherParts }, effectiveFrom: start.date });
}

const rowOf = (page: Page, table: string, name: string) => page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: name });

test('upcoming terms are shown beside those in force', async ({ page, service, api }) => {
    const deal = await raised(api, 'Raised');
    const affiliate = await api.call('POST', '/affiliates', { name: 'Streamer Max', email: 'max@example.com', dealIds: [deal.id] });
    await logIn(page, service.account);

    await page.goto('/console/deals');
    const listed = rowOf(page, 'Deals', 'Raised');
    await expect(listed).toContainText(/25\s%\sof NGR/);
    await expect(listed).toContainText(new RegExp(`from ${start.words}: 27\\s% of NGR`));

    await listed.getByRole('link', { name: 'Raised' }).click();
    const header = page.locator('main header').first();
    await expect(header).toContainText(new RegExp(`25\\s% of NGRfrom ${start.words}: 27\\s% of NGR`));
    const today = page.getByRole('region', { name: 'In force today' });
    await expect(today).toContainText(/25\s%/);
    await expect(today).not.toContainText(/27\s%/);
    await expect(page.getByText('Version 1, from the beginning')).toBeVisible();
    const upcoming = page.getByRole('region', { name: `From ${start.words}: version 2` });
    await expect(upcoming).toContainText(/25\s%\s→\s27\s%/);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);

    await page.goto(`/console/affiliates/${affiliate.id}?tab=deals`);
    const assigned = rowOf(page, 'Deals of this affiliate', 'Raised');
    await expect(assigned).toContainText(new RegExp(`25\\s% of NGRfrom ${start.words}: 27\\s% of NGR`));
});

test('the affiliate sees upcoming terms', async ({ stranger, api }) => {
    const deal = await raised(api, 'Seen', { tierPool: 'VIP' }, { cpa: { amount: '50' } });
    const later = await api.call('POST', '/deals', { name: 'Later', terms: revShare('40'), effectiveFrom: start.date });
    const affiliate = await api.call('POST', '/affiliates', { name: 'Reader', email: 'reader@example.com', status: 'approved', dealIds: [deal.id, later.id] });
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await signUp(stranger, url as string);
    await stranger.getByRole('link', { name: 'My deal' }).first().click();

    const seen = stranger.getByRole('region', { name: 'Seen', exact: true });
    await expect(seen).toContainText(/You earn 25\s% of the net gaming revenue/);
    await expect(seen).toContainText('Tiers count together with the other deals of the pool “VIP”.');
    const upcoming = seen.getByRole('region', { name: `From ${start.words}` });
    await expect(upcoming).toContainText('These terms are for players who register from that day on. Your other players keep theirs.');
    await expect(upcoming).toContainText(/You earn 27\s% of the net gaming revenue/);
    await expect(upcoming).toContainText('Unchanged: Per qualified player (CPA).');
    await expect(upcoming).not.toContainText('for each player who qualifies');
    const starting = stranger.getByRole('region', { name: 'Later', exact: true });
    await expect(starting).toContainText(`In force from ${start.words}.`);
    await expect(starting).toContainText(/You earn 40\s%/);
    await settled(stranger);
    expect(await axeFindings(stranger)).toEqual([]);
    await stranger.setViewportSize(phone);
    await settled(stranger);
    await fitsTheWidth(stranger, 'My deal');
});

test('a correction of upcoming terms keeps their first day', async ({ page, service, api }) => {
    const deal = await raised(api, 'Corrected');
    await logIn(page, service.account);
    await page.goto(`/console/deals/${deal.id}?tab=edit`);
    await expect(page.getByText(`These are the terms of version 2, which starts on ${start.words}. Version 1 is in force today.`)).toBeVisible();
    await page.getByRole('textbox', { name: 'Share of net gaming revenue' }).fill('28');
    await expect(page.getByLabel('New terms in force from')).toHaveValue(start.date);
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save as a new version' }).click();
    await told(page, 'Version 3 of deal Corrected saved.');
    const saved = await api.call('GET', `/deals/${deal.id}`);
    expect([saved.inForce.terms.revShare.rate, saved.upcoming.map((version: Json) => [version.effectiveFrom, version.terms.revShare.rate])]).toEqual(['25', [[start.date, '28']]]);
});

test('upcoming terms can be withdrawn', async ({ page, service, api }) => {
    const deal = await raised(api, 'Withdrawn');
    await logIn(page, service.account);
    await page.goto(`/console/deals/${deal.id}?tab=versions`);
    const first = page.getByRole('article', { name: 'Version 1' });
    const second = page.getByRole('article', { name: 'Version 2' });
    await expect(second).toContainText('Upcoming');
    await expect(first.getByRole('button')).toHaveCount(0);
    await second.getByRole('button', { name: 'Withdraw version 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw version 2?' });
    await expect(dialog).toContainText(`Version 2 will not start on ${start.words}`);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await api.call('GET', `/deals/${deal.id}`)).upcoming).toHaveLength(1);

    await second.getByRole('button', { name: 'Withdraw version 2' }).click();
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await told(page, 'Version 2 of deal Withdrawn withdrawn.');
    await expect(second.getByText('Withdrawn', { exact: true })).toBeVisible();
    await expect(second).toContainText(`Planned for ${start.words}`);
    await expect(second.getByRole('button')).toHaveCount(0);
    await expect(page.locator('main header').first()).not.toContainText('27');
    const after = await api.call('GET', `/deals/${deal.id}`);
    expect([after.version, after.upcoming]).toEqual([1, []]);

    await page.goto(`/console/settings/audit-log?subject=deal/${deal.id}`);
    await expect(page.getByRole('main')).toContainText('Withdrew a version of deal Withdrawn');
});

test('upcoming terms that are changed again before their start are shown as replaced', async ({ page, service, api }) => {
    const deal = await raised(api, 'Raised twice');
    await api.call('PATCH', `/deals/${deal.id}`, { terms: revShare('28'), effectiveFrom: start.date });
    await logIn(page, service.account);
    await page.goto(`/console/deals/${deal.id}?tab=versions`);
    const second = page.getByRole('article', { name: 'Version 2' });
    await expect(second).toContainText('Replaced before its start');
    await expect(second).toContainText(`Planned for ${start.words}`);
    const third = page.getByRole('article', { name: 'Version 3' });
    await expect(third).toContainText('Upcoming');
    await expect(third).toContainText(`In force from ${start.words}`);
});

test('terms are changed from next month on with one button', async ({ page, service, api }) => {
    const deal = await api.call('POST', '/deals', { name: 'Next month', terms: revShare('25') });
    const now = new Date();
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    const first = day.toISOString().slice(0, 10);
    // Pages name the year only if it is not the current one.
    const year = day.getUTCFullYear() === now.getUTCFullYear() ? undefined : 'numeric';
    const words = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year, timeZone: 'UTC' }).format(day);
    await logIn(page, service.account);
    await page.goto(`/console/deals/${deal.id}?tab=edit`);
    await page.getByRole('textbox', { name: 'Share of net gaming revenue' }).fill('26');
    await page.getByRole('button', { name: /^From next month/ }).click();
    await expect(page.getByLabel('New terms in force from')).toHaveValue(first);
    await expect(page.getByRole('button', { name: /^From next month/ })).toBeHidden();

    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save as a new version' }).click();
    await told(page, 'Version 2 of deal Next month saved.');
    await expect(page.locator('main header').first()).toContainText(new RegExp(`25\\s% of NGRfrom ${words}: 26\\s% of NGR`));
    await expect(page.getByRole('article', { name: 'Version 2' })).toContainText('Upcoming');
    const saved = await api.call('GET', `/deals/${deal.id}`);
    expect([saved.inForce.terms.revShare.rate, saved.upcoming.map((version: Json) => [version.effectiveFrom, version.terms.revShare.rate])]).toEqual(['25', [[first, '26']]]);
});
