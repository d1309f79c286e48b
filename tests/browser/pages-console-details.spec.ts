import { consolePaths } from './support/console';
import { demoTest as test, expect } from './support/fixture';
import { consoleIds, filledIn, problemsOfAll } from './support/pages';
import { logIn } from './support/people';

test('the console’s pages of one object', async ({ page, service, api }) => {
    test.setTimeout(1_500_000);
    await logIn(page, service.account);
    const ids = await consoleIds(api);
    const paths = consolePaths('details').map((address) => filledIn(address, ids));
    expect(paths.length).toBeGreaterThanOrEqual(10);
    expect(await problemsOfAll(page, paths)).toEqual([]);
});
