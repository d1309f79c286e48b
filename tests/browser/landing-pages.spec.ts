import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { axeFindings } from './support/pages';
import { choose, logIn, signUp } from './support/people';

test.use({ journey: 'landing-pages' });

test('a landing page of the brand is chosen for links, and links follow it', async ({ page, stranger, service, api, guard }) => {
    const { brandId } = service.account;
    guard.allow(400, /^\/api\/v1\/landing-pages$/);
    await api.call('PATCH', `/brands/${brandId}`, { websiteUrl: 'https://casino.example' });
    const affiliate = await api.call('POST', '/affiliates', { name: 'Page Partner', email: 'page@example.com' });
    await logIn(page, service.account);

    await test.step('create one in the settings', async () => {
        await page.goto('/console/settings/landing-pages');
        await expect(page.getByText('No landing pages yet')).toBeVisible();
        await page.getByRole('button', { name: 'New landing page' }).first().click();
        const form = page.getByRole('dialog', { name: 'New landing page' });
        await form.getByLabel('Name').fill('Welcome offer');
        await form.getByLabel('URL').fill('https://elsewhere.example/welcome');
        await form.getByRole('button', { name: 'Create landing page' }).click();
        await expect(form.getByText(/host and port of the brand/)).toBeVisible();
        await form.getByLabel('URL').fill('https://casino.example/welcome');
        await form.getByRole('button', { name: 'Create landing page' }).click();
        await expect(page.getByRole('table', { name: 'Landing pages' })).toContainText('Welcome offer');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
    });

    await test.step('the form of a link offers it', async () => {
        await page.goto('/console/links?create=true');
        const form = page.getByRole('dialog', { name: 'New link' });
        await choose(form, 'Affiliate', 'Page Partner');
        await form.getByRole('combobox', { name: 'Brand' }).click();
        await page.getByRole('listbox', { name: 'Brand' }).getByRole('option').first().click();
        await expect(form.getByRole('combobox', { name: 'Landing page' })).toHaveValue('Welcome offer');
        await expect(form.getByLabel('Destination')).toHaveCount(0);
        await form.getByRole('button', { name: 'Create link' }).click();
        await expect(form).toBeHidden();
    });

    await test.step('links follow a new URL', async () => {
        const [landing] = await api.items('/landing-pages');
        await page.goto('/console/settings/landing-pages');
        await page.getByRole('table', { name: 'Landing pages' }).getByText('Welcome offer').click();
        const form = page.getByRole('dialog', { name: 'Edit landing page' });
        await form.getByLabel('URL').fill('https://casino.example/summer');
        await form.getByRole('button', { name: 'Save' }).click();
        await expect(form).toBeHidden();
        const [link] = await api.items(`/links?landingPageId=${landing?.id as string}`);
        expect(link?.destinationUrl).toBe('https://casino.example/summer');
    });

    await test.step('the portal offers it', async () => {
        const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
        await signUp(stranger, url as string);
        await stranger.goto('/portal/links');
        await stranger.getByRole('button', { name: 'New link' }).first().click();
        const form = stranger.getByRole('dialog');
        await expect(form.getByRole('combobox', { name: 'Landing page' })).toHaveValue('Welcome offer');
        await form.getByRole('button', { name: 'Create link' }).click();
        await expect(form).toBeHidden();
        const made = await api.items(`/links?affiliateId=${affiliate.id as string}`);
        expect(made.map(({ destinationUrl }) => destinationUrl)).toEqual(['https://casino.example/summer', 'https://casino.example/summer']);
    });
});
