import { expect, test } from './support/fixture';
import { logIn } from './support/people';

test.use({ journey: 'without-mail' });

test('a service without a mail server says so', async ({ page, stranger, service, guard }) => {
    guard.allow(409, /\/auth\/forgotten-password$/);
    await stranger.goto('/portal/forgotten');
    await stranger.getByLabel('Email').fill(service.account.adminEmail);
    await stranger.getByRole('button', { name: 'Send the link' }).click();
    await expect(stranger.getByRole('alert')).toHaveText('This service sends no email. Ask an admin for a link to choose a new password.');
    await logIn(page, service.account, '/console/settings/users');
    await page.getByRole('button', { name: 'Invite user' }).first().click();
    await expect(page.getByText('This service has no mail server, so it sends no mail.')).toBeVisible();
    await page.goto('/console/settings');
    await expect(page.getByText('Mail is not set up')).toBeVisible();
    await page.goto('/console/profile');
    await expect(page.getByRole('region', { name: 'Mails' }).getByText('This service has no mail server')).toBeVisible();
});
