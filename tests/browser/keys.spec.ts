import { expect, test } from './support/fixture';
import { copied, logIn } from './support/people';

test.use({ journey: 'keys' });

test('an API key is shown once, works, and is refused after it is turned off', async ({ page, service, api }) => {
    await logIn(page, service.account);
    await page.goto('/console/settings/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New API key' });
    await form.getByLabel('Name').fill('Player platform');
    await expect(form.getByRole('checkbox', { name: 'Events' })).toBeChecked();
    await expect(form.getByRole('checkbox', { name: 'Full access' })).not.toBeChecked();
    await form.getByRole('checkbox', { name: 'Reports' }).press('Space');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await copied(page, 'API key');
    expect(key).toMatch(/_[0-9a-f]{64}$/);
    await page.getByRole('button', { name: 'I have copied it' }).click();

    const program = api.withKey(key);
    expect((await program.send('GET', '/health')).status).toBe(200);
    expect((await program.send('GET', '/operator')).status).toBe(403);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Player platform' });
    await expect(row).toContainText('Events, Reports');
    expect(await page.content()).not.toContain(key);

    const toggle = page.getByRole('switch', { name: 'Player platform is active' });
    await expect(toggle).toBeChecked();
    await toggle.press('Space');
    await page.getByRole('dialog', { name: 'Turn off this API key?' }).getByRole('button', { name: 'Turn off' }).click();
    await expect(toggle).not.toBeChecked();
    await expect.poll(async () => (await program.send('GET', '/health')).status).toBe(401);
});
