import type { Page } from '@playwright/test';
import { expect, test } from './support/fixture';
import { told } from './support/guard';
import { copied, enterLogin, totp } from './support/people';

test.use({ journey: 'second-factor' });

const setUpTitle = 'Set up two-factor authentication';

async function setUp(page: Page, password: string): Promise<void> {
    await expect(page.getByRole('heading', { level: 1, name: setUpTitle })).toBeVisible();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code from the app').fill(totp(await copied(page, 'Key, if you cannot scan the code')));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('region', { name: 'Recovery codes' })).toBeVisible();
    await page.getByRole('button', { name: 'I have stored them' }).click();
}

test('a user whose role requires it sets up two-factor authentication before anything else', async ({ page, service, api }) => {
    const { adminEmail, adminPassword } = service.account;
    expect((await api.send('PATCH', '/operator', { requireSecondFactor: ['admin', 'affiliate'] })).status).toBe(200);

    await test.step('the console shows only the set-up', async () => {
        await page.goto('/console/');
        await enterLogin(page, adminEmail, adminPassword);
        await expect(page.getByRole('heading', { level: 1, name: setUpTitle })).toBeVisible();
        await page.goto('/console/affiliates');
        await expect(page.getByRole('link', { name: 'Affiliates' })).toHaveCount(0);
        await setUp(page, adminPassword);
        await expect(page.getByRole('button', { name: `${adminEmail}: account and appearance` })).toBeVisible();
    });

    await test.step('it cannot be turned off', async () => {
        await page.goto('/console/profile');
        await expect(page.getByText('Your role requires two-factor authentication, so it cannot be turned off.')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
    });

    await test.step('an admin chooses the roles in the settings', async () => {
        await page.goto('/console/settings');
        await expect(page.getByRole('checkbox', { name: 'Admin' })).toBeChecked();
        await page.getByRole('checkbox', { name: 'Manager' }).press('Space');
        await page.getByRole('button', { name: 'Save' }).click();
        await told(page, 'Settings saved.');
        const { requireSecondFactor } = await api.call('GET', '/operator');
        expect([...requireSecondFactor].sort()).toEqual(['admin', 'affiliate', 'manager']);
    });

    await test.step('the log-in is in the audit log', async () => {
        await page.goto('/console/settings/audit-log?action=user.logIn');
        await expect(page.getByText('Logged in as user').first()).toBeVisible();
    });
});
