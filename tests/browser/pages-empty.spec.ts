import { expect, test } from './support/fixture';
import { follow, problemsOfAll } from './support/pages';
import { logIn } from './support/people';
import { consoleEntryPages, pagesOf } from './support/routes';

test.use({ journey: 'empty' });

// A new operator has no data, and every list must say so.
test('the pages of an operator without data', async ({ page, service }) => {
    await logIn(page, service.account);
    const lists = pagesOf('console').filter((address) => !address.includes('$') && !consoleEntryPages.includes(address));
    expect(lists.length).toBeGreaterThan(15);
    // As links open them: pages-console.spec.ts loads each of them by its URL.
    expect(await problemsOfAll(page, lists.map((address) => `/console${address}`), follow)).toEqual([]);
});
