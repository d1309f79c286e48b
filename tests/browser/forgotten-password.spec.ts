import { expect, mailbox, mailTest as test } from './support/fixture';
import { enterLogin, forgetSession, logIn } from './support/people';

test.use({ journey: 'forgotten-password' });

const password = 'correct horse battery';
const other = 'staple of another kind';

test('an invited user gets a mail, forgets the password and chooses a new one', async ({ page, stranger, service, guard }) => {
    const email = 'anna@people.example';

    await test.step('the invitation is mailed', async () => {
        await logIn(page, service.account, '/console/settings/users');
        await page.getByRole('button', { name: 'Invite user' }).first().click();
        await expect(page.getByText('The user gets the invitation by mail.')).toBeVisible();
        await page.getByLabel('Email').fill(email);
        await page.getByRole('button', { name: 'Invite', exact: true }).click();
        await expect(page.getByText(`A mail with this link is on its way to ${email}.`)).toBeVisible();
        await page.getByRole('button', { name: 'Done' }).click();
        await stranger.goto(await mailbox.pathInMail(email, 1));
        await stranger.getByLabel('Password', { exact: true }).fill(password);
        await stranger.getByLabel('Repeat password').fill(password);
        await stranger.getByRole('button', { name: 'Set password and continue' }).click();
        await expect(stranger.getByRole('button', { name: `${email}: account and appearance` })).toBeVisible();
        await forgetSession(stranger);
    });

    let reset = '';
    await test.step('a known and an unknown address get the same answer', async () => {
        for (const address of ['nobody@people.example', email]) {
            await stranger.goto('/console/login');
            await stranger.getByRole('link', { name: 'Forgotten your password?' }).click();
            await stranger.getByRole('button', { name: 'Send the link' }).click();
            await expect(stranger.getByText('Enter your email address')).toBeVisible();
            await stranger.getByLabel('Email').fill(address);
            await stranger.getByRole('button', { name: 'Send the link' }).click();
            await expect(stranger.getByRole('heading', { name: 'Check your email' })).toBeVisible();
            await expect(stranger.getByText(`If ${address} belongs to an account`)).toBeVisible();
        }
        reset = await mailbox.pathInMail(email, 2);
    });

    await test.step('the link sets a new password, once', async () => {
        await stranger.goto(reset);
        await expect(stranger.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
        await stranger.getByLabel('Password', { exact: true }).fill(other);
        await stranger.getByLabel('Repeat password').fill(other);
        await stranger.getByRole('button', { name: 'Set password and continue' }).click();
        await expect(stranger.getByRole('button', { name: `${email}: account and appearance` })).toBeVisible();
        await forgetSession(stranger);
        guard.allow(404, /\/auth\/reset$/);
        await stranger.goto(reset);
        await expect(stranger.getByRole('heading', { name: 'Link not valid' })).toBeVisible();
        await stranger.getByRole('link', { name: 'Ask for a new link' }).click();
        await expect(stranger.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
        await stranger.getByRole('link', { name: 'Back to login' }).click();
        await enterLogin(stranger, email, other);
        await expect(stranger.getByRole('button', { name: `${email}: account and appearance` })).toBeVisible();
    });
});
