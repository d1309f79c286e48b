import { expect, fraudTest as test } from './support/fixture';
import { settled, told } from './support/guard';
import { earners, month } from './support/monthEnd';
import { axeFindings } from './support/pages';
import { choose, logIn, signUp } from './support/people';

test.use({ journey: 'notice' });

test('home does not ask a viewer to decide', async ({ page, stranger, service, api }) => {
    const invited = await api.byAdmin('POST', '/users', { email: 'viewer@notice.example', role: 'viewer' });
    const { url } = await api.byAdmin('POST', `/users/${invited.id as string}/invite`);
    const applicant = await api.call('POST', '/affiliates', { name: 'Applicant', email: 'applicant@affiliates.example', status: 'pending' });
    await signUp(stranger, url as string);
    await stranger.goto('/console/');
    const waiting = stranger.getByRole('region', { name: 'Waiting for a decision' });
    await expect(waiting).toContainText('Applicant. Admins and managers can approve or suspend them.');
    await logIn(page, service.account);
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText('Applicant. Approve or suspend them.');
    // The next test has an applicant of its own.
    await api.call('PATCH', `/affiliates/${applicant.id as string}`, { status: 'approved' });
});

test('home shows what waits, a rule is tried and switched on, and a held statement is released with a reason', async ({ page, service, api }) => {
    const [id = ''] = await earners(api, ['Grey Market'], '75');
    await api.call('POST', '/affiliates', { name: 'Newcomer', email: 'new@affiliates.example', status: 'pending' });
    const [statement] = (await api.call('POST', '/statements/close', { period: month.period, affiliateId: id })).items as { id: string }[];
    const link = await api.call('POST', '/links', { affiliateId: id, brandId: service.account.brandId, destinationUrl: 'https://casino.example/join' });
    for (let count = 0; count < 8; ++count) await api.click(link.trackingUrl as string);
    await logIn(page, service.account);
    const waiting = page.getByRole('region', { name: 'Waiting for you' });

    await test.step('home shows pending affiliates and closed statements', async () => {
        await expect(waiting).toContainText('1 affiliate waits for approval');
        await expect(waiting).toContainText('Newcomer');
        await expect(waiting).toContainText('1 statement waits for a decision');
        await waiting.getByRole('link', { name: 'Review' }).click();
        await expect(page.getByRole('table').first()).toContainText('Newcomer');
    });

    await test.step('a rule is tried before it is switched on', async () => {
        await page.goto('/console/signals');
        await page.getByRole('link', { name: 'Open rules' }).click();
        await page.getByRole('button', { name: 'New rule' }).first().click();
        const form = page.getByRole('dialog', { name: 'New rule' });
        await form.getByLabel('Name').fill('Bursts');
        await form.getByLabel('Window').fill('1');
        await form.getByLabel('Most clicks').fill('5');
        await expect(form).toContainText('More than 5 clicks on one link in 1 minute.');
        await form.getByRole('button', { name: 'Try' }).click();
        await expect(form.getByRole('status')).toContainText('The rule would have found 1 signal of 1 affiliate');
        await expect(form.getByRole('status')).toContainText('8 clicks on one link in 1 minute. The rule allows 5.');
        expect(await api.items('/fraud-signals')).toEqual([]);
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
        await form.getByLabel('Hold statements').press('Space');
        await form.getByRole('switch', { name: /^Active/ }).press('Space');
        await form.getByRole('button', { name: 'Create rule' }).click();
        await expect(page.getByRole('table', { name: 'Fraud rules' })).toContainText('More than 5 clicks on one link in 1 minute');
        await expect(page.getByRole('table', { name: 'Fraud rules' })).toContainText('Active');
    });

    await test.step('home names the fraud signal, and the statement waits', async () => {
        await expect.poll(async () => (await api.items('/fraud-signals?state=open')).length).toBe(1);
        await page.goto('/console/');
        await expect(waiting).toContainText('Fraud signal: Grey Market');
        await expect(waiting).toContainText('8 clicks on one link in 1 minute. The rule allows 5. Their statements wait until you decide.');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
        await page.goto(`/console/statements/${statement?.id ?? ''}`);
        await expect(page.getByText('A fraud signal waits for a decision.')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
        await page.getByRole('link', { name: 'Review signals' }).click();
    });

    await test.step('it is released with a reason', async () => {
        await page.getByRole('table', { name: 'Fraud signals' }).getByText('8 clicks on one link').click();
        const details = page.getByRole('dialog', { name: 'Fraud signal' });
        await expect(details).toContainText('Statements of this affiliate cannot be approved or paid until you decide.');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
        await details.getByRole('button', { name: 'Release…' }).click();
        await details.getByRole('button', { name: 'Release', exact: true }).click();
        await expect(details).toContainText('Enter a reason');
        await details.getByLabel('Reason').fill('A stream was live');
        await details.getByRole('button', { name: 'Release', exact: true }).click();
        await expect(page.getByText('No open signals')).toBeVisible();
        await choose(page, 'State', 'Released');
        await expect(page.getByRole('table', { name: 'Fraud signals' })).toContainText('Released');
    });

    await test.step('the statement can be approved', async () => {
        await page.goto(`/console/statements/${statement?.id ?? ''}`);
        await page.getByRole('button', { name: 'Approve' }).click();
        await page.getByRole('dialog', { name: 'Approve this statement?' }).getByRole('button', { name: 'Approve' }).click();
        await told(page, 'Statement approved.');
    });
});

test('the commission behind a signal is reversed with a reason', async ({ page, service, api }) => {
    const rule = await api.call('POST', '/fraud-rules', { name: 'Too fast', kind: 'fastRegistration', parameters: { secondsMin: 3600 }, status: 'active' });
    const { affiliate, link } = await api.affiliate('Quick Sign-ups', '75');
    await api.event('registration', 'quick-player', { click_id: await api.click(link.trackingUrl as string) });
    await api.event('first_deposit', 'quick-player', { amount: '100', currency: 'EUR' });
    await expect.poll(async () => (await api.items(`/fraud-signals?ruleId=${rule.id as string}`)).length).toBe(1);
    await logIn(page, service.account);
    await page.goto('/console/signals');
    await page.getByRole('table', { name: 'Fraud signals' }).getByRole('row').filter({ hasText: 'Quick Sign-ups' }).click();
    const details = page.getByRole('dialog', { name: 'Fraud signal' });
    await details.getByRole('button', { name: 'Reverse commission…' }).click();
    const reverse = details.getByRole('button', { name: 'Reverse commission', exact: true });
    await reverse.click();
    await expect(details).toContainText('Enter a reason');
    await details.getByLabel('Reason').fill('Registered by a script');
    await reverse.click();
    await told(page, 'Commission reversed.');
    await choose(page, 'State', 'Reversed');
    await page.getByRole('table', { name: 'Fraud signals' }).getByRole('row').filter({ hasText: 'Quick Sign-ups' }).click();
    await expect(details).toContainText('Registered by a script');
    await expect(details.getByRole('button', { name: /commission/ })).toHaveCount(0);
    const accruals = await api.items(`/accruals?affiliateId=${affiliate.id as string}`);
    expect(accruals.map(({ amount, reason }) => [amount, reason])).toEqual(expect.arrayContaining([['75', 'earned'], ['-75', 'reversed']]));
    expect(accruals).toHaveLength(2);
});
