import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './support/fixture';
import { copied, logIn } from './support/people';

test.use({ journey: 'schedules' });

// A receiver on this machine that notes the files that it gets.
async function openReceiver(): Promise<{ url: string; types: string[]; close: () => void }> {
    const types: string[] = [];
    const server: Server = createServer((request, response) => {
        types.push(request.headers['content-type'] ?? '');
        request.resume();
        response.end('ok');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const close = () => {
        server.closeAllConnections();
        server.close();
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, types, close };
}

test('a saved report is sent to a URL, paused, resumed and deleted', async ({ page, service, api, guard }) => {
    const receiver = await openReceiver();
    await api.call('POST', '/report-presets', { name: 'By brand', groupKeys: ['brand'], metrics: ['click_count'] });
    await logIn(page, service.account);
    await page.goto('/console/reports/saved');
    guard.allow(500, /\/report-schedules$/);
    const broken = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'The list cannot be read.' };
    await page.route('**/api/v1/report-schedules?*', (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', json: broken }), { times: 1 });
    await page.getByRole('button', { name: 'Manage By brand' }).click();
    const schedules = page.getByRole('region', { name: 'Schedules' });
    await schedules.getByRole('button', { name: 'Try again' }).click();
    await expect(schedules).toContainText('Nobody gets this report regularly');
    await schedules.getByRole('button', { name: 'New schedule' }).click();
    const form = page.getByRole('dialog', { name: 'New schedule' });
    await expect(form.getByText('This service has no mail server')).toBeVisible();
    await form.getByLabel('How often').click();
    await page.getByRole('option', { name: 'Weekly' }).click();
    await form.getByText('A URL', { exact: true }).click();
    guard.allow(400, /\/report-schedules$/);
    await form.getByRole('textbox', { name: 'URL' }).fill('ftp://backend.example/');
    await form.getByRole('button', { name: 'Create schedule' }).click();
    await expect(form.getByText(/http/).last()).toBeVisible();
    await form.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/reports`);
    await form.getByRole('checkbox', { name: 'CSV' }).check();
    await form.getByRole('button', { name: 'Create schedule' }).click();
    expect(await copied(page, 'Secret')).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();

    const card = schedules.getByRole('region', { name: /^Weekly at 06:00 to 127\.0\.0\.1/ });
    await expect(card).toContainText('Not sent yet');
    guard.allow(503, /\/send$/);
    await expect(async () => {
        await card.getByRole('button', { name: 'Send now' }).click();
        await expect(card).toContainText('Last sent', { timeout: 4000 });
    }).toPass();
    await expect(card).toContainText('Delivered');
    expect(receiver.types.some((type) => type.startsWith('text/csv'))).toBe(true);
    expect(receiver.types.some((type) => type.includes('spreadsheetml'))).toBe(true);

    await card.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog', { name: 'Create a new secret?' }).getByRole('button', { name: 'New secret' }).click();
    expect(await copied(page, 'Secret')).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await card.getByRole('button', { name: 'Pause' }).click();
    await expect(card).toContainText('Paused');
    await card.getByRole('button', { name: 'Resume' }).click();
    await expect(card).toContainText('Active');
    await card.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit schedule' });
    await edit.getByLabel('Time').click();
    await page.getByRole('option', { name: '09:00' }).click();
    await edit.getByRole('button', { name: 'Save schedule' }).click();
    const later = schedules.getByRole('region', { name: /^Weekly at 09:00/ });
    await later.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete schedule?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(schedules).toContainText('Nobody gets this report regularly');
    receiver.close();
});

test('people are chosen by their addresses', async ({ page, service, api }) => {
    const preset = await api.call('POST', '/report-presets', { name: 'For people', groupKeys: ['brand'], metrics: ['click_count'] });
    await logIn(page, service.account);
    await page.goto('/console/reports/saved');
    await page.getByRole('button', { name: 'Manage For people' }).click();
    await page.getByRole('button', { name: 'New schedule' }).click();
    const form = page.getByRole('dialog', { name: 'New schedule' });
    await form.getByRole('combobox', { name: 'People' }).or(form.getByRole('textbox', { name: 'People' })).first().click();
    await page.getByRole('option', { name: service.account.adminEmail }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Create schedule' }).click();
    await expect(page.getByRole('region', { name: 'Daily at 06:00 to 1 person' })).toBeVisible();
    const [made] = await api.items(`/report-schedules?presetId=${String(preset.id)}`);
    expect(made?.formats).toEqual(['xlsx']);
});
