import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { axeFindings, phone } from './support/pages';
import { logIn, searchFor, signUp } from './support/people';
import { lastMonth } from './support/api';

test.use({ journey: 'search' });

test('the search box finds anything by keyboard', async ({ page, service, api }) => {
    const { affiliate, link, deal } = await api.affiliate('Streamer Max', '60');
    const { at, period, words } = lastMonth();
    await api.player(link, 'Ref-77-max', at);
    await api.call('POST', '/statements/close', { period });
    await api.call('POST', '/campaigns', { brandId: service.account.brandId, name: 'Maximum offer' });
    const [player] = await api.items('/players?search=Ref-77');
    await logIn(page, service.account);
    const box = page.getByRole('combobox', { name: 'Find anything' });
    const results = page.getByRole('listbox', { name: 'Results' });
    const group = (name: string) => results.getByRole('group', { name, exact: true });
    const opens = async (text: string, heading: string) => {
        await searchFor(page, text, '/');
        await expect(results.getByRole('option', { name: heading }).first()).toHaveAttribute('aria-selected', 'true');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(box).toBeHidden();
    };

    await test.step('results are grouped, and the arrow keys move through them', async () => {
        await searchFor(page, 'STREAMER max');
        await expect(group('Affiliates')).toContainText('Streamer Max');
        await expect(group('Links')).toContainText('Streamer Max link');
        await expect(group('Deals')).toContainText('Streamer Max CPA');
        await expect(group('Statements')).toContainText(words);
        await expect(group('Statements')).toContainText('€60.00');
        const options = results.getByRole('option');
        await expect(options.first()).toHaveAttribute('aria-selected', 'true');
        await page.keyboard.press('ArrowDown');
        await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowUp');
        await expect(options.last()).toHaveAttribute('aria-selected', 'true');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(box).toBeHidden();
    });

    await test.step('Enter opens what is selected', async () => {
        await opens('streamer max', 'Streamer Max');
        expect(page.url()).toContain(affiliate.id as string);
        await opens(link.code as string, 'Streamer Max link');
        await opens((link.shortUrl as string) + '?sub1=a', 'Streamer Max link');
        await opens('max cpa', deal.name as string);
        await opens('ref-77', 'Ref-77-max');
        await opens((player?.alias as string).toLowerCase(), 'Ref-77-max');
        await opens('maximum', 'Maximum offer');
    });

    await test.step('pages and actions are found too, also from within a field', async () => {
        await opens('audit', 'Audit log');
        await opens('webhooks', 'Webhooks');
        await page.goto('/console/players');
        await page.getByLabel('Reference or portal name').focus();
        await searchFor(page, 'new deal');
        await expect(group('Actions')).toContainText('New deal');
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(/\/deals\/new/);
    });

    await test.step('a text without a match says so', async () => {
        await searchFor(page, 'qqqqqq');
        await expect(page.getByText('Nothing matches').first()).toBeVisible();
        await page.keyboard.press('Escape');
    });

    await test.step('on a phone', async () => {
        await page.setViewportSize(phone);
        await page.goto('/console/');
        await page.getByRole('button', { name: 'Search' }).click();
        await box.fill('streamer');
        await group('Affiliates').getByRole('option').first().click();
        await expect(page.getByRole('heading', { level: 1, name: 'Streamer Max' })).toBeVisible();
    });
});

test('letters that are typed before the search box is there are in it', async ({ page, service }) => {
    await logIn(page, service.account);
    await settled(page);
    const box = page.getByRole('combobox', { name: 'Find anything' });
    let deliver = () => {};
    const delivered = new Promise<void>((resolve) => (deliver = resolve));
    await page.route('**/assets/SearchBox-*.js', async (route) => {
        await delivered;
        await route.continue();
    });
    const asked = page.waitForRequest('**/assets/SearchBox-*.js');
    await page.keyboard.press('/');
    await page.keyboard.type('au/dix');
    await page.keyboard.press('Backspace');
    await asked;
    await expect(box).toHaveCount(0);
    deliver();
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('au/di');
    await page.keyboard.type('t');
    await expect(box).toHaveValue('au/dit');
    await page.keyboard.press('Escape');
    await expect(box).toBeHidden();

    // Now the box is loaded, but it still needs a moment to open.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('brands');
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('brands');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('x');
    await expect(box).toHaveValue('brandsx');
});

test('a viewer finds no people and no actions that change something', async ({ page, stranger, service, api }) => {
    const invited = await api.byAdmin('POST', '/users', { email: 'viewer.of@people.example', role: 'viewer' });
    const { url } = await api.byAdmin('POST', `/users/${invited.id as string}/invite`);
    await signUp(stranger, url as string);
    await logIn(page, service.account);
    for (const [who, people, actions] of [
        [page, 1, 1],
        [stranger, 0, 0],
    ] as const) {
        await who.goto('/console/');
        await settled(who);
        const answer = who.getByRole('dialog', { name: 'Find anything' }).getByRole('status');
        const box = await searchFor(who, 'new deal');
        await expect(answer).toHaveText(/result|Nothing matches/);
        await expect(who.getByRole('option', { name: 'New deal' })).toHaveCount(actions);
        await box.fill('viewer.of@people');
        await expect(answer).toHaveText(/result|Nothing matches/);
        await expect(who.getByRole('group', { name: 'People' })).toHaveCount(people);
    }
});
