import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixture';
import { told, type Guard } from './support/guard';
import { copied, logIn, signUp } from './support/people';

test.use({ journey: 'outbox' });

// A receiver on this machine. It answers `status` and notes what it gets.
class Receiver {
    status = 200;
    readonly got: { url: string; headers: Record<string, unknown> }[] = [];
    private readonly server: Server = createServer((request, response) => {
        this.got.push({ url: request.url ?? '', headers: request.headers });
        response.statusCode = this.status;
        response.end('ok');
    });

    async open(): Promise<string> {
        await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready));
        return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    close(): void {
        this.server.closeAllConnections();
        this.server.close();
    }
}

test('a postback is created, tested, delivered and sent again', async ({ page, service, api, guard }) => {
    const receiver = new Receiver();
    const url = await receiver.open();
    const affiliate = await api.call('POST', '/affiliates', { name: 'Best Odds', email: 'ann@best-odds.example' });
    const link = await api.call('POST', '/links', { affiliateId: affiliate.id, brandId: service.account.brandId, destinationUrl: 'https://casino.example/' });
    await logIn(page, service.account);
    await page.goto('/console/postbacks');
    await expect(page.getByText('No postbacks yet')).toBeVisible();
    await page.getByRole('button', { name: 'New postback' }).first().click();
    const form = page.getByRole('dialog', { name: 'New postback' });
    await form.getByLabel('Affiliate').click();
    await page.getByRole('option', { name: 'Best Odds' }).click();
    await form.getByLabel('Name').fill('Tracker');
    guard.allow(400, /\/postbacks$/);
    await form.getByLabel('URL').fill(`${url}/p?e={wrong}`);
    await form.getByRole('button', { name: 'Create postback' }).click();
    await expect(form.getByText(/Unknown macro \{wrong\} at position/)).toBeVisible();
    await form.getByLabel('URL').fill(`${url}/p?e={event}&token=abc`);
    await form.getByRole('button', { name: 'Create postback' }).click();
    await page.getByRole('row').filter({ hasText: 'Tracker' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('The receiver accepted the test')).toBeVisible();
    await expect(page.getByText('token=***')).toBeVisible();
    expect(receiver.got[0]?.url).toBe('/p?e=registration&token=abc');

    const clickId = await api.click(`${service.url}/api/v1/track/click/${String(link.linkId)}`);
    await api.event('registration', 'p-1', { click_id: clickId });
    await expect.poll(async () => (await api.items('/deliveries')).map(({ status }) => status as string)).toEqual(['delivered']);
    await page.goto('/console/deliveries');
    const row = page.getByRole('row').filter({ hasText: 'Registration' });
    await expect(row).toContainText('Delivered');
    await row.click();
    const details = page.getByRole('dialog', { name: 'Delivery' });
    await expect(details.getByRole('table', { name: 'Attempts' })).toContainText('200');
    const before = receiver.got.length;
    guard.allow(503, /\/replay$/);
    const busy = { type: 'about:blank', title: 'Service Unavailable', status: 503, detail: 'The ledger is busy. Try again.' };
    await page.route('**/deliveries/*/replay', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: busy }), { times: 1 });
    await details.getByRole('button', { name: 'Send again' }).click();
    await expect(details.getByRole('alert')).toContainText('The ledger is busy');
    await details.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => receiver.got.length).toBeGreaterThan(before);
    receiver.close();
});

test('an accrual shows its messages, and those of a day are sent again', async ({ page, stranger, service, api }) => {
    const receiver = new Receiver();
    const url = await receiver.open();
    const deal = await api.call('POST', '/deals', { name: 'Leads', terms: { currency: 'EUR', cpl: { amount: '5' } } });
    const affiliate = await api.call('POST', '/affiliates', { name: 'Range Odds', email: 'ann@range-odds.example', dealIds: [deal.id] });
    const link = await api.call('POST', '/links', { affiliateId: affiliate.id, brandId: service.account.brandId, destinationUrl: 'https://casino.example/' });
    const postback = await api.call('POST', '/postbacks', { affiliateId: affiliate.id, name: 'Ranged', triggers: ['commission'], url: `${url}/r` });
    const clickId = await api.click(`${service.url}/api/v1/track/click/${String(link.linkId)}`);
    await api.event('registration', 'p-range', { click_id: clickId });
    const deliveries = `/deliveries?destinationId=${String(postback.id)}`;
    await expect.poll(async () => (await api.items(deliveries)).map(({ status }) => status as string)).toEqual(['delivered']);
    const [accrual] = await api.items(`/accruals?affiliateId=${String(affiliate.id)}`);
    await logIn(page, service.account);
    await page.goto(`/console/accruals/${String(accrual?.id)}`);
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages).toContainText('Delivered');
    await messages.getByRole('link', { name: 'Messages about this accrual' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Ranged' })).toHaveCount(1);

    const invitation = await api.byAdmin('POST', `/affiliates/${String(affiliate.id)}/invite`);
    await signUp(stranger, String(invitation.url));
    await stranger.goto(`/portal/accruals/${String(accrual?.id)}`);
    const own = stranger.getByRole('region', { name: 'Messages' });
    await expect(own).toContainText('Delivered');
    await own.getByRole('link', { name: 'Messages to your postbacks' }).click();
    await expect(stranger.getByRole('row').filter({ hasText: 'Ranged' })).toHaveCount(1);

    await page.getByRole('button', { name: 'Send a range again' }).click();
    const form = page.getByRole('dialog', { name: 'Send a range again' });
    await form.getByRole('button', { name: 'Send again' }).click();
    await expect(form.getByText('Choose a destination')).toBeVisible();
    await form.getByRole('combobox', { name: 'Destination' }).click();
    await page.getByRole('option', { name: 'Ranged' }).click();
    await form.getByLabel('First day').fill('2020-01-01');
    await form.getByLabel('Last day').fill('2099-12-31');
    await form.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('1 message is sent again.')).toBeVisible();
    await expect.poll(() => receiver.got.length).toBe(2);
    receiver.close();
});

test('an affiliate defines a postback for one of its links', async ({ stranger, service, api }) => {
    const receiver = new Receiver();
    const url = await receiver.open();
    const affiliate = await api.call('POST', '/affiliates', { name: 'Own Odds', email: 'ann@own-odds.example', postbacksAllowed: true });
    const own = { affiliateId: affiliate.id, brandId: service.account.brandId, destinationUrl: 'https://casino.example/' };
    const [blog, mail] = [await api.call('POST', '/links', { ...own, name: 'Blog' }), await api.call('POST', '/links', { ...own, name: 'Newsletter' })];
    const invitation = await api.byAdmin('POST', `/affiliates/${String(affiliate.id)}/invite`);
    await signUp(stranger, String(invitation.url));
    await stranger.goto('/portal/postbacks');
    await expect(stranger.getByText('No postbacks yet')).toBeVisible();
    await stranger.getByRole('button', { name: 'New postback' }).first().click();
    const form = stranger.getByRole('dialog', { name: 'New postback' });
    await form.getByLabel('Name').fill('Blog tracker');
    await form.getByLabel('URL').fill(`${url}/own?link={link}`);
    await form.getByRole('combobox', { name: 'Link' }).click();
    await stranger.getByRole('option', { name: 'Blog' }).click();
    await form.getByRole('button', { name: 'Create postback' }).click();
    await expect(stranger.getByRole('row').filter({ hasText: 'Blog tracker' })).toBeVisible();
    for (const [player, link] of [['p-mail', mail], ['p-blog', blog]] as const) {
        const clickId = await api.click(`${service.url}/api/v1/track/click/${String(link.linkId)}`);
        await api.event('registration', player, { click_id: clickId });
    }
    await expect.poll(() => receiver.got.map((one) => one.url)).toEqual([`/own?link=${String(blog.code)}`]);
    receiver.close();
});

test('an affiliate sends a message of its postback again', async ({ stranger, service, api }) => {
    const receiver = new Receiver();
    const url = await receiver.open();
    const affiliate = await api.call('POST', '/affiliates', { name: 'Replay Odds', email: 'ann@replay-odds.example', postbacksAllowed: true });
    const link = await api.call('POST', '/links', { affiliateId: affiliate.id, brandId: service.account.brandId, destinationUrl: 'https://casino.example/' });
    await api.call('POST', '/postbacks', { affiliateId: affiliate.id, name: 'Own tracker', triggers: ['registration'], url: `${url}/p` });
    const invitation = await api.byAdmin('POST', `/affiliates/${String(affiliate.id)}/invite`);
    await signUp(stranger, String(invitation.url));
    const clickId = await api.click(`${service.url}/api/v1/track/click/${String(link.linkId)}`);
    await api.event('registration', 'p-2', { click_id: clickId });
    const row = stranger.getByRole('row').filter({ hasText: 'Own tracker' });
    await expect(async () => {
        await stranger.goto('/portal/deliveries');
        await expect(row).toContainText('Delivered', { timeout: 4000 });
    }).toPass();
    await row.click();
    await stranger.getByRole('dialog', { name: 'Delivery' }).getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => receiver.got.length).toBe(2);
    receiver.close();
});

test('a webhook shows its secret once, and a paused one is shown on the home page', async ({ page, service, api }) => {
    const receiver = new Receiver();
    const url = await receiver.open();
    await logIn(page, service.account);
    await page.goto('/console/settings/webhooks');
    await expect(page.getByText('No webhooks yet')).toBeVisible();
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByLabel('URL').fill(`${url}/hook`);
    await form.getByRole('checkbox', { name: 'Affiliate approved' }).check();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await copied(page, 'Secret');
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(secret);

    receiver.status = 410;
    await api.call('POST', '/affiliates', { name: 'Second', email: 'ben@second.example' });
    await expect.poll(async () => (await api.items('/webhooks'))[0]?.status).toBe('paused');
    await page.reload();
    await page.getByRole('row').filter({ hasText: '/hook' }).click();
    await expect(page.getByText(/answered 410/)).toBeVisible();
    await page.goto('/console/');
    await expect(page.getByText('1 receiver is paused')).toBeVisible();
    receiver.close();
});

test('a webhook gets a new secret, and messages are signed with both', async ({ page, service, api }) => {
    const receiver = new Receiver();
    const url = await receiver.open();
    const hook = await api.call('POST', '/webhooks', { url: `${url}/rotated`, types: ['affiliate.approved'] });
    await logIn(page, service.account, '/console/settings/webhooks');
    await page.getByRole('row').filter({ hasText: '/rotated' }).click();
    await page.getByRole('dialog', { name: 'Edit webhook' }).getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog', { name: 'Create a new secret?' }).getByRole('button', { name: 'New secret' }).click();
    const secret = await copied(page, 'Secret');
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(hook.secret);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.content()).not.toContain(secret);

    await api.call('POST', '/affiliates', { name: 'Third', email: 'cleo@third.example' });
    await expect.poll(() => receiver.got.length).toBe(1);
    expect(String(receiver.got[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    receiver.close();
});

test('the operator decides what postbacks contain and who may define them', async ({ page, stranger, service, api }) => {
    const affiliate = await api.call('POST', '/affiliates', { name: 'Asking Odds', email: 'ann@asking-odds.example' });
    await api.call('POST', '/postbacks', { affiliateId: affiliate.id, name: 'Made by the operator', triggers: ['registration'], url: 'https://tracker.example/p' });
    const invitation = await api.byAdmin('POST', `/affiliates/${String(affiliate.id)}/invite`);

    await test.step('without the right, the portal shows postbacks and offers no changes', async () => {
        await signUp(stranger, String(invitation.url));
        await stranger.goto('/portal/postbacks');
        const row = stranger.getByRole('row').filter({ hasText: 'Made by the operator' });
        await expect(row).toBeVisible();
        await expect(stranger.getByText('Ask the operator to set up postbacks for you, or to allow you to define them.')).toBeVisible();
        await expect(stranger.getByRole('button', { name: 'New postback' })).toHaveCount(0);
        await row.click();
        await expect(stranger.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('the operator allows it in the form of the affiliate', async () => {
        await logIn(page, service.account);
        await page.goto(`/console/affiliates/${String(affiliate.id)}`);
        await page.getByRole('button', { name: 'Edit' }).click();
        const form = page.getByRole('dialog', { name: 'Edit Asking Odds' });
        await expect(form.getByRole('switch', { name: /^May define postbacks/ })).not.toBeChecked();
        await form.getByRole('switch', { name: /^May define postbacks/ }).press('Space');
        await form.getByRole('button', { name: 'Save' }).click();
        await told(page, 'Affiliate Asking Odds saved.');
        await stranger.reload();
        await stranger.getByRole('row').filter({ hasText: 'Made by the operator' }).click();
        await expect(stranger.getByRole('dialog', { name: 'Edit postback' })).toBeVisible();
        await expect(stranger.getByText('Ask the operator')).toHaveCount(0);
    });

    await test.step('amounts and commission are switched off and on', async () => {
        await page.goto('/console/settings/portal');
        const switches = ['Postbacks contain amounts', 'Postbacks contain commission'].map((name) => page.getByRole('switch', { name: new RegExp(`^${name}`) }));
        const stored = async () => {
            const { postbackAmounts, postbackCommission } = await api.call('GET', '/operator');
            return [postbackAmounts, postbackCommission];
        };
        for (const [at, after] of [[0, [false, true]], [1, [false, false]], [0, [true, false]], [1, [true, true]]] as const) {
            await switches[at]?.press('Space');
            await page.getByRole('button', { name: 'Save' }).click();
            await expect.poll(stored).toEqual(after);
            await page.reload();
            for (const [index, one] of switches.entries()) await expect(one).toBeChecked({ checked: after[index] });
        }
    });
});

const failed = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'The ledger failed.' };

// Opens a page whose list at this path of the API is slow, then fails, and is then loaded again.
async function expectStates(page: Page, guard: Guard, address: string, path: string, loading: Locator): Promise<void> {
    guard.allow(500, new RegExp(`${path}$`));
    const requests = (url: URL) => url.pathname === `/api/v1${path}`;
    let answer = () => {};
    const asked = new Promise<void>((now) => (answer = now));
    await page.route(requests, async (route) => {
        await asked;
        await route.fulfill({ status: 500, contentType: 'application/problem+json', json: failed });
    });
    await page.goto(address);
    await expect(loading).toBeVisible();
    answer();
    const alert = page.getByRole('alert').filter({ hasText: 'The ledger failed.' });
    await expect(alert.first()).toBeVisible();
    await page.unroute(requests);
    await alert.getByRole('button', { name: 'Try again' }).first().click();
    await expect(alert).toHaveCount(0);
}

const busy = (page: Page, name: string) => page.getByRole('group', { name }).and(page.locator('[aria-busy="true"]'));

test('the lists of messages show that they load, and an error that can be repeated', async ({ page, service, guard }) => {
    await logIn(page, service.account);
    await expectStates(page, guard, '/console/postbacks', '/postbacks', busy(page, 'Postbacks'));
    await expectStates(page, guard, '/console/deliveries', '/deliveries', busy(page, 'Deliveries'));
    await expectStates(page, guard, '/console/settings/webhooks', '/webhooks', busy(page, 'Webhooks'));
});

test('the portal’s postbacks, deliveries and mails show that they load, and an error that can be repeated', async ({ page, api, guard }) => {
    const affiliate = await api.call('POST', '/affiliates', { name: 'Patient Odds', email: 'ann@patient-odds.example', postbacksAllowed: true });
    const { url } = await api.byAdmin('POST', `/affiliates/${String(affiliate.id)}/invite`);
    await signUp(page, String(url));
    await expectStates(page, guard, '/portal/postbacks', '/portal/postbacks', busy(page, 'Postbacks'));
    await expect(page.getByText('No postbacks yet')).toBeVisible();
    await expectStates(page, guard, '/portal/deliveries', '/portal/deliveries', busy(page, 'Deliveries'));
    await expect(page.getByText('Nothing was sent yet')).toBeVisible();
    const mails = page.getByRole('region', { name: 'Mails' });
    await expectStates(page, guard, '/portal/profile', '/auth/mails', mails.getByRole('status', { name: 'Loading' }));
    await expect(mails.getByRole('switch', { name: 'Statements' })).toBeChecked();
});
