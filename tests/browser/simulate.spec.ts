import type { Page } from '@playwright/test';
import { expect, test } from './support/fixture';
import { lastMonth, type Api, type Json } from './support/api';
import { settled } from './support/guard';
import { axeFindings, fitsTheWidth, phone } from './support/pages';
import { choose, logIn, searchFor } from './support/people';

test.use({ journey: 'simulate' });

const title = 'What would this deal have cost?';

// An affiliate with CPA 100 whose player brought NGR last month.
async function paid(api: Api, name: string): Promise<{ affiliate: Json; deal: Json }> {
    const { affiliate, deal, link } = await api.affiliate(name, '100');
    const { at } = lastMonth();
    const player = `player of ${name}`;
    await api.player(link, player, at, '50');
    await api.event('ngr_update', player, { event_time: at.toISOString(), amount: '1000', currency: 'EUR' });
    return { affiliate, deal };
}

const result = (page: Page) => page.getByRole('region', { name: 'Result', exact: true });
const run = (page: Page) => page.getByRole('button', { name: 'Run simulation' }).click();

test('a deal is simulated for its affiliates, with other terms', async ({ page, service, api }) => {
    const { deal } = await paid(api, 'Harbour Media');
    await paid(api, 'Other Media');
    await logIn(page, service.account);
    await page.goto(`/console/deals/${deal.id}`);
    await page.getByRole('link', { name: 'What would it have cost?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('No result yet')).toBeVisible();

    await test.step('the same terms cost the same', async () => {
        await run(page);
        const affiliates = page.getByRole('table', { name: 'Affiliates' });
        await expect(affiliates.getByRole('row').filter({ hasText: 'Harbour Media' })).toContainText('€100.00');
        await expect(affiliates).not.toContainText('Other Media');
        await expect(page.getByText('No player differs')).toBeVisible();
    });

    await test.step('other terms cost more, by month, component and player', async () => {
        await page.getByRole('button', { name: 'Edit terms' }).click();
        await page.getByRole('checkbox', { name: 'RevShare' }).check();
        await page.getByRole('textbox', { name: 'Share of net gaming revenue' }).fill('25');
        await run(page);
        await expect(result(page)).toContainText('€350.00');
        await expect(page.getByRole('table', { name: 'Commission by component' }).getByRole('row').filter({ hasText: 'RevShare' })).toContainText('€250.00');
        await expect(page.getByRole('table', { name: 'Players that differ most' })).toContainText('player of Harbour Media');
        await page.getByRole('button', { name: 'Show as table' }).click();
        await expect(page.getByRole('region', { name: 'Commission per month, table' }).getByRole('row').filter({ hasText: lastMonth().words })).toContainText('€350.00');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
    });

    await test.step('a player opens its explanation under these terms', async () => {
        await page.getByRole('button', { name: 'player of Harbour Media' }).click();
        const drawer = page.getByRole('dialog', { name: 'player of Harbour Media with these terms' });
        const accruals = drawer.getByRole('region', { name: 'Accruals with these terms' });
        await expect(accruals.getByRole('button', { name: /RevShare/ })).toContainText('€250.00');
        await expect(accruals).toContainText('Deal “Simulation” applies in version 1');
        await accruals.getByRole('button', { name: /CPA/ }).click();
        await expect(accruals).toContainText('With this event the player qualified');
        await expect(drawer.getByRole('region', { name: 'Not paid with these terms' })).toContainText('All components of the deal have paid for this player.');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
        await drawer.getByRole('link', { name: 'Open the player as recorded' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'player of Harbour Media' })).toBeVisible();
    });
});

test('the page is found by name and works on a phone', async ({ page, service }) => {
    await logIn(page, service.account);
    await searchFor(page, 'simulat');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.setViewportSize(phone);
    await page.getByLabel('Amount per qualified player').fill('');
    await run(page);
    await expect(page.getByText('Some fields are not valid.').first()).toBeVisible();
    await page.getByLabel('Amount per qualified player').fill('80');
    await choose(page, 'Affiliates', 'Other Media');
    await page.keyboard.press('Escape');
    await run(page);
    await expect(page.getByRole('table', { name: 'Affiliates' })).toContainText('€80.00');
    await fitsTheWidth(page);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
});

const state = (given: Json) => ({ id: '01a1e8c3-f951-7add-a2ac-8b8c98e36049', status: 'running', progress: { done: 40, total: 100 }, failure: null, ...given });

test('a long simulation shows its progress and can be cancelled', async ({ page, service }) => {
    await logIn(page, service.account);
    let status = 'running';
    await page.route('**/api/v1/deals/simulate', (route) => route.fulfill({ status: 202, json: state({}) }));
    await page.route('**/api/v1/deals/simulate/*', (route) => {
        if (route.request().method() === 'DELETE') status = 'cancelled';
        return route.fulfill({ json: state({ status }) });
    });
    await page.goto('/console/deals/simulate');
    await page.getByLabel('Amount per qualified player').fill('80');
    await run(page);
    const progress = page.getByRole('status', { name: 'Simulation' });
    await expect(progress).toContainText(/40\s%/);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Simulation cancelled')).toBeVisible();
});

test('a refusal and a failure are shown', async ({ page, service, guard }) => {
    await logIn(page, service.account);
    guard.allow(503, /\/deals\/simulate$/);
    const refused = { type: 'about:blank', title: 'Unavailable', status: 503, detail: 'another simulation is running; try again when it has ended', code: 'overloaded' };
    await page.route('**/api/v1/deals/simulate', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: refused }));
    await page.goto('/console/deals/simulate');
    await page.getByLabel('Amount per qualified player').fill('80');
    await run(page);
    await expect(page.getByRole('alert').first()).toContainText(/another simulation is running/i);
    await page.unroute('**/api/v1/deals/simulate');
    await page.route('**/api/v1/deals/simulate', (route) => route.fulfill({ json: state({ status: 'failed', failure: 'the record cannot be read' }) }));
    await run(page);
    await expect(page.getByText('The simulation failed: the record cannot be read.')).toBeVisible();
});
