import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { logIn, signUp } from './support/people';

test.use({ journey: 'choosing' });

test('Enter takes the first match of a list and does not submit the form', async ({ page, service, api }) => {
    await logIn(page, service.account);
    await page.goto('/console/deals/new');
    await settled(page);
    await page.getByLabel('Name').fill('Germany alone');
    await page.getByLabel('Amount per qualified player').fill('60');
    const countries = page.getByRole('combobox', { name: 'Countries of players' });
    await countries.click();
    await page.keyboard.type('Germ');
    await expect(page.getByRole('listbox', { name: 'Countries of players' }).getByRole('option').first()).toHaveText('Germany (DE)');
    await page.keyboard.press('Enter');
    await expect(countries).toHaveValue('');
    // The list is still open. Without typed text, Enter selects nothing and does not submit the form.
    await page.keyboard.press('Enter');
    await page.keyboard.type('nowhere at all');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/deals\/new/);
    await countries.fill('at');
    await page.keyboard.press('Enter');
    await expect(countries).toHaveValue('');
    // A selected option stays selected.
    await page.keyboard.type('Germ');
    await page.keyboard.press('Enter');
    expect(await api.items('/deals')).toEqual([]);

    await page.getByRole('button', { name: 'Create deal' }).click();
    await expect(page).not.toHaveURL(/\/deals\/new/);
    const deals = await api.items('/deals');
    expect(deals.map((deal) => [deal.name, deal.scope.countries])).toEqual([['Germany alone', ['DE', 'AT']]]);
});

test('Enter takes the first match of a select, also after the server has searched', async ({ page, service, api }) => {
    // One more than the page loads at first.
    for (let at = 1; at <= 201; at++) await api.call('POST', '/affiliates', { name: `Partner ${at}`, email: `partner${at}@example.com`, status: 'approved' });
    await logIn(page, service.account);
    await page.goto('/console/links');
    const filter = page.getByRole('combobox', { name: 'Affiliate' });
    await filter.click();
    await page.keyboard.type('partner 20');
    await expect(page.getByRole('option')).toHaveText(['Partner 20', 'Partner 200', 'Partner 201']);
    await page.keyboard.press('1');
    // Until the answer arrives, Enter selects nothing, especially not the first option of the previous answer.
    await expect(async () => {
        if ((await filter.inputValue()) === 'partner 201') await page.keyboard.press('Enter');
        await expect(filter).toHaveValue('Partner 201', { timeout: 200 });
    }).toPass({ timeout: 60_000 });
    await expect(page).toHaveURL(/affiliateId=/);
});

test('Enter takes the first match in the pickers of reports', async ({ page, service }) => {
    await logIn(page, service.account);
    await page.goto('/console/reports');
    await settled(page);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'Country', exact: true }).click();
    await page.getByRole('combobox', { name: 'Country' }).click();
    await page.keyboard.type('Germ');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Country: Germany (DE)' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.goto('/console/reports');
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByLabel('Search groups').fill('Countr');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Search groups')).toHaveValue('');
    await expect(page.getByRole('region', { name: 'Report settings' }).getByRole('button', { name: 'Country', exact: true })).toBeVisible();
});

test('in the portal Enter takes the first match, except in fields that accept any text', async ({ page, api }) => {
    const { affiliate } = await api.affiliate('Choosing Partner', '10');
    await api.call('POST', '/marketing-sources', { affiliateId: affiliate.id, name: 'Newsletter of spring', type: 'email' });
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await signUp(page, url as string);
    await page.getByRole('link', { name: 'Reports' }).first().click();
    await settled(page);
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.keyboard.type('countr');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/country/);

    await page.getByRole('link', { name: 'Links' }).first().click();
    await page.getByRole('button', { name: 'New link' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'New link' });
    const source = drawer.getByRole('combobox', { name: 'Marketing source' });
    await source.click();
    await page.keyboard.type('News');
    await expect(page.getByRole('option', { name: 'Newsletter of spring' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(source).toHaveValue('News');
    expect(await api.items(`/links?affiliateId=${affiliate.id as string}`)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect(drawer).toBeHidden();
    expect(await api.items(`/links?affiliateId=${affiliate.id as string}`)).toHaveLength(2);
});
