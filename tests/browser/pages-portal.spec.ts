import { demoTest as test, expect } from './support/fixture';
import { filledIn, portalIds, problemsOf } from './support/pages';
import { logIn } from './support/people';
import { pagesOf } from './support/routes';

const pages = pagesOf('portal');
const views: Record<string, string[]> = { '/links': ['?create=true'], '/statements/$statementId': ['?line=1'] };

test('the portal’s pages are found', () => {
    expect(pages.length).toBeGreaterThanOrEqual(10);
    for (const page of Object.keys(views)) expect(pages).toContain(page);
});

test.describe('before the login', () => {
    for (const address of ['/login', '/invite'])
        test(`portal ${address}`, async ({ page, guard }) => {
            guard.allow(404, /\/auth\/invite$/);
            guard.allow(400, /\/auth\/invite$/);
            expect(await problemsOf(page, `/portal${address}`)).toEqual([]);
        });
});

test.describe('after it', () => {
    let cookies: Awaited<ReturnType<import('@playwright/test').BrowserContext['cookies']>> = [];
    let ids: Record<string, string> = {};
    test.beforeEach(async ({ page, context, service }) => {
        if (cookies.length === 0) {
            // The demo prints its most successful affiliate first.
            const [, adminEmail = ''] = /Portal .*\n +(\S+@\S+)/.exec(service.welcome) ?? [];
            await logIn(page, { adminEmail, adminPassword: service.account.adminPassword }, '/portal/');
            cookies = await context.cookies();
            ids = await portalIds(page);
        }
        await context.addCookies(cookies);
    });
    for (const address of pages.filter((one) => one !== '/login' && one !== '/invite'))
        for (const view of ['', ...(views[address] ?? [])])
            test(`portal ${address}${view}`, async ({ page }) => {
                expect(await problemsOf(page, `/portal${filledIn(address, ids)}${view}`)).toEqual([]);
            });
});
