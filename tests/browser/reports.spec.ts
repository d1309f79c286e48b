import { expect, test } from './support/fixture';
import { copied, logIn } from './support/people';

test.use({ journey: 'reports' });

test('a saved report has an address that answers until it is switched off', async ({ page, service, api }) => {
    const { link } = await api.affiliate('Report Partner', '75');
    await api.player(link, 'player-report-1');
    await logIn(page, service.account);

    await page.getByRole('navigation').first().getByRole('link', { name: 'Reports' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this report' });
    await dialog.getByLabel('Name').fill('Month at a glance');
    await dialog.getByRole('button', { name: 'Save the report' }).click();
    const address = await copied(page, 'API URL');
    expect(address).toContain('/api/v1/reports/');

    const read = await fetch(address);
    expect(read.status).toBe(200);
    expect(read.headers.get('content-type')).toContain('text/csv');
    const lines = (await read.text()).trim().split(/\r?\n/);
    expect(lines.length).toBeGreaterThanOrEqual(2);

    await page.goto('/console/reports/saved');
    await page.getByRole('button', { name: 'Manage Month at a glance' }).click();
    const works = page.getByRole('switch', { name: 'The address works' });
    await expect(works).toBeChecked();
    await works.press('Space');
    await expect(works).not.toBeChecked();
    await expect.poll(async () => (await fetch(address)).status).toBe(401);
});
