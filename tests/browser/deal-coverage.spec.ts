import type { Page } from '@playwright/test';
import { expect, test } from './support/fixture';
import type { Api, Json } from './support/api';
import { settled, told } from './support/guard';
import { axeFindings } from './support/pages';
import { choose, logIn } from './support/people';

test.use({ journey: 'deal-coverage' });

const elsewhere = 'from countries other than Austria and Germany earn';
const rows = (page: Page) => page.getByRole('table', { name: 'Deals of this affiliate' }).locator('tbody').getByRole('row');

// A default deal for all players, and a deal for two countries. All tests share them.
async function deals(api: Api): Promise<{ standard: Json; german: Json }> {
    const known = await api.items('/deals');
    const make = async (name: string, members: Json): Promise<Json> =>
        known.find((deal) => deal.name === name) ?? (await api.call('POST', '/deals', { name, terms: { currency: 'EUR', revShare: { rate: '25' } }, ...members }));
    return { standard: await make('Standard', { isDefault: true }), german: await make('German', { scope: { countries: ['DE', 'AT'] } }) };
}

const affiliate = (api: Api, name: string, dealIds: string[] = []): Promise<Json> =>
    api.call('POST', '/affiliates', { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`, dealIds });

const dealsOf = async (api: Api, { id }: Json): Promise<string[]> => (await api.call('GET', `/affiliates/${id}`)).dealIds as string[];

test('the tab says which players earn nothing and adds the default deal with one click', async ({ page, service, api }) => {
    const { standard, german } = await deals(api);
    const max = await affiliate(api, 'Streamer Max', [german.id]);
    await logIn(page, service.account);
    await page.goto(`/console/affiliates/${max.id}?tab=deals`);
    const notice = page.getByRole('alert').filter({ hasText: elsewhere });
    await expect(notice).toContainText(`New players ${elsewhere} this affiliate nothing.`);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);

    await notice.getByRole('button', { name: 'Add the default deal' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(notice).toBeHidden();
    expect(await dealsOf(api, max)).toEqual([german.id, standard.id]);

    await page.getByRole('button', { name: 'Remove Standard' }).click();
    await expect(page.getByRole('dialog')).toContainText(`New players ${elsewhere} this affiliate nothing.`);
});

test('the dialog to assign a deal says which players earn nothing and offers the default deal', async ({ page, service, api }) => {
    const { standard, german } = await deals(api);
    const plain = await affiliate(api, 'Plain Blog');
    await logIn(page, service.account);
    await page.goto(`/console/affiliates/${plain.id}?tab=deals`);
    await expect(page.getByText('The default deal applies: Standard')).toBeVisible();
    await page.getByRole('button', { name: 'Assign deal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign deal' });
    await choose(dialog, 'Deal', 'German');
    await expect(dialog.getByRole('alert')).toContainText(`New players ${elsewhere} this affiliate nothing.`);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Assign Standard too').check();
    await dialog.getByRole('button', { name: 'Assign deal' }).click();
    await expect(rows(page)).toHaveCount(2);
    expect(await dealsOf(api, plain)).toEqual([german.id, standard.id]);
});

test('a deal that somebody else assigns while the dialog is open is kept', async ({ page, service, api }) => {
    const { standard, german } = await deals(api);
    const theirs = await api.call('POST', '/deals', { name: 'Theirs', terms: { currency: 'EUR', cpa: { amount: '10' } } });
    const shared = await affiliate(api, 'Shared Care', [standard.id]);
    await logIn(page, service.account, `/console/affiliates/${shared.id}?tab=deals`);
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Assign deal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign deal' });
    await choose(dialog, 'Deal', 'German');
    await api.call('PATCH', `/affiliates/${shared.id}`, { dealIds: [standard.id, theirs.id] });
    await dialog.getByRole('button', { name: 'Assign deal' }).click();
    await told(page, 'Deal German assigned. Somebody else also changed the deals of this affiliate: Theirs assigned.');
    await expect(rows(page)).toHaveCount(3);
    expect(await dealsOf(api, shared)).toEqual([standard.id, theirs.id, german.id]);
});

test('the form of a new affiliate says which players earn nothing', async ({ page, service, api }) => {
    const { standard, german } = await deals(api);
    await logIn(page, service.account);
    await page.goto('/console/affiliates/new');
    await page.getByRole('link', { name: 'the short form' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Newcomer');
    await form.getByLabel('Email').fill('newcomer@example.com');
    await choose(form, 'Deals', 'German');
    await page.keyboard.press('Tab');
    const notice = form.getByRole('alert').filter({ hasText: elsewhere });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Add the default deal' }).click();
    await expect(notice).toBeHidden();
    await form.getByRole('button', { name: 'Create affiliate' }).click();
    await told(page, 'Affiliate Newcomer created.');
    const [made] = await api.items('/affiliates?name=Newcomer');
    expect(made?.dealIds).toEqual([german.id, standard.id]);
});

test('the portal says which players earn nothing', async ({ page, api }) => {
    const { standard, german } = await deals(api);
    const portal = await affiliate(api, 'Portal Guest', [german.id]);
    const { url } = await api.byAdmin('POST', `/affiliates/${portal.id}/invite`);
    await page.goto(url as string);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByLabel('Repeat password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.getByRole('link', { name: 'My deal' }).first().click();
    await expect(page.getByRole('alert')).toContainText(`New players ${elsewhere} you nothing.`);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);

    await api.call('PATCH', `/affiliates/${portal.id}`, { dealIds: [german.id, standard.id] });
    await page.reload();
    await expect(page.getByRole('region', { name: 'Standard' })).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
});
