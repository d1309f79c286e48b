import { lastMonth, type Api, type Json } from './support/api';
import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { phone } from './support/pages';
import { copied, forgetSession, logIn, signUp } from './support/people';

test.use({ journey: 'portal' });

// An affiliate with commission in the last month, which is closed.
async function earner(api: Api, name: string, cpa: string): Promise<{ affiliate: Json; link: Json; statement: Json; accrual: Json }> {
    const month = lastMonth();
    const { affiliate, link } = await api.affiliate(name, cpa);
    await api.player(link, `secret-player-of-${name.split(' ')[0]?.toLowerCase()}`, month.at);
    const { items } = await api.call('POST', '/statements/close', { period: month.period, affiliateId: affiliate.id });
    const [accrual] = await api.items(`/accruals?affiliateId=${affiliate.id as string}`);
    return { affiliate, link, statement: (items as Json[])[0] ?? {}, accrual: accrual ?? {} };
}

test('an affiliate is invited, signs up, creates a link and reads a statement with its explanation', async ({ page, stranger, service, api }) => {
    const month = lastMonth();
    const { affiliate } = await earner(api, 'Harbour Blog', '90');
    await logIn(page, service.account);

    const invitation = await test.step('the operator creates an invitation', async () => {
        await page.goto(`/console/affiliates/${affiliate.id as string}`);
        await page.getByRole('button', { name: 'Create invitation' }).click();
        return await copied(page, 'Invitation link');
    });

    await test.step('the affiliate signs up with it', async () => {
        await signUp(stranger, invitation);
        await expect(stranger.getByRole('button', { name: 'harbour.blog@example.com: account and appearance' })).toBeVisible();
    });

    await test.step('creates a link whose clicks count', async () => {
        await stranger.getByRole('link', { name: 'Links' }).first().click();
        await stranger.getByRole('button', { name: 'New link' }).first().click();
        const drawer = stranger.getByRole('dialog', { name: 'New link' });
        await drawer.getByLabel('Destination').fill('https://casino.example/spring');
        await drawer.getByLabel('Name').fill('Spring newsletter');
        await drawer.getByRole('button', { name: 'Create link' }).click();
        await expect(stranger.getByRole('heading', { level: 1, name: 'Spring newsletter' })).toBeVisible();
        const [made] = (await api.items(`/links?affiliateId=${affiliate.id as string}`)).filter((link) => link.name === 'Spring newsletter');
        await expect(stranger.getByText(made?.trackingUrl as string).or(stranger.getByText(made?.code as string)).first()).toBeVisible();
        expect(await api.click(made?.trackingUrl as string)).not.toBe('');
    });

    await test.step('reads the statement, line by line', async () => {
        await stranger.getByRole('link', { name: 'Statements' }).first().click();
        await stranger.getByRole('table', { name: 'Statements' }).getByRole('link', { name: month.words }).click();
        await expect(stranger.getByRole('heading', { level: 1, name: month.words })).toBeVisible();
        const lines = stranger.getByRole('region', { name: 'Lines' });
        await expect(lines).toContainText('€90.00');
    });

    await test.step('prints it, in dark letters and without the menu', async () => {
        await expect(stranger.getByText('Harbour Gaming: statement for Harbour Blog')).toBeHidden();
        await stranger.emulateMedia({ media: 'print', colorScheme: 'dark' });
        await expect(stranger.getByText('Harbour Gaming: statement for Harbour Blog')).toBeVisible();
        for (const one of await stranger.getByRole('navigation', { includeHidden: true }).all()) await expect(one).toBeHidden();
        await expect(stranger.getByRole('button', { name: /account and appearance/ })).toBeHidden();
        await expect(stranger.getByRole('link', { name: 'CSV' })).toBeHidden();
        const title = stranger.getByRole('heading', { level: 1, name: month.words });
        await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
        await expect.poll(async () => (await title.boundingBox())?.x).toBeLessThan(100);
        for (const text of ['CPA', '€90.00']) await expect(stranger.getByRole('region', { name: 'Lines' }).getByText(text).first()).toBeVisible();
        await stranger.emulateMedia({ media: 'screen', colorScheme: 'light' });
    });

    await test.step('opens a line', async () => {
        const lines = stranger.getByRole('region', { name: 'Lines' });
        await lines.getByRole('button', { name: /CPA/ }).click();
        await lines.getByRole('link').first().click();
    });

    await test.step('and the explanation of an amount', async () => {
        await expect(stranger.getByRole('heading', { level: 1, name: 'Explanation' })).toBeVisible();
        await expect(stranger.getByRole('main')).toContainText('€90.00');
        await expect(stranger.getByRole('main')).toContainText('A visitor clicked your link');
        await expect(stranger.getByRole('link', { name: 'Harbour Blog link' })).toBeVisible();
        // Affiliates must not see the operator's reference of a player.
        expect(await stranger.content()).not.toContain('secret-player-of-harbour');
    });
});

test('the list of players says once what is missing and breaks no word; on a phone the hidden menu takes no focus', async ({ page, api }) => {
    const { affiliate, link, deal } = await api.affiliate('Clear Words', '10');
    await api.call('PATCH', `/deals/${deal.id as string}`, { terms: { currency: 'EUR', cpa: { amount: '10', minFirstDeposit: '500', qualifyWithinDays: 30 }, revShare: { rate: '20' } } });
    await api.player(link, 'player-of-clear-words');
    await api.event('registration', 'second-of-clear-words', { click_id: await api.click(link.trackingUrl as string) });
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await api.reported();
    await signUp(page, url as string);

    await test.step('players', async () => {
        await page.goto('/portal/players');
        const table = page.getByRole('table', { name: 'Players' });
        await expect(table.getByRole('row')).toHaveCount(3);
        await settled(page);
        await expect(table).toContainText('days left');
        expect((await table.innerText()).match(/days left/g)).toHaveLength(1);
        // The narrowest layout of the table still has whole words.
        const broken = await table.evaluate((found: HTMLTableElement) => {
            found.style.width = 'min-content';
            const words: string[] = [];
            const texts = document.createTreeWalker(found.tBodies[0] ?? found, NodeFilter.SHOW_TEXT);
            for (let text = texts.nextNode(); text; text = texts.nextNode())
                for (const word of (text.textContent ?? '').matchAll(/[\p{L}\d]+/gu)) {
                    const range = document.createRange();
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word[0]);
                }
            found.style.width = '';
            return words;
        });
        expect(broken).toEqual([]);
        // On a phone, the reasons of a player are below each other.
        await expect(table.locator('td[data-label="Not paid yet"] > *')).toHaveCount(2);
    });

    await test.step('the dashboard says what it compares', async () => {
        await page.goto('/portal/?period=today');
        await expect(page.getByText(/compared with the same hours of/)).toBeVisible();
    });

    await test.step('the menu of a phone', async () => {
        await page.setViewportSize(phone);
        await page.goto('/portal/');
        await settled(page);
        for (let at = 0; at < 8; at++) {
            await page.keyboard.press('Tab');
            const left = await page.evaluate(() => document.activeElement?.getBoundingClientRect().left ?? 0);
            expect(left, await page.evaluate(() => document.activeElement?.textContent ?? '')).toBeGreaterThanOrEqual(0);
        }
        await page.getByRole('button', { name: 'Open the menu' }).click();
        await page.getByRole('link', { name: 'My deal' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'My deal' })).toBeVisible();
    });
});

test('an invitation works once', async ({ page, api, guard }) => {
    const { affiliate } = await api.affiliate('Once Only', '10');
    const { url } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);
    await signUp(page, url as string);
    await forgetSession(page);
    guard.allow(404, /\/auth\/invite$/);
    await page.goto(url as string);
    await expect(page.getByRole('heading', { name: 'Invitation not valid' })).toBeVisible();
});

// Resets the branding of the portal, which one test changes.
test.afterEach(async ({ api }) => {
    await api.call('PATCH', '/operator', { portal: null });
});

test('on its own domain the portal has the operator’s name, colour and logo', async ({ page, service, api, request }) => {
    const console = await (await request.get('/console/')).text();
    const [, icon] = /rel="icon"[^>]*href="([^"]+)"/.exec(console) ?? [];
    const home = `http://partners.localhost:${service.port}`;
    // An image that every server has.
    const logoUrl = `${home}${icon ?? ''}`;
    await api.call('PATCH', '/operator', {
        portal: { name: 'Compass Partners', primaryColor: '#8a1c5b', logoUrl, domains: ['partners.localhost'] },
    });
    const { affiliate } = await api.affiliate('Domain Dweller', '10');
    const { token } = await api.byAdmin('POST', `/affiliates/${affiliate.id as string}/invite`);

    await page.goto(`${home}/login`);
    await expect(page.getByRole('main')).toContainText('Compass Partners');
    await expect(page).toHaveTitle(/Compass Partners/);
    const logo = page.locator(`img[src="${logoUrl}"]`);
    await expect(logo).toBeVisible();
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    // A shade of the operator's colour with enough contrast, so only the hue is checked: reddish purple.
    await expect(async () => {
        const background = await page.getByRole('button', { name: 'Continue' }).evaluate((button) => getComputedStyle(button).backgroundColor);
        const [red = 0, green = 0, blue = 0] = (background.match(/\d+/g) ?? []).map(Number);
        expect(red, background).toBeGreaterThan(blue);
        expect(blue, background).toBeGreaterThan(green);
    }).toPass({ timeout: 120_000 });

    await signUp(page, `${home}/invite?token=${token as string}`);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('link', { name: 'Statements' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/statements');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
});

test('an affiliate cannot see the data of another one', async ({ page, api, guard }) => {
    const other = await earner(api, 'Rival House', '77');
    const own = await earner(api, 'Honest Pages', '33');
    const { url } = await api.byAdmin('POST', `/affiliates/${own.affiliate.id as string}/invite`);
    await signUp(page, url as string);
    guard.allow(404, /^\/api\/v1\/portal\//);
    guard.allow(403, /^\/api\/v1\//);
    guard.allow(400, /^\/api\/v1\/portal\/reports\/query$/);

    await test.step('not on the pages', async () => {
        const foreign = [`/portal/links/${other.link.linkId as string}`, `/portal/statements/${other.statement.id as string}`, `/portal/accruals/${other.accrual.id as string}`];
        for (const path of foreign) {
            await page.goto(path);
            await expect(page.getByText('Not found'), path).toBeVisible();
            expect(await page.content(), path).not.toMatch(/Rival House|€77\.00|secret-player/);
        }
        // The same URLs with the affiliate's own ids show data.
        await page.goto(`/portal/accruals/${own.accrual.id as string}`);
        await expect(page.getByRole('main')).toContainText('€33.00');
    });

    await test.step('and not by requests from the page', async () => {
        const ask = (path: string, init?: RequestInit) =>
            page.evaluate(
                async ([where, options]) => {
                    const answer = await fetch(`/api/v1${where}`, options);
                    return { status: answer.status, text: await answer.text() };
                },
                [path, init] as const,
            );
        const change = (body: object, method = 'PATCH') => ({ method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
        const days = { groupKeys: ['date'], metrics: ['click_count'], startDate: '2026-01-01', endDate: '2026-01-31' };
        const refused: [string, number, RequestInit?][] = [
            [`/portal/links/${other.link.linkId as string}`, 404],
            [`/portal/links/${other.link.linkId as string}`, 404, change({ name: 'mine now' })],
            [`/portal/statements/${other.statement.id as string}`, 404],
            [`/portal/statements/${other.statement.id as string}?format=csv`, 404],
            [`/portal/accruals/${other.accrual.id as string}/explain`, 404],
            ['/portal/reports/query', 400, change({ ...days, filters: { affiliate: [other.affiliate.id] } }, 'POST')],
            [`/affiliates/${other.affiliate.id as string}`, 403],
            [`/affiliates`, 403],
            [`/statements/${other.statement.id as string}`, 403],
            [`/players`, 403],
            [`/users`, 403],
        ];
        for (const [path, status, init] of refused) {
            const answer = await ask(path, init);
            expect(answer.status, path).toBe(status);
            expect(answer.text, path).not.toMatch(/Rival House|77\.00|secret-player/);
        }
        expect((await api.call('GET', `/links/${other.link.linkId as string}`)).name).toBe('Rival House link');
        for (const path of ['/portal/links', '/portal/statements', '/portal/accruals']) {
            const { status, text } = await ask(path);
            expect(status, path).toBe(200);
            expect(text, path).not.toMatch(/Rival House|secret-player/);
        }
    });
});
