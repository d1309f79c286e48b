import { lastMonth } from './support/api';
import { expect, test } from './support/fixture';
import { choose, logIn } from './support/people';

test.use({ journey: 'statements' });

// web/src/format relies on this: it passes the API's decimal strings to the browser's formatter.
test('the browser formats every digit of an amount', async ({ page }) => {
    const written = await page.evaluate(() =>
        new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format('9007199254740993.11' as unknown as number),
    );
    expect(written).toBe('€9,007,199,254,740,993.11');
});

test('a month is closed, and its statement approved and paid', async ({ page, service, api }) => {
    const month = lastMonth();
    const { link } = await api.affiliate('Northern Lights', '80');
    await api.player(link, 'player-north-1', month.at);
    await api.player(link, 'player-north-2', month.at);
    await logIn(page, service.account);

    await test.step('the month is closed', async () => {
        await page.getByRole('navigation').first().getByRole('link', { name: 'Statements' }).click();
        await page.getByRole('button', { name: 'Close month' }).click();
        const dialog = page.getByRole('dialog', { name: 'Close month' });
        await expect(dialog).toContainText('Northern Lights');
        await expect(dialog).toContainText('€160.00');
        await dialog.getByRole('button', { name: `Close ${month.words}` }).click();
        await expect(dialog.getByRole('status')).toContainText('1 statement closed.');
        await dialog.getByRole('link', { name: 'Northern Lights' }).click();
        await expect(page.getByRole('heading', { level: 1, name: `Northern Lights, ${month.words}` })).toBeVisible();
    });

    await test.step('the statement is approved', async () => {
        await page.getByRole('button', { name: 'Approve' }).click();
        await page.getByRole('dialog', { name: 'Approve this statement?' }).getByRole('button', { name: 'Approve' }).click();
        await expect(page.getByText('Next: pay', { exact: true })).toBeVisible();
    });

    await test.step('the statement is paid', async () => {
        await page.getByRole('button', { name: 'Mark as paid' }).click();
        const drawer = page.getByRole('dialog', { name: 'Payment' });
        await drawer.getByLabel('Method').fill('SEPA transfer');
        await drawer.getByLabel('Reference').fill('INV-2044');
        await drawer.getByRole('button', { name: 'Mark as paid' }).click();
        await expect(page.getByRole('region', { name: 'History' })).toContainText('INV-2044');
    });

    await test.step('the list shows the status', async () => {
        await page.goto('/console/statements');
        await choose(page, 'Status', 'Paid');
        const row = page.getByRole('table', { name: 'Statements' }).getByRole('row').filter({ hasText: 'Northern Lights' });
        await expect(row).toContainText('€160.00');
        const [statement] = await api.items(`/statements?period=${month.period}`);
        expect(statement).toMatchObject({ status: 'paid', payable: '160' });
    });
});
