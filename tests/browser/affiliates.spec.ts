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

    await page.goto('/console/affiliates?sort=-click_count');
    const list = page.getByRole('table', { name: 'Affiliates' });
    await expect(list.getByRole('row')).toHaveCount(51);
    await expect(page.getByText('Only this page is sorted.')).toBeVisible();
    await page.getByLabel('Name, email or tag').fill(last.toLowerCase());
    await expect(list.getByRole('row')).toHaveCount(2);
    await expect(list.getByRole('row').last()).toContainText(last);
    await expect(page).toHaveURL(/name=partner/);
    await expect(page.getByText('Only this page is sorted.')).toBeHidden();

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
