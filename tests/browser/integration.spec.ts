import { expect, test } from './support/fixture';
import { logIn } from './support/people';

test.use({ journey: 'integration' });

test('an event is checked without being stored, and a refused one is listed', async ({ page, service, api, guard }) => {
    guard.allow(400, /\/events$/);
    guard.allow(401, /\/events$/);
    await logIn(page, service.account);
    await page.goto('/console/settings/integration');
    await expect(page.getByText('Nothing was refused')).toBeVisible();
    const key = page.locator('input[type=password]');
    const body = page.getByRole('textbox', { name: 'Event' });
    const check = page.getByRole('button', { name: 'Check' });

    // The example names a brand of the operator.
    await expect(body).toHaveValue(new RegExp(service.account.brandId));
    await key.fill(service.account.apiKey);
    await check.click();
    await expect(page.getByText('deposit_4711 would be accepted')).toBeVisible();
    expect(((await (await api.send('GET', '/events')).json()) as { items: unknown[] }).items).toEqual([]);

    await body.fill((await body.inputValue()).replace('first_deposit', 'jackpot'));
    await check.click();
    const refused = page.getByRole('alert').filter({ hasText: 'would be refused' });
    await expect(refused).toContainText('/event_type must be one of registration, first_deposit');
    const row = page.getByRole('table', { name: 'Refused requests' }).getByRole('row').filter({ hasText: 'deposit_4711' });
    await expect(row).toContainText('(dry run)');
    await expect(row).toContainText('/event_type must be one of');

    // An unknown key is refused and does not end the session.
    await key.fill('fairlead_' + '0'.repeat(64));
    await check.click();
    await expect(page.getByText('The request is refused with 401')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Integration' })).toBeVisible();
});

test('the examples of the documentation change their language', async ({ page }) => {
    await page.goto('/docs#createAffiliate');
    const section = page.locator('section#createAffiliate');
    await expect(section).toContainText('curl ');
    await section.getByRole('combobox', { name: 'Language of the example' }).selectOption('python');
    await expect(section).toContainText('client.create_affiliate(');
    await page.reload();
    await expect(page.locator('section#createAffiliate')).toContainText('client.create_affiliate(');
});
