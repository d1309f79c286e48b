import { demoTest as test, expect } from './support/fixture';
import { consoleIds, filledIn, problemsOfAll } from './support/pages';
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

test('the console’s pages before the log-in', async ({ page, guard }) => {
    guard.allow(404, /\/auth\/invite$/);
    guard.allow(400, /\/auth\/invite$/);
    expect(await problemsOfAll(page, ['/console/login', '/console/invite'])).toEqual([]);
});

test('the console’s pages after the log-in', async ({ page, service, api }) => {
    test.setTimeout(1_500_000);
    await logIn(page, service.account);
    const ids = await consoleIds(api);
    const inside = pages.filter((one) => one !== '/login' && one !== '/invite');
    const paths = inside.flatMap((address) => ['', ...(views[address] ?? [])].map((view) => `/console${filledIn(address, ids)}${view}`));
    expect(await problemsOfAll(page, paths)).toEqual([]);
});
