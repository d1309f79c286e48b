import { expect, test } from './support/fixture';
import { copied, enterLogin, logOut, totp } from './support/people';

test.use({ journey: 'login' });

test('the first admin logs in and turns on two-factor authentication', async ({ page, service, guard }) => {
    const { adminEmail, adminPassword } = service.account;

    await test.step('a wrong password is refused, the correct one is accepted', async () => {
        guard.allow(401, /\/auth\/login$/);
        await page.goto('/console/');
        await enterLogin(page, adminEmail, 'not the password');
        await expect(page.getByRole('alert')).toHaveText('Email or password is wrong.');
        await page.getByLabel('Password', { exact: true }).fill(adminPassword);
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });

    let secret = '';
    let recoveryCodes: string[] = [];
    await test.step('two-factor is turned on with a code from the app', async () => {
        await page.getByRole('button', { name: `${adminEmail}: account and appearance` }).click();
        await page.getByRole('menuitem', { name: 'Profile and security' }).click();
        await page.getByRole('button', { name: 'Turn on' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Your password').fill(adminPassword);
        await dialog.getByRole('button', { name: 'Continue' }).click();
        await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
        secret = await copied(page, 'Key, if you cannot scan the code');
        await dialog.getByLabel('Code from the app').fill(totp(secret));
        await dialog.getByRole('button', { name: 'Turn on' }).click();
        recoveryCodes = ((await dialog.getByRole('region', { name: 'Recovery codes' }).textContent()) ?? '').split('\n');
        expect(recoveryCodes).toHaveLength(10);
        await dialog.getByRole('button', { name: 'I have stored them' }).click();
        await expect(page.getByText('10 recovery codes left.')).toBeVisible();
    });

    await test.step('the password alone is no longer enough', async () => {
        await logOut(page, adminEmail);
        await enterLogin(page, adminEmail, adminPassword);
        await expect(page.getByRole('heading', { name: 'Two-factor code' })).toBeVisible();
        // A code of long ago, because codes of neighbouring steps can be equal by chance.
        await page.getByLabel('Code').fill(totp(secret, -1000));
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page.getByText('This code is wrong or has expired.')).toBeVisible();
        // A code works once, and the current one was used to turn on two-factor authentication.
        await page.getByLabel('Code').fill(totp(secret, 1));
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page.getByRole('button', { name: `${adminEmail}: account and appearance` })).toBeVisible();
    });

    await test.step('a recovery code works without the phone, once', async () => {
        await logOut(page, adminEmail);
        for (const lets of [true, false]) {
            await enterLogin(page, adminEmail, adminPassword);
            await page.getByLabel('Code').fill(recoveryCodes[0] ?? '');
            await page.getByRole('button', { name: 'Log in' }).click();
            if (!lets) await expect(page.getByText('This code is wrong or has expired.')).toBeVisible();
            else await logOut(page, adminEmail);
        }
    });
});
