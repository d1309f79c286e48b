import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { logIn, signUp } from './support/people';

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
});
