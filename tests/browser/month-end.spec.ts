import { expect, test } from './support/fixture';
import { settled, told } from './support/guard';
import { countClicks, earners, inMonth, month, selection, table } from './support/monthEnd';
import { axeFindings, fitsTheWidth } from './support/pages';
import { choose, forgetSession, logIn, logOut, signUp } from './support/people';

test.use({ journey: 'month-end' });

test('a fraudulent affiliate is suspended and its payment stopped', async ({ page, service, api }) => {
    const [id] = await earners(api, ['Grey Market'], '75');
    const [statement] = (await api.call('POST', '/statements/close', { period: month.period, affiliateId: id })).items as { id: string }[];
    await logIn(page, service.account);
    const clicks = await countClicks(page);
    await page.goto(`/console/affiliates/${id}`);

    await test.step('suspending asks what happens to the open money', async () => {
        await clicks();
        await page.getByRole('button', { name: 'Suspend' }).click();
        const dialog = page.getByRole('dialog', { name: 'Suspend Grey Market?' });
        await expect(dialog).toContainText('Unpaid, including previews: €75.00');
        await expect(dialog.getByRole('button', { name: 'Suspend and hold payments' })).toBeDisabled();
        await dialog.getByLabel('Reason').fill('Registrations from one address');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
        await dialog.getByRole('button', { name: 'Suspend and hold payments' }).click();
        await expect(page.getByText('Payments are on hold', { exact: true })).toBeVisible();
        await expect(page.getByText('Registrations from one address').first()).toBeVisible();
        expect(await clicks()).toBeLessThanOrEqual(4);
        expect(await api.call('GET', `/affiliates/${id}`)).toMatchObject({ status: 'suspended', paymentHold: 'Registrations from one address' });
    });

    await test.step('its statement can be approved but not paid', async () => {
        await page.goto(`/console/statements/${statement?.id ?? ''}`);
        await expect(page.getByText('Payments to this affiliate are on hold', { exact: true })).toBeVisible();
        await page.getByRole('button', { name: 'Approve' }).click();
        await page.getByRole('dialog', { name: 'Approve this statement?' }).getByRole('button', { name: 'Approve' }).click();
        await expect(page.getByRole('button', { name: 'Mark as paid' })).toBeDisabled();
        const refused = await api.send('POST', `/statements/${statement?.id ?? ''}/pay`, { date: '2026-11-01', method: 'SEPA', reference: '1' });
        expect(refused.status).toBe(409);
    });

    await test.step('a statement is put on hold with a reason, which the list shows', async () => {
        await page.getByRole('button', { name: 'Put on hold' }).click();
        const dialog = page.getByRole('dialog', { name: 'Put this statement on hold?' });
        await dialog.getByLabel('Reason').fill('Under investigation');
        await dialog.getByRole('button', { name: 'Put on hold' }).click();
        await expect(page.getByRole('region', { name: 'History' })).toContainText('Under investigation');
        await page.goto(`${inMonth}&affiliateId=${id}`);
        await expect(table(page)).toContainText('On hold: Under investigation');
    });

    await test.step('the affiliate sees the reason in the portal', async () => {
        const { url } = (await api.byAdmin('POST', `/affiliates/${id}/invite`)) as { url: string };
        await logOut(page, service.account.adminEmail);
        await signUp(page, url);
        await expect(page.getByText('Registrations from one address')).toBeVisible();
        await page.getByRole('link', { name: 'Statements' }).first().click();
        await expect(table(page)).toContainText('On hold: Under investigation');
    });

    await test.step('the hold is lifted', async () => {
        await forgetSession(page);
        await logIn(page, service.account);
        await page.goto(`/console/affiliates/${id}`);
        await page.getByRole('button', { name: 'Lift the hold' }).click();
        await page.getByRole('dialog', { name: 'Lift the hold of Grey Market?' }).getByRole('button', { name: 'Lift the hold' }).click();
        await expect(page.getByText('Payments are on hold', { exact: true })).toBeHidden();
    });
});

test('an affiliate is suspended although its unpaid amount cannot be loaded', async ({ page, service, api, guard }) => {
    const { affiliate } = await api.affiliate('Fog Bank', '10');
    guard.allow(503, /\/statements$/);
    const down = { type: 'about:blank', title: 'Service unavailable', status: 503, detail: 'the ledger does not answer', code: 'storage_failed' };
    await page.route(/\/api\/v1\/statements\?/, (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: down }));
    await logIn(page, service.account, `/console/affiliates/${affiliate.id as string}`);
    await page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend Fog Bank?' });
    await expect(dialog.getByRole('alert')).toContainText('The unpaid amount could not be loaded. You can suspend the affiliate without it.');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('Registrations from one address');
    await dialog.getByRole('button', { name: 'Suspend and hold payments' }).click();
    await expect(dialog).toBeHidden();
    expect(await api.call('GET', `/affiliates/${affiliate.id as string}`)).toMatchObject({ status: 'suspended', paymentHold: 'Registrations from one address' });
});

test('statements that refuse a step are named, and the others are done', async ({ page, service, api }) => {
    const ids = await earners(api, ['Harpoon', 'Inlet'], '60');
    for (const affiliateId of ids) await api.call('POST', '/statements/close', { period: month.period, affiliateId });
    await logIn(page, service.account);
    await page.goto(`${inMonth}&status=closed`);
    await page.getByRole('checkbox', { name: 'Select all 2' }).press('Space');
    await selection(page).getByRole('button', { name: /^Approve/ }).press('Enter');
    // Somebody else is faster with one of them.
    const [taken] = await api.items(`/statements?period=${month.period}&affiliateId=${ids[0] ?? ''}`);
    await api.call('POST', `/statements/${taken?.id as string}/approve`);
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Approve' });
    await expect(dialog).toContainText('approved.');
    await expect(dialog).toContainText('1 statement not changed');
    await expect(dialog).toContainText('Harpoon: only a closed statement can be approved');
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(dialog).toBeHidden();
});

test('several statements are put on hold with one reason, and released together', async ({ page, service, api }) => {
    const ids = await earners(api, ['Mooring', 'Narrows'], '20');
    for (const affiliateId of ids) await api.call('POST', '/statements/close', { period: month.period, affiliateId });
    const stored = async () => (await Promise.all(ids.map((id) => api.items(`/statements?period=${month.period}&affiliateId=${id}`)))).flat();
    const select = async () => {
        for (const name of ['Mooring', 'Narrows']) await page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) }).check();
    };
    await logIn(page, service.account);
    await page.goto(`${inMonth}&status=closed`);
    await select();
    await selection(page).getByRole('button', { name: 'Put on hold 2' }).click();
    const hold = page.getByRole('dialog', { name: 'Put 2 statements on hold?' });
    await expect(hold).toContainText('€40.00 in 2 statements');
    await expect(hold.getByRole('button', { name: 'Put on hold' })).toBeDisabled();
    await hold.getByLabel('Reason').fill('The bank account is being checked');
    await hold.getByRole('button', { name: 'Put on hold' }).click();
    await told(page, '2 statements put on hold.');
    const held = { status: 'onHold', holdReason: 'The bank account is being checked' };
    expect(await stored()).toMatchObject([held, held]);

    await page.goto(`${inMonth}&status=onHold`);
    await expect(table(page).getByRole('row').filter({ hasText: 'On hold: The bank account is being checked' })).toHaveCount(2);
    await select();
    await selection(page).getByRole('button', { name: 'Release 2' }).click();
    await page.getByRole('dialog', { name: 'Release 2 statements?' }).getByRole('button', { name: 'Release' }).click();
    await told(page, '2 statements released.');
    expect(await stored()).toMatchObject([{ status: 'closed' }, { status: 'closed' }]);
});

test('an adjustment is added with its reason in four clicks', async ({ page, service, api }) => {
    const [id] = await earners(api, ['Jetty'], '40');
    const [preview] = await api.items(`/statements?affiliateId=${id}`);
    await logIn(page, service.account);
    const clicks = await countClicks(page);
    await page.goto(`/console/statements/${preview?.id as string}`);
    await clicks();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add adjustment' }).click();
    const drawer = page.getByRole('dialog', { name: 'Adjustment' });
    await drawer.getByLabel('Amount').fill('-12,50');
    await drawer.getByLabel('Reason').fill('A double payment in spring');
    await drawer.getByRole('button', { name: 'Add adjustment' }).click();
    await expect(drawer).toBeHidden();
    expect(await clicks()).toBeLessThanOrEqual(4);
    const [adjustment] = await api.items(`/adjustments?affiliateId=${id}`);
    expect(adjustment).toMatchObject({ amount: '-12.5', reason: 'A double payment in spring' });
});

test('a missing exchange rate is found before closing, added, and counted', async ({ page, service, api }) => {
    const deal = await api.call('POST', '/deals', { name: 'Keel share', terms: { currency: 'EUR', revShare: { rate: '50' } } });
    const { affiliate, link } = await api.affiliate('Keel', '10');
    await api.call('PATCH', `/affiliates/${affiliate.id as string}`, { dealIds: [deal.id] });
    const click_id = await api.click(link.trackingUrl as string);
    await api.event('registration', 'player-keel', { click_id, event_time: month.at.toISOString() });
    await api.event('ngr_update', 'player-keel', { event_time: month.at.toISOString(), amount: '1000', currency: 'SEK' });
    await logIn(page, service.account);
    await page.goto('/console/statements');
    await page.getByRole('button', { name: 'Close a period' }).click();
    const checks = page.getByRole('region', { name: 'Checklist' });
    await checks.getByRole('button', { name: /Money without an exchange rate/ }).click();
    await checks.getByRole('link', { name: 'Add the exchange rates' }).click();
    const missing = page.getByRole('alert').filter({ hasText: 'SEK to EUR' });
    await missing.getByRole('button', { name: 'Add exchange rate' }).click();
    const drawer = page.getByRole('dialog');
    const rate = drawer.getByRole('textbox', { name: 'Exchange rate', exact: true });
    await rate.fill('0,1');
    await rate.press('Enter');
    await expect(missing).toHaveCount(0);
    await page.goto('/console/statements');
    await page.getByRole('button', { name: 'Close a period' }).click();
    await expect(page.getByRole('region', { name: 'Checklist' })).toContainText('All money has an exchange rate');
    await expect(page.getByRole('dialog', { name: 'Close a period' })).toContainText('€50.00');
});

test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('statements are selected and approved', async ({ page, service, api }) => {
        const [id] = await earners(api, ['Lagoon'], '30');
        await api.call('POST', '/statements/close', { period: month.period, affiliateId: id });
        await logIn(page, service.account);
        await page.goto(`${inMonth}&affiliateId=${id}`);
        await page.getByRole('checkbox', { name: /^Select Lagoon/ }).check();
        await expect(selection(page)).toContainText('€30.00');
        // Cards have no header, so a button selects them all.
        await page.getByRole('button', { name: 'Select none' }).click();
        await expect(selection(page)).toHaveCount(0);
        await page.getByRole('button', { name: 'Select all 1' }).click();
        await expect(selection(page)).toContainText('€30.00');
        await settled(page);
        await fitsTheWidth(page);
        expect(await axeFindings(page)).toEqual([]);
        await selection(page).getByRole('button', { name: 'Approve 1' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
        await expect(table(page)).toContainText('Approved');
        await choose(page, 'Status', 'Approved');
        await expect(table(page)).toContainText('Lagoon');
    });
});
