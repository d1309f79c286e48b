import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixture';
import { logIn, signUp } from './support/people';

// A clock with 12 hours.
test.use({ journey: 'today', locale: 'en-US' });

const day = 86_400_000;
const today = new Date().toISOString().slice(0, 10);
const yesterday = new Date(Date.parse(today) - day).toISOString().slice(0, 10);

// The browser believes that it is half past three in the afternoon. The data of today are from midnight, which is never in
// the future.
async function inTheAfternoon(page: Page): Promise<void> {
    await page.clock.setFixedTime(new Date(`${today}T15:30:00Z`));
}

// Checks the cells of one hour in the chart's table: this day and the previous one.
async function expectHour(page: Page, name: string, values: string[]): Promise<void> {
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
    await expect(row.getByRole('cell')).toHaveText([name, ...values]);
}

// The hour that is not over is dashed, and only this hour.
async function expectDashed(chart: Locator): Promise<void> {
    const unfinished = chart.locator('[data-unfinished]');
    await expect(unfinished).toHaveCount(1);
    await expect(unfinished).toHaveCSS('stroke-dasharray', /^\d+px, \d+px$/);
    await expect(unfinished.locator('xpath=preceding-sibling::*[1]')).toHaveCSS('stroke-dasharray', 'none');
}

test.beforeAll(async ({ api }) => {
    const { link } = await api.affiliate('Daily Mail', '10');
    await api.player(link, 'late-player', new Date(`${yesterday}T20:00:00Z`));
    await api.player(link, 'early-player', new Date(`${yesterday}T10:00:00Z`));
    await api.player(link, 'new-player', new Date(`${today}T00:00:00Z`));
    await api.reported();
});

test('in the console, today ends now and is compared with the same hours of yesterday', async ({ page, service }) => {
    await inTheAfternoon(page);
    await logIn(page, service.account, '/console/?period=today&metric=registration_count');
    const tile = page.getByRole('group', { name: 'Metric of the chart' }).getByRole('button', { name: /^Registrations/ });
    // There is one registration until 15:00 on both days. The one of yesterday evening does not count.
    await expect(tile).toContainText('0 %');
    await expect(tile).not.toContainText('-50');
    await expect(page.getByRole('main')).toContainText('(until 15:00)');

    const chart = page.getByRole('figure', { name: 'Registrations per hour' });
    await expectDashed(chart);
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await expectHour(page, '14:00', ['0', '0']);
    await expectHour(page, '15:00, so far', ['0', '0']);
    await expectHour(page, '16:00', ['–', '0']);
    await expectHour(page, '20:00', ['–', '1']);
});

test('in the portal, the hours to come have no value', async ({ page, api }) => {
    const { affiliate, link } = await api.affiliate('Evening Post', '10');
    await api.player(link, 'midnight-player', new Date(`${today}T00:00:00Z`));
    await api.reported();
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await inTheAfternoon(page);
    await signUp(page, url as string);
    await page.goto('/portal/?period=today&show=registration_count');
    const chart = page.getByRole('figure', { name: 'Registrations per hour' });
    await expectDashed(chart);
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await expectHour(page, '00:00', ['1', '0']);
    await expectHour(page, '15:00, so far', ['0', '0']);
    await expectHour(page, '16:00', ['–', '0']);
});
