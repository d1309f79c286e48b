import type { Page } from '@playwright/test';
import { expect, test } from './support/fixture';
import { settled, told } from './support/guard';
import { axeFindings, fitsTheWidth, phone } from './support/pages';
import { logIn, signUp } from './support/people';

test.use({ journey: 'deal-editor' });

const block = (page: Page, name: string) => page.locator('main form').getByRole('region', { name, exact: true });
const preview = (page: Page) => page.getByRole('complementary', { name: 'What this deal pays' });

async function addCondition(page: Page, component: string, name: string): Promise<void> {
    await block(page, component).getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
}

test('a template is changed by conditions, and the affiliate reads the same words', async ({ page, stranger, service, api }) => {
    await logIn(page, service.account);
    await page.goto('/console/deals/new');
    await settled(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('Activity');

    await test.step('start from a template', async () => {
        await page.getByRole('button', { name: /^Activity ladder/ }).click();
        await expect(preview(page)).toContainText(/Up to 10 new depositors: 25\s%\. 11 to 30 new depositors: 30\s%\./);
        await expect(page.getByRole('table', { name: 'What RevShare pays, by new depositors' })).toContainText('€2,700.00');
    });

    await test.step('add and remove conditions', async () => {
        await addCondition(page, 'RevShare', 'Introductory rate');
        await page.getByRole('textbox', { name: 'Months of the introductory rate' }).fill('3');
        await page.getByRole('textbox', { name: 'Introductory rate', exact: true }).fill('50');
        await expect(preview(page)).toContainText(/In the first 3 months after the approval, the whole base earns at least 50\s%\./);
        await addCondition(page, 'RevShare', 'Products that do not count');
        await page.getByRole('combobox', { name: 'Products that do not count' }).or(page.getByRole('textbox', { name: 'Products that do not count' })).first().fill('Poker');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Remove condition: Admin fee' }).click();
        await expect(preview(page)).toContainText('Revenue of poker does not count.');
        await expect(preview(page)).not.toContainText('admin fee');
    });

    await test.step('try a month', async () => {
        await page.getByRole('textbox', { name: 'New depositors' }).fill('10');
        await page.getByRole('textbox', { name: 'NGR', exact: true }).fill('1000');
        await expect(page.getByRole('table', { name: 'What the month pays' })).toContainText('€250.00');
        await page.getByRole('checkbox', { name: 'Introductory rate applies' }).check();
        await expect(page.getByRole('table', { name: 'What the month pays' })).toContainText('€500.00');
        expect(await axeFindings(page)).toEqual([]);
    });

    await page.getByRole('button', { name: 'Create deal' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
    const [deal] = await api.items('/deals');
    expect(deal?.terms.revShare).toMatchObject({ rate: '25', tierBy: 'newDepositors', requires: { activePlayers: 5, elseRate: '10' }, introRate: { rate: '50', months: 3 }, excludeProducts: ['poker'] });

    await test.step('the portal', async () => {
        const affiliate = await api.call('POST', '/affiliates', { name: 'Reader', email: 'reader@example.com', status: 'approved', dealIds: [deal?.id] });
        const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
        await signUp(stranger, url as string);
        await stranger.getByRole('link', { name: 'My deal' }).first().click();
        await expect(stranger.getByRole('main')).toContainText(/You earn 25\s% to 35\s% of the net gaming revenue of your players each month\./);
        await expect(stranger.getByRole('main')).toContainText('Revenue of poker does not count.');
        await expect(stranger.getByRole('table')).toContainText('11 to 30 new depositors');
    });
});

test('the editor fits a phone and reports errors at their fields', async ({ page, service }) => {
    await logIn(page, service.account);
    await page.setViewportSize(phone);
    await page.goto('/console/deals/new');
    await settled(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('Wrong');
    for (const template of ['Sportsbook with products', 'Crypto turnover', 'Poker rake', 'Hybrid ladder']) {
        await page.getByRole('button', { name: new RegExp(`^${template}`) }).click();
        await fitsTheWidth(page, template);
    }
    await addCondition(page, 'CPA', 'Minimum number of bets');
    await addCondition(page, 'RevShare', 'Required activity');
    await page.getByRole('button', { name: 'Create deal' }).click();
    await expect(page.getByText('Enter a whole number').first()).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
});

test('new terms of a deal keep the conditions that were not touched', async ({ page, service, api }) => {
    const terms = { currency: 'EUR', revShare: { rate: '30', tierMode: 'whole', rateByProduct: { sports: '20' }, deductions: { bonusPercent: '100' } } };
    const deal = await api.call('POST', '/deals', { name: 'Products', terms });
    await logIn(page, service.account);
    await page.goto(`/console/deals/${deal.id}?tab=edit`);
    await page.getByRole('textbox', { name: 'Rate of product 1' }).fill('22');
    await test.step('the example month has a field for the product with its own rate', async () => {
        for (const [name, amount] of [['NGR of other products', '1000'], ['NGR of sports', '500'], ['Bonuses', '0']] as const) await page.getByRole('textbox', { name, exact: true }).fill(amount);
        await expect(page.getByRole('table', { name: 'What the month pays' })).toContainText('€410.00');
    });
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save as a new version' }).click();
    await told(page, 'Version 2 of deal Products saved.');
    const saved = await api.call('GET', `/deals/${deal.id}`);
    expect(saved.terms.revShare).toMatchObject({ rate: '30', rateByProduct: { sports: '22' }, deductions: { bonusPercent: '100' } });
    await expect(page.getByText(/sports 20\s%/).first()).toBeVisible();
});
