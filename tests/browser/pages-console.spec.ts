import { demoTest as test, expect } from './support/fixture';
import { consoleIds, filledIn, problemsOf } from './support/pages';
import { logIn } from './support/people';
import { pagesOf } from './support/routes';

const pages = pagesOf('console');
// Views of a page that a parameter of its URL selects.
const views: Record<string, string[]> = {
    '/affiliates/$affiliateId': ['?tab=deals', '?tab=links', '?tab=players', '?tab=statements', '?tab=sources'],
    '/affiliates': ['?create=true'],
    '/campaigns': ['?tab=creatives'],
    '/deals/$dealId': ['?tab=versions'],
    '/links': ['?create=true'],
};

test('the console’s pages are found', () => {
    expect(pages.length).toBeGreaterThanOrEqual(25);
    expect(pages).toContain('/settings/brands');
    for (const page of Object.keys(views)) expect(pages).toContain(page);
});

test.describe('before the login', () => {
    for (const address of ['/login', '/invite'])
        test(`console ${address}`, async ({ page, guard }) => {
            guard.allow(404, /\/auth\/invite$/);
            guard.allow(400, /\/auth\/invite$/);
            expect(await problemsOf(page, `/console${address}`)).toEqual([]);
        });
});

test.describe('after it', () => {
    let cookies: Awaited<ReturnType<import('@playwright/test').BrowserContext['cookies']>> = [];
    let ids: Record<string, string> = {};
    test.beforeEach(async ({ page, context, service, api }) => {
        if (cookies.length === 0) {
            await logIn(page, service.account);
            cookies = await context.cookies();
            ids = await consoleIds(api);
        }
        await context.addCookies(cookies);
    });
    for (const address of pages.filter((one) => one !== '/login' && one !== '/invite'))
        for (const view of ['', ...(views[address] ?? [])])
            test(`console ${address}${view}`, async ({ page }) => {
                expect(await problemsOf(page, `/console${filledIn(address, ids)}${view}`)).toEqual([]);
            });
});
