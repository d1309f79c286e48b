import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { choose, logIn, signUp } from './support/people';

test.use({ journey: 'day' });

test('home says that everything is all right', async ({ page, service, api }) => {
    const { link } = await api.affiliate('Calm Partner', '10');
    await api.player(link, 'calm-1');
    await api.reported();
    await logIn(page, service.account);
    const health = page.getByRole('region', { name: 'Health' });
    await expect(health).toContainText('No problems');
    await expect(health).toContainText('Events arrive as usual, and reports are up to date.');
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0);
});

test('an adjustment with a reason is found by the search box, in the currency of the affiliate', async ({ page, service, api }) => {
    const deal = await api.call('POST', '/deals', { name: 'Pounds', terms: { currency: 'GBP', cpa: { amount: '50' } } });
    const british = await api.call('POST', '/affiliates', { name: 'British Partner', email: 'gb@example.com', status: 'approved', dealIds: [deal.id] });
    await api.call('POST', '/adjustments', { affiliateId: british.id, amount: '5', currency: 'GBP', reason: 'Welcome' });
    await logIn(page, service.account);
    await settled(page);
    await page.keyboard.press('/');
    await page.keyboard.type('add an adj');
    await expect(page.getByRole('option', { name: 'Add an adjustment' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Add adjustment' });
    await choose(form, 'Affiliate', 'British Partner');
    await expect(form.getByLabel('Currency')).toHaveValue('GBP');
    await form.getByLabel('Amount').fill('75,50');
    await form.getByLabel('Reason').fill('Bonus for the stream');
    await form.getByRole('button', { name: 'Add adjustment' }).click();
    await expect(page.getByText('£75.50 for British Partner added to the next statement.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Adjustments' }).getByRole('row').nth(1)).toContainText('Bonus for the stream');
    await expect(form).toBeHidden();
});

test('home leads straight to the form of the missing exchange rate', async ({ page, service, api }) => {
    const deal = await api.call('POST', '/deals', { name: 'Share', terms: { currency: 'EUR', revShare: { rate: '50' } } });
    const affiliate = await api.call('POST', '/affiliates', { name: 'Nordic', email: 'nordic@example.com', status: 'approved', dealIds: [deal.id] });
    const link = await api.call('POST', '/links', { affiliateId: affiliate.id, brandId: service.account.brandId, destinationUrl: 'https://casino.example/play' });
    await api.event('registration', 'nordic-1', { click_id: await api.click(link.trackingUrl as string) });
    await api.event('ngr_update', 'nordic-1', { amount: '1000', currency: 'NOK' });
    await logIn(page, service.account);
    await page.getByRole('link', { name: 'Add exchange rate NOK → EUR' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add exchange rates' });
    await expect(form.getByLabel('From')).toHaveValue('NOK');
    await expect(form.getByLabel('To')).toHaveValue('EUR');
    await expect(form.getByRole('textbox', { name: 'Exchange rate', exact: true })).toBeFocused();
    await page.keyboard.type('0,1');
    await form.getByRole('button', { name: 'Save exchange rate' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('table', { name: 'Exchange rates' }).getByRole('row').nth(1)).toContainText('1 NOK = 0.1 EUR');
    await expect(page.getByRole('alert').filter({ hasText: 'Missing exchange rates' })).toBeHidden();
});

test('the deal in words says from which price to which it pays', async ({ page, api }) => {
    const terms = { currency: 'EUR', cpa: { amount: '70', tiers: [{ from: 31, amount: '100' }] }, revShare: { rate: '22', tiers: [{ from: '15000', rate: '32' }] } };
    const deal = await api.call('POST', '/deals', { name: 'Hybrid', terms });
    const affiliate = await api.call('POST', '/affiliates', { name: 'Reader', email: 'reader@day.example', status: 'approved', dealIds: [deal.id] });
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await signUp(page, url as string);
    await page.getByRole('link', { name: 'My deal' }).first().click();
    await expect(page.getByText('You earn €70 to €100 for each player who qualifies.')).toBeVisible();
    await expect(page.getByText(/You earn 22\s% to 32\s% of the net gaming revenue of your players each month\./)).toBeVisible();
});
