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
        await page.getByRole('button', { name: 'Close a period' }).click();
        const dialog = page.getByRole('dialog', { name: 'Close a period' });
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

    await test.step('only the statement is printed, in dark letters', async () => {
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        await expect(page.getByRole('navigation').first()).toBeHidden();
        await expect(page.getByRole('button', { name: /account and appearance/ })).toBeHidden();
        const title = page.getByRole('heading', { level: 1, name: `Northern Lights, ${month.words}` });
        await expect(title).toBeVisible();
        await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
        await expect.poll(async () => (await title.boundingBox())?.x).toBeLessThan(100);
        await expect(page.getByRole('main')).toContainText('€160.00');
        await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
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

test('an adjustment is added once and reversed', async ({ page, service, api }) => {
    const { affiliate } = await api.affiliate('Southern Cross', '80');
    const id = affiliate.id as string;
    await logIn(page, service.account);
    await page.goto(`/console/adjustments?affiliateId=${id}`);
    await expect(page.getByText('No adjustment matches')).toBeVisible();

    await test.step('an amount that is too large is refused at its field', async () => {
        await page.getByRole('button', { name: 'Add adjustment' }).click();
        const drawer = page.getByRole('dialog', { name: 'Add adjustment' });
        await drawer.getByLabel('Amount').fill('1000000001');
        await drawer.getByLabel('Reason').fill('A bonus');
        await drawer.getByLabel('Reason').press('Tab');
        await drawer.getByRole('button', { name: 'Add adjustment' }).click();
        await expect(drawer).toContainText('Enter at most 1,000,000,000 in either direction');
    });

    await test.step('a double click adds it once', async () => {
        const drawer = page.getByRole('dialog', { name: 'Add adjustment' });
        await drawer.getByLabel('Amount').fill('25.50');
        await drawer.getByRole('button', { name: 'Add adjustment' }).dblclick();
        await expect(page.getByRole('table', { name: 'Adjustments' })).toContainText('€25.50');
        expect(await api.items(`/adjustments?affiliateId=${id}`)).toHaveLength(1);
    });

    await test.step('it is reversed with a reason', async () => {
        await page.getByRole('button', { name: 'Reverse €25.50 of Southern Cross' }).press('Enter');
        const drawer = page.getByRole('dialog', { name: 'Reverse adjustment' });
        await drawer.getByLabel('Reason').fill('It was for another affiliate');
        await drawer.getByRole('button', { name: 'Reverse adjustment' }).click();
        const table = page.getByRole('table', { name: 'Adjustments' });
        await expect(table).toContainText('Reversed');
        await expect(table).toContainText('Reversal');
        expect((await api.items(`/adjustments?affiliateId=${id}`)).map((one) => one.amount)).toEqual(['-25.5', '25.5']);
    });
});
