import { demoTest as test, expect } from './support/fixture';
import { filledIn, portalIds, problemsOfAll } from './support/pages';
import { logIn } from './support/people';
import { entryPages, pagesOf } from './support/routes';

const pages = pagesOf('portal');
const views: Record<string, string[]> = { '/links': ['?create=true'], '/statements/$statementId': ['?line=1'] };

test('the portal’s pages are found', () => {
    expect(pages.length).toBeGreaterThanOrEqual(10);
    for (const page of Object.keys(views)) expect(pages).toContain(page);
});

test('the portal’s pages before the log-in', async ({ page, guard }) => {
    guard.allow(404, /\/auth\/(invite|reset)$/);
    guard.allow(400, /\/auth\/(invite|reset)$/);
    expect(await problemsOfAll(page, entryPages.map((one) => '/portal' + one))).toEqual([]);
});

test('the portal’s pages after the log-in', async ({ page, service }) => {
    test.setTimeout(1_500_000);
    // The demo prints its most successful affiliate first.
    const [, adminEmail = ''] = /Portal .*\n +(\S+@\S+)/.exec(service.welcome) ?? [];
    await logIn(page, { adminEmail, adminPassword: service.account.adminPassword }, '/portal/');
    const ids = await portalIds(page);
    const inside = pages.filter((one) => !entryPages.includes(one));
    const paths = inside.flatMap((address) => ['', ...(views[address] ?? [])].map((view) => `/portal${filledIn(address, ids)}${view}`));
    expect(await problemsOfAll(page, paths)).toEqual([]);
});
