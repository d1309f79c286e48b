import { demoTest as test, expect } from './support/fixture';
import { consoleIds, filledIn, follow } from './support/pages';
import { logIn } from './support/people';
import { entryPages, pagesOf } from './support/routes';

// Settings that only admins see. The server refuses their data to other roles.
const adminsOnly = ['/settings/users', '/settings/api-keys', '/settings/webhooks'];

// The guard fails a test for every error answer, so it finds pages that request data the role may not read. The pages are
// opened as links open them; pages-console.spec.ts loads each of them by its URL.
for (const role of ['manager', 'finance', 'viewer'])
    test(`a ${role} can open every page of the console that it has a link to`, async ({ page, api, service }) => {
        const [, adminEmail = ''] = new RegExp(`(\\S+@\\S+) \\(${role}\\)`).exec(service.welcome) ?? [];
        await logIn(page, { adminEmail, adminPassword: service.account.adminPassword });
        const ids = await consoleIds(api);
        for (const address of pagesOf('console')) {
            if ([...entryPages, ...adminsOnly].includes(address)) continue;
            await follow(page, `/console${filledIn(address, ids)}`);
        }
        await follow(page, '/console/settings');
        await expect(page.getByRole('link', { name: 'Brands' })).toBeVisible();
        for (const name of ['Users', 'API keys', 'Webhooks']) await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
        for (const thing of ['affiliate', 'deal', 'campaign']) {
            await follow(page, `/console/${thing}s`);
            await expect(page.getByText(`New ${thing}`, { exact: true })).toHaveCount(role === 'manager' ? 1 : 0);
        }
    });
