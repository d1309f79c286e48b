import { expect, test } from './support/fixture';
import { choose, logIn } from './support/people';

test.use({ journey: 'dated-settings' });

test('a change of the base currency shows what it does, waits for rates, and can be cancelled', async ({ page, service, api, guard }) => {
    guard.allow(409, /\/operator$/);
    const event = {
        event_type: 'deposit',
        event_time: '2026-03-10T14:05:06Z',
        brand_id: service.account.brandId,
        player_external_ref: 'player-1',
        idempotency_key: 'dated-settings-1',
        amount: 25,
        currency: 'EUR',
    };
    expect((await api.send('POST', '/events', event)).status).toBe(202);
    const question = { metrics: ['deposit_count'], startDate: '2026-03-10', endDate: '2026-03-10' };
    await expect.poll(async () => (await api.call('POST', '/reports/query', question)).totals.deposit_count).toBe(1);

    await logIn(page, service.account);
    await page.goto('/console/settings');
    await page.getByRole('button', { name: 'Plan a change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the time zone or the base currency' });
    await dialog.getByLabel('Base currency').fill('usd');
    await choose(dialog, 'Takes effect', 'At once (only before the first event)');
    await dialog.getByRole('button', { name: 'Show what will happen' }).click();
    await expect(dialog.getByRole('alert')).toContainText('effectiveFrom');

    const now = new Date();
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(first);
    await choose(dialog, 'Takes effect', day);
    await dialog.getByRole('button', { name: 'Show what will happen' }).click();
    await expect(dialog).toContainText('all reports show money in USD instead of EUR');
    await expect(dialog.getByRole('alert')).toContainText('EUR to USD');
    await expect(dialog.getByRole('button', { name: 'Confirm the change' })).toBeDisabled();

    const rate = { date: '2026-01-01', from: 'EUR', to: 'USD', rate: '1.1' };
    expect((await api.send('POST', '/fx-rates', rate)).status).toBe(201);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Show what will happen' }).click();
    await dialog.getByRole('button', { name: 'Confirm the change' }).click();
    const section = page.getByRole('region', { name: 'Time zone and base currency' });
    await expect(section).toContainText(`Planned for ${day}`);
    await expect(section).toContainText('base currency USD');

    await page.reload();
    await section.getByRole('button', { name: 'Cancel the planned change' }).click();
    await page.getByRole('dialog', { name: 'Cancel the planned change?' }).getByRole('button', { name: 'Cancel the change' }).click();
    await expect(section).not.toContainText('Planned for');
});
