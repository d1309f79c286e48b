import { expect, test } from './support/fixture';
import { logIn, signUp } from './support/people';

test.use({ journey: 'audit' });

test('the audit log shows a saved report with a relative period', async ({ page, service, api }) => {
    await api.call('POST', '/report-presets', { name: 'Thirty days', groupKeys: ['date'], metrics: ['click_count'], period: 'last30Days' });
    await logIn(page, service.account);
    await page.goto('/console/settings/audit-log');
    const entry = page.getByRole('list', { name: 'Changes' }).getByRole('listitem').filter({ hasText: 'Thirty days' });
    await expect(entry).toContainText('Created saved report Thirty days');
    await entry.getByRole('button').click();
    await expect(entry).toContainText('last30Days');
});

test('an entry that cannot be shown does not hide the others', async ({ page, service, api, guard }) => {
    await api.affiliate('Readable Partner', '50');
    // A newer server can send a value that this page cannot format.
    guard.allowMessage(/Invalid time value/);
    await page.route('**/api/v1/audit-log?*', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { items: { action: string; at: string }[] };
        const broken = body.items.find((one) => one.action === 'deal.create');
        if (broken) broken.at = 'not a time';
        await route.fulfill({ response: answer, json: body });
    });
    await logIn(page, service.account);
    await page.goto('/console/settings/audit-log');
    const entries = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await expect(entries.filter({ hasText: 'This entry cannot be shown: deal.create of deal/' })).toHaveCount(1);
    await expect(entries.filter({ hasText: 'Created affiliate Readable Partner' })).toHaveCount(1);
    await expect(page.getByText('This page failed')).toBeHidden();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the pages of an affiliate and of a deal lead to their changes', async ({ page, service, api }) => {
    const { affiliate, deal } = await api.affiliate('Asked About', '50');
    await api.affiliate('Somebody Else', '50');
    await logIn(page, service.account);
    await page.goto(`/console/affiliates/${affiliate.id as string}`);
    await page.getByRole('link', { name: 'Who changed it?' }).click();
    const entries = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await expect(entries).toHaveCount(1);
    await expect(entries.first()).toContainText('Created affiliate Asked About');

    await test.step('the deal', async () => {
        await api.call('PATCH', `/deals/${deal.id as string}`, { name: 'Asked About Again' });
        await page.goto(`/console/deals/${deal.id as string}`);
        await page.getByRole('link', { name: 'Who changed it?' }).click();
        await expect(entries).toHaveCount(2);
        await expect(entries.first()).toContainText('Changed deal Asked About Again');
        await expect(entries.last()).toContainText('Created deal Asked About CPA');
        await page.goto(`/console/deals/${deal.id as string}?tab=versions`);
        await page.getByRole('link', { name: 'Who changed it?' }).click();
        await expect(entries).toHaveCount(2);
    });
});

test('a viewer reads who made a change, and no address', async ({ page, service, api }) => {
    const affiliate = await api.byAdmin('POST', '/affiliates', { name: 'Changed By Hand', email: 'hand@affiliates.example' });
    const { inviteUrl } = await api.byAdmin('POST', '/users', { email: 'viewer@audit.example', role: 'viewer' });
    await signUp(page, inviteUrl as string);
    await page.goto(`/console/settings/audit-log?subject=${encodeURIComponent(`affiliate/${affiliate.id as string}`)}`);
    const [author = ''] = service.account.adminEmail.split('@');
    const entries = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await expect(entries).toHaveCount(1);
    await expect(entries.first()).toContainText(`${author} · Created affiliate Changed By Hand`);
    await expect(entries.first()).not.toContainText('@');
});
