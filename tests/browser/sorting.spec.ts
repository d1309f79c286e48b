import type { Locator } from '@playwright/test';
import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { phone } from './support/pages';
import { logIn, signUp } from './support/people';

test.use({ journey: 'sorting' });

const cells = (table: Locator, header: string) => table.locator(`td[data-label="${header}"]`);
const header = (table: Locator, name: string) => table.getByRole('columnheader', { name, exact: true });
const sortBy = (table: Locator, name: string) => header(table, name).getByRole('button');

test('players are sorted by text and by money, with the mouse, the keyboard and on a phone', async ({ page, stranger, service, api }) => {
    const { affiliate, link } = await api.affiliate('Sorted Partner', '60');
    for (const [name, amount] of [['Ref-10', '9'], ['Ref-9', '100'], ['Ref-11', '25.5']] as const) await api.player(link, name, new Date(), amount);
    await logIn(page, service.account);
    await page.goto('/console/players');
    await settled(page);
    const table = page.getByRole('table', { name: 'Players' });
    const names = cells(table, 'Player');
    await expect(names).toHaveCount(3);
    const served = await names.allTextContents();

    await test.step('a click on a header sorts, and the third click returns to the order of the server', async () => {
        await sortBy(table, 'Deposits').click();
        await expect(names).toHaveText(['Ref-9', 'Ref-11', 'Ref-10']);
        await expect(header(table, 'Deposits')).toHaveAttribute('aria-sort', 'descending');
        await sortBy(table, 'Deposits').click();
        await expect(names).toHaveText(['Ref-10', 'Ref-11', 'Ref-9']);
        await expect(header(table, 'Deposits')).toHaveAttribute('aria-sort', 'ascending');
        await sortBy(table, 'Deposits').click();
        await expect(names).toHaveText(served);
        await expect(header(table, 'Deposits')).not.toHaveAttribute('aria-sort');
    });

    await test.step('Enter and Space do the same', async () => {
        await sortBy(table, 'Player').focus();
        await page.keyboard.press('Enter');
        await expect(names).toHaveText(['Ref-9', 'Ref-10', 'Ref-11']);
        await expect(header(table, 'Player')).toHaveAttribute('aria-sort', 'ascending');
        await page.keyboard.press('Space');
        await expect(names).toHaveText(['Ref-11', 'Ref-10', 'Ref-9']);
        await expect(page.getByText('Only the rows on this page are sorted.')).toHaveCount(0);
    });

    await test.step('cards on a phone have a list of orders', async () => {
        await page.setViewportSize(phone);
        await page.getByLabel('Sort by').selectOption('Deposits, ascending');
        await expect(names).toHaveText(['Ref-10', 'Ref-11', 'Ref-9']);
    });

    await test.step('the portal sorts its lists too', async () => {
        const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
        await signUp(stranger, url as string);
        await stranger.goto('/portal/players');
        const players = stranger.getByRole('table', { name: 'Players' });
        await expect(cells(players, 'Player')).toHaveCount(3);
        await sortBy(players, 'Player').click();
        const aliases = (await api.items('/players')).map((player) => player.alias as string);
        const collator = new Intl.Collator('en-GB', { numeric: true });
        await expect(cells(players, 'Player')).toHaveText(aliases.sort((one, other) => collator.compare(one, other)));
    });
});

test('a list of several pages says that only this page is sorted', async ({ page, service, api }) => {
    const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10);
    // The page shows the newest 50. The oldest has the smallest exchange rate.
    const rates = Array.from({ length: 51 }, (_, at) => ({ date: day(at), from: 'SEK', to: 'EUR', rate: `${(at * 37) % 51}.5` }));
    await api.call('POST', '/fx-rates', { rates });
    await logIn(page, service.account);
    await page.goto('/console/settings/exchange-rates');
    await settled(page);
    const table = page.getByRole('table', { name: 'Exchange rates' });
    const note = page.getByText('Only the rows on this page are sorted.');
    await expect(note).toHaveCount(0);
    await sortBy(table, 'Exchange rate').click();
    await expect(cells(table, 'Exchange rate').first()).toHaveText('50.5');
    await expect(note).toBeVisible();
    await sortBy(table, 'Exchange rate').click();
    await expect(cells(table, 'Exchange rate').first()).toHaveText('1.5');
    await expect(cells(table, 'Exchange rate').nth(9)).toHaveText('10.5');
    await sortBy(table, 'Date').click();
    await expect(cells(table, 'Date').first()).toHaveText('2 Jan 2025');
    await sortBy(table, 'Date').click();
    await expect(cells(table, 'Date').first()).toHaveText('20 Feb 2025');
    await sortBy(table, 'Date').click();
    await expect(note).toHaveCount(0);
});
