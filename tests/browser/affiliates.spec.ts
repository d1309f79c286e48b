import { expect, test } from './support/fixture';
import { settled, told } from './support/guard';
import { axeFindings } from './support/pages';
import { choose, logIn, searchFor } from './support/people';

test.use({ journey: 'affiliates' });

// One more than the pages load at first.
const many = 201;
const last = `Partner ${many}`;

test('an affiliate is found and chosen among more than a page loads', async ({ page, service, api }) => {
    for (let at = 1; at <= many; at++) await api.call('POST', '/affiliates', { name: `Partner ${at}`, email: `partner${at}@example.com`, status: 'approved' });
    await logIn(page, service.account);

    // The newest affiliate is the only one with a click, so it is on the first page only if the server sorts all of them.
    const { link } = await api.affiliate('Clicked Partner', '10');
    await api.click(link.trackingUrl as string);
    await api.reported();
    await page.goto('/console/affiliates?sort=-click_count');
    const list = page.getByRole('table', { name: 'Affiliates' });
    await expect(list.getByRole('row')).toHaveCount(51);
    await expect(list.getByRole('row').nth(1)).toContainText('Clicked Partner');
    await list.getByRole('button', { name: 'Affiliate' }).click();
    await expect(page).toHaveURL(/sort=-name/);
    await expect(list.getByRole('row').nth(1)).toContainText('Partner 99');

    await page.getByRole('button', { name: 'Options of the table Affiliates' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Save all pages (CSV)' }).click()]);
    const saved = await (await download.createReadStream()).toArray().then((chunks) => Buffer.concat(chunks as Buffer[]).toString());
    const rows = saved.trim().split('\r\n');
    expect(rows[0]).toBe('affiliate,affiliateId,email,status,click_count,registration_count,ftd_count,ngr,total_reward,tags,accountManager');
    expect(rows.filter((row) => row.startsWith('Partner '))).toHaveLength(many);
    expect(rows[1]).toMatch(/^Partner 99,/);

    await page.getByLabel('Name, email or tag').fill(last.toLowerCase());
    await expect(list.getByRole('row')).toHaveCount(2);
    await expect(list.getByRole('row').last()).toContainText(last);
    await expect(page).toHaveURL(/name=partner/);

    await page.goto('/console/links');
    const filter = page.getByRole('combobox', { name: 'Affiliate' });
    await filter.click();
    await expect(filter).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('option').first()).toBeVisible();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await filter.fill(last);
    await page.getByRole('option', { name: last, exact: true }).click();
    await expect(page).toHaveURL(/affiliateId=/);

    await page.reload();
    await expect(filter).toHaveValue(last);
});

test('affiliates have tags and an account manager, which the list filters and the search finds', async ({ page, service, api }) => {
    await api.byAdmin('POST', '/users', { email: 'helen@people.example', role: 'manager' });
    const { affiliate } = await api.affiliate('Tagged Harbour', '10');
    await logIn(page, service.account, `/console/affiliates/${affiliate.id as string}`);

    await test.step('set on its page, by keyboard', async () => {
        await page.getByRole('button', { name: 'Edit' }).click();
        const drawer = page.getByRole('dialog', { name: 'Edit Tagged Harbour' });
        const tags = drawer.getByRole('combobox', { name: 'Tags' }).or(drawer.getByRole('textbox', { name: 'Tags' })).first();
        await tags.fill('Streamer');
        await tags.press('Enter');
        await tags.fill('night owl');
        await tags.press('Enter');
        await choose(drawer, 'Account manager', 'helen@people.example');
        await drawer.getByRole('button', { name: 'Save' }).click();
        await told(page, 'Affiliate Tagged Harbour saved.');
        await expect(page.getByRole('main')).toContainText('Streamer');
        await expect(page.getByRole('main')).toContainText('helen@people.example');
        const saved = await api.call('GET', `/affiliates/${affiliate.id as string}`);
        expect(saved.tags).toEqual(['Streamer', 'night owl']);
    });

    await test.step('filtered in the list', async () => {
        await page.goto('/console/affiliates');
        const list = page.getByRole('table', { name: 'Affiliates' });
        await choose(page, 'Tag', 'Streamer');
        await expect(list.getByRole('row')).toHaveCount(2);
        await expect(list.getByRole('row').last()).toContainText('Tagged Harbour');
        await expect(page).toHaveURL(/tag=Streamer/);
        await page.getByRole('button', { name: 'Clear', exact: true }).click();
        await choose(page, 'Account manager', 'helen@people.example');
        await expect(list.getByRole('row')).toHaveCount(2);
        await choose(page, 'Account manager', 'Nobody');
        await expect(list).not.toContainText('Tagged Harbour');
        await expect(list).toContainText('Partner 1');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
    });

    await test.step('found by the search box', async () => {
        await searchFor(page, 'night owl');
        await expect(page.getByRole('option', { name: /Tagged Harbour/ })).toBeVisible();
    });
});

test('without the analytics store the list has affiliates without figures, on all pages', async ({ page, service, guard }) => {
    guard.allow(503, /\/reports\/affiliates$/);
    const down = { type: 'about:blank', title: 'The analytics store is not available', status: 503, detail: 'the analytics store is being rebuilt', code: 'facts_failed' };
    const results = '**/api/v1/reports/affiliates';
    await page.route(results, (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: down }));
    await logIn(page, service.account, '/console/affiliates?sort=-click_count');
    const list = page.getByRole('table', { name: 'Affiliates' });
    const names = list.locator('td[data-first]');
    const clicks = list.locator('td[data-label="Clicks"]');
    const note = page.getByRole('alert').filter({ hasText: 'Figures are not available' });

    await test.step('the rows are in the order of creation', async () => {
        await expect(note).toBeVisible();
        await expect(names).toHaveCount(50);
        await expect(names.first()).toContainText('partner1@example.com');
        await expect(clicks.first()).toHaveText('–');
        await expect(list.getByRole('columnheader', { name: 'Clicks' })).not.toHaveAttribute('aria-sort');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
    });

    await test.step('the next page follows, and filters work', async () => {
        await page.getByRole('button', { name: 'Next', exact: true }).click();
        await expect(names.first()).toContainText('partner51@example.com');
        await expect(page).toHaveURL(/cursor=[0-9a-f]+-/);
        await page.getByLabel('Name, email or tag').fill('partner77@example.com');
        await expect(names).toHaveCount(1);
        await page.getByRole('button', { name: 'Clear', exact: true }).click();
        await expect(names).toHaveCount(50);
    });

    await test.step('a file without figures is not saved', async () => {
        await page.getByRole('button', { name: 'Options of the table Affiliates' }).click();
        await page.getByRole('menuitem', { name: 'Save all pages (CSV)' }).click();
        await told(page, 'The list was not saved');
        await page.keyboard.press('Escape');
    });

    await test.step('the figures are back as soon as the store answers', async () => {
        await page.getByRole('button', { name: 'Next', exact: true }).click();
        await expect(names.first()).toContainText('partner51@example.com');
        await page.unroute(results);
        await note.getByRole('button', { name: 'Try again' }).click();
        await expect(note).toHaveCount(0);
        await expect(names.first()).toContainText('Clicked Partner');
        await expect(clicks.first()).toHaveText('1');
    });
});
