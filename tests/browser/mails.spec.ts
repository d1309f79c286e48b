import { expect, mailbox, mailTest as test } from './support/fixture';
import { signUp } from './support/people';

test.use({ journey: 'mails' });

const password = 'correct horse battery';

test('an affiliate chooses its mails, unsubscribes by a link and changes its address', async ({ page, stranger, api, guard }) => {
    const email = 'anna@people.example';
    const next = 'anna@elsewhere.example';
    const deal = await api.call('POST', '/deals', { name: 'CPL', terms: { currency: 'EUR', cpl: { amount: '5' } } });
    const affiliate = await api.call('POST', '/affiliates', { name: 'Anna', email, dealIds: [deal.id] });
    await api.byAdmin('POST', '/users', { email, role: 'affiliate', affiliateId: affiliate.id });
    await signUp(page, await mailbox.pathInMail(email, 1));

    await test.step('the profile offers the topics of an affiliate, and stores a choice at once', async () => {
        await page.goto('/portal/profile');
        const mails = page.getByRole('region', { name: 'Mails' });
        for (const topic of ['Statements', 'Weekly digest', 'Postbacks and webhooks']) await expect(mails.getByRole('switch', { name: topic })).toBeChecked();
        await expect(mails.getByRole('switch', { name: 'Alarms' })).toHaveCount(0);
        await mails.getByRole('switch', { name: 'Weekly digest' }).press('Space');
        await expect(mails.getByRole('switch', { name: 'Weekly digest' })).not.toBeChecked();
        await page.reload();
        await expect(mails.getByRole('switch', { name: 'Weekly digest' })).not.toBeChecked();
        await expect(mails.getByRole('switch', { name: 'Statements' })).toBeChecked();
    });

    await test.step('the link below a mail asks, and unsubscribes without a log-in', async () => {
        const link = await api.call('POST', '/links', { affiliateId: affiliate.id, brandId: api.account.brandId, destinationUrl: 'https://brand.example/' });
        const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 10)).toISOString();
        await api.event('registration', 'player-1', { event_time: month, click_id: await api.click(`${api.url}/api/v1/track/click/${link.linkId as string}`) });
        await api.call('POST', '/statements/close', { period: month.slice(0, 7), affiliateId: affiliate.id });
        await stranger.goto(await mailbox.pathInMail(email, 2, '/unsubscribe'));
        await expect(stranger.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
        await page.reload();
        await expect(page.getByRole('switch', { name: 'Statements' })).toBeChecked();
        await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
        await expect(stranger.getByText('You no longer get mails about statements.')).toBeVisible();
        await page.reload();
        await expect(page.getByRole('switch', { name: 'Statements' })).not.toBeChecked();
        guard.allow(404, /\/auth\/unsubscribe/);
        await stranger.goto('/portal/unsubscribe?token=x');
        await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
        await expect(stranger.getByRole('heading', { name: 'Link not valid' })).toBeVisible();
    });

    await test.step('a new address is confirmed by both', async () => {
        const address = page.getByRole('region', { name: 'Email address' });
        await address.getByLabel('New email').fill(next);
        await address.getByRole('button', { name: 'Send the links' }).click();
        await expect(address.getByText('Enter your password')).toBeVisible();
        guard.allow(400, /\/auth\/address$/);
        await address.getByLabel('Your password').fill('not the password');
        await address.getByRole('button', { name: 'Send the links' }).click();
        await expect(address.getByText('is not the password of this account')).toBeVisible();
        await address.getByLabel('Your password').fill(password);
        await address.getByRole('button', { name: 'Send the links' }).click();
        await expect(address.getByText(`Your address changes from ${email} to ${next}.`)).toBeVisible();
        await stranger.goto(await mailbox.pathInMail(next, 1));
        await stranger.getByRole('button', { name: 'Confirm the change' }).click();
        await expect(stranger.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
        await page.goto(await mailbox.pathInMail(email, 3));
        await page.getByRole('button', { name: 'Confirm the change' }).click();
        await expect(page.getByText(`From now on you log in with ${next}.`)).toBeVisible();
        await page.getByRole('link', { name: 'Go to your profile' }).click();
        await expect(page.getByText(`You log in as ${next}.`)).toBeVisible();
        guard.allow(404, /\/auth\/confirm-address$/);
        await stranger.goto(await mailbox.pathInMail(next, 1));
        await stranger.getByRole('button', { name: 'Confirm the change' }).click();
        await expect(stranger.getByRole('heading', { name: 'Link not valid' })).toBeVisible();
    });
});
