import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { axeFindings } from './support/pages';
import { logIn, searchFor, signUp } from './support/people';

test.use({ journey: 'players' });

test('a player is found by its portal name and by the start of its reference', async ({ page, stranger, service, api }) => {
    const { affiliate, link } = await api.affiliate('Asking Partner', '60');
    await api.player(link, 'Ref-4711-a');
    await api.player(link, 'Ref-4712-b');
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);

    const alias = await test.step('the portal shows the name', async () => {
        await signUp(stranger, url as string);
        const [accrual] = await api.items(`/accruals?affiliateId=${affiliate.id as string}`);
        await stranger.goto(`/portal/accruals/${accrual?.id as string}`);
        const main = stranger.getByRole('main');
        await expect(main).toContainText(/Player [0-9a-f]{8}/);
        const [name = ''] = /Player [0-9a-f]{8}/.exec((await main.textContent()) ?? '') ?? [];
        return { name, of: accrual?.playerId as string };
    });

    await logIn(page, service.account);
    await page.getByRole('navigation').first().getByRole('link', { name: 'Players' }).click();
    const rows = page.getByRole('table', { name: 'Players' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    const search = page.getByLabel('Reference or portal name');
    const { externalRef } = await api.call('GET', `/players/${alias.of}`);

    await test.step('the console finds the player by that name', async () => {
        await search.fill(alias.name.toUpperCase());
        await expect(rows).toHaveCount(2);
        await expect(rows.last()).toContainText(externalRef as string);
        await expect(rows.last()).toContainText(alias.name);
        await rows.last().getByRole('link').first().click();
        await expect(page.getByRole('heading', { level: 1, name: externalRef as string })).toBeVisible();
        await expect(page.getByText(`shown in the portal as “${alias.name}”`)).toBeVisible();
    });

    await test.step('and by the start of its reference, in upper or lower case', async () => {
        await page.goto('/console/players');
        await search.fill('ref-47');
        await expect(page).toHaveURL(/search=ref-47/);
        await expect(rows).toHaveCount(3);
        await search.fill('ref-4712');
        await expect(rows).toHaveCount(2);
        await expect(rows.last()).toContainText('Ref-4712-b');
        await search.fill('4712');
        await expect(page.getByText('No player matches')).toBeVisible();
    });

    await test.step('the players of the affiliate have the name too', async () => {
        await page.goto(`/console/affiliates/${affiliate.id as string}?tab=players`);
        await expect(page.getByRole('table', { name: 'Players' })).toContainText(alias.name);
    });
});

test('a player that cannot qualify has no time left, and money without an exchange rate is not 0', async ({ page, service, api }) => {
    const { affiliate, link } = await api.affiliate('Strict Partner', '60');
    const terms = { currency: 'EUR', cpa: { amount: '60', minFirstDeposit: '50', qualifyWithinDays: 31 } };
    const deal = await api.call('POST', '/deals', { name: 'Strict CPA', terms });
    await api.call('PATCH', `/affiliates/${affiliate.id as string}`, { dealIds: [deal.id] });
    await api.player(link, 'small-deposit', new Date(), '10');
    await logIn(page, service.account);
    const open = async (reference: string) => {
        const [player] = await api.items(`/players?search=${reference}`);
        await api.reported();
        await page.goto(`/console/players/${player?.id as string}`);
        await settled(page);
    };
    await open('small-deposit');
    await expect(page.getByRole('main')).toContainText('The player cannot qualify');
    await expect(page.getByText('days left')).toHaveCount(0);

    const click_id = await api.click(link.trackingUrl as string);
    await api.event('registration', 'krone-player', { click_id });
    await api.event('first_deposit', 'krone-player', { amount: '900', currency: 'DKK' });
    await open('krone-player');
    const totals = page.getByRole('region', { name: 'Totals' });
    await expect(totals).toContainText('Unpriced');
    await expect(totals).toContainText('Money without an exchange rate');

    await page.goto('/console/reports');
    // Only a report with amounts of deposits lacks the exchange rate.
    await page.getByRole('link', { name: 'Daily performance' }).click();
    await page.getByRole('link', { name: 'Add exchange rate DKK → EUR' }).click();
    const form = page.getByRole('dialog', { name: 'Add exchange rates' });
    await expect(form.getByLabel('From')).toHaveValue('DKK');
    await expect(form.getByLabel('To')).toHaveValue('EUR');
});

test('an affiliate asks why its player paid no CPA, and the search box leads to the answer', async ({ page, stranger, service, api }) => {
    const { affiliate, link } = await api.affiliate('Wondering Partner', '60');
    const terms = { currency: 'EUR', cpa: { amount: '60', minFirstDeposit: '50', qualifyWithinDays: 31 } };
    const deal = await api.call('POST', '/deals', { name: 'CPA from 50', terms });
    await api.call('PATCH', `/affiliates/${affiliate.id as string}`, { dealIds: [deal.id] });
    await api.player(link, 'unpaid-player', new Date(), '10');
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);

    const alias = await test.step('the affiliate knows the player by the name in the portal', async () => {
        await signUp(stranger, url as string);
        await stranger.goto('/portal/players');
        const name = stranger.getByRole('table', { name: 'Players' }).locator('td[data-label="Player"]');
        await expect(name).toHaveText(/^Player [0-9a-f]{8}$/);
        return (await name.textContent()) ?? '';
    });

    await test.step('the manager types that name', async () => {
        await logIn(page, service.account);
        await searchFor(page, alias);
        const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name: 'unpaid-player' }).first();
        await expect(found).toHaveAttribute('aria-selected', 'true');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { level: 1, name: 'unpaid-player' })).toBeVisible();
    });

    await test.step('the page of the player says why', async () => {
        await expect(page.getByText(`shown in the portal as “${alias}”`)).toBeVisible();
        await expect(page.getByRole('region', { name: 'Attribution' })).toContainText('Brought by Wondering Partner');
        const unpaid = page.getByRole('region', { name: 'Not paid yet' });
        await expect(unpaid).toContainText('CPA has not paid');
        await expect(unpaid).toContainText('The player cannot qualify: the first deposit of €10.00 is €40.00 below the minimum of €50.00.');
        await expect(unpaid.getByRole('list', { name: 'Deals of the affiliate' })).toContainText('CPA from 50');
    });
});

test('the timeline says when commission could not be loaded, and loads it again', async ({ page, service, api, guard }) => {
    const { link } = await api.affiliate('Patient Partner', '60');
    await api.player(link, 'patient-player');
    const [player] = await api.items('/players?search=patient-player');
    guard.allow(503, /\/accruals$/);
    const down = { type: 'about:blank', title: 'Service unavailable', status: 503, detail: 'the ledger does not answer', code: 'storage_failed' };
    const accruals = /\/api\/v1\/accruals\?/;
    await page.route(accruals, (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: down }));
    await logIn(page, service.account, `/console/players/${player?.id as string}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const note = timeline.getByRole('alert');
    await expect(note).toContainText('Commission could not be loaded');
    await expect(timeline).not.toContainText('€60.00');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(accruals);
    await note.getByRole('button', { name: 'Try again' }).click();
    await expect(timeline).toContainText('€60.00');
    await expect(note).toHaveCount(0);
});

test('the home page leads to the anomalies of players', async ({ page, service, api }) => {
    await api.event('registration', 'registered-twice');
    await api.event('registration', 'registered-twice');
    await logIn(page, service.account);
    await page.goto('/console/');
    await page.getByRole('button', { name: 'Look at anomalies' }).click();
    const anomalies = page.getByRole('region', { name: /^Anomalies: / });
    await expect(anomalies).toBeFocused();
    await anomalies.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'registered-twice' })).toBeVisible();
});
