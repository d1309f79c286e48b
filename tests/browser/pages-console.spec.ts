import { consolePages, consolePaths, consoleViews } from './support/console';
import { demoTest as test, expect } from './support/fixture';
import { problemsOfAll } from './support/pages';
import { logIn } from './support/people';
import { consoleEntryPages } from './support/routes';

test('the console’s pages are found', () => {
    expect(consolePages.length).toBeGreaterThanOrEqual(25);
    expect(consolePages).toContain('/settings/brands');
    for (const page of Object.keys(consoleViews)) expect(consolePages).toContain(page);
});

test('the console’s pages before the log-in', async ({ page, guard }) => {
    guard.allow(404, /\/auth\/(invite|reset)$/);
    guard.allow(400, /\/auth\/(invite|reset)$/);
    expect(await problemsOfAll(page, consoleEntryPages.map((one) => '/console' + one))).toEqual([]);
});

// The pages of one object are in pages-console-details.spec.ts, which runs at the same time.
test('the console’s pages after the log-in', async ({ page, service }) => {
    test.setTimeout(1_500_000);
    await logIn(page, service.account);
    expect(await problemsOfAll(page, consolePaths('others'))).toEqual([]);
});
