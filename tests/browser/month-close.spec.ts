import { expect, test } from './support/fixture';
import { settled, told } from './support/guard';
import { countClicks, earners, inMonth, month, selection, table } from './support/monthEnd';
import { axeFindings } from './support/pages';
import { logOut, signUp } from './support/people';

test.use({ journey: 'month-close' });

test('finance closes a month and approves and pays its statements together', async ({ page, api }) => {
    const names = ['Anchor Media', 'Beacon Bets', 'Compass Casino', 'Dockside', 'Ebb and Flow'];
    await earners(api, names, '80');
    const { affiliate: idle, link } = await api.affiliate('Foghorn', '80');
    await api.player(link, 'player-foghorn', month.at);
    await api.call('POST', '/adjustments', { affiliateId: idle.id, amount: '-80', currency: 'EUR', reason: 'Paid in advance' });
    const invited = await api.byAdmin('POST', '/users', { email: 'fin@harbour.example', role: 'finance' });
    await signUp(page, `/console/invite?token=${invited.inviteToken as string}`);
    const clicks = await countClicks(page);

    await test.step('the checklist is shown and the month is closed', async () => {
        await page.goto('/console/statements');
        await clicks();
        await page.getByRole('button', { name: 'Close a period' }).click();
        const dialog = page.getByRole('dialog', { name: 'Close a period' });
        const checks = dialog.getByRole('region', { name: 'Checklist' });
        await expect(checks).toContainText('All money has an exchange rate');
        await expect(checks).toContainText('No affiliate is on payment hold');
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
        await dialog.getByRole('button', { name: `Close ${month.words}` }).click();
        await expect(dialog.getByRole('status')).toContainText('6 statements closed. 1 of them has nothing to pay and is settled.');
        await dialog.getByRole('button', { name: 'Review and approve' }).click();
        await expect(table(page).getByRole('row')).toHaveCount(6);
        expect(await clicks()).toBe(3);
    });

    await test.step('all of them are approved with three clicks', async () => {
        await page.getByRole('checkbox', { name: 'Select all 5' }).click();
        await expect(selection(page)).toContainText('€400.00');
        await expect(selection(page)).toContainText('5 statements selected');
        expect(await axeFindings(page)).toEqual([]);
        await selection(page).getByRole('button', { name: 'Approve 5' }).click();
        const dialog = page.getByRole('dialog', { name: 'Approve 5 statements?' });
        await expect(dialog).toContainText('€400.00');
        await dialog.getByRole('button', { name: 'Approve' }).click();
        await told(page, '5 statements approved.');
        expect(await clicks()).toBe(3);
    });

    await test.step('and paid with three', async () => {
        await page.getByRole('button', { name: /^Approved/ }).click();
        // They are still selected.
        await expect(selection(page)).toContainText('5 statements selected');
        await selection(page).getByRole('button', { name: 'Mark as paid 5' }).click();
        const dialog = page.getByRole('dialog', { name: 'Mark 5 statements as paid?' });
        await expect(dialog.getByRole('button', { name: 'Mark as paid' })).toBeDisabled();
        await dialog.getByLabel('Method').fill('SEPA transfer');
        await dialog.getByLabel('Reference').fill('RUN-1');
        await dialog.getByLabel('Reference').press('Enter');
        await told(page, '5 statements marked as paid.');
        expect(await clicks()).toBeLessThanOrEqual(3);
    });

    await test.step('the list of the month says so and can be exported', async () => {
        await page.goto(`${inMonth}&sort=affiliate`);
        await expect(table(page).getByRole('row')).toHaveCount(7);
        await expect(table(page).getByRole('row').nth(1)).toContainText('Anchor Media');
        await expect(table(page).getByRole('row').nth(1)).toContainText('Paid');
        await expect(table(page).getByRole('row').nth(6)).toContainText('Settled');
        await page.getByRole('button', { name: 'Payable' }).click();
        await expect(table(page).getByRole('row').nth(6)).toContainText('Foghorn');
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
        expect(file.suggestedFilename()).toBe(`statements-${month.period}.csv`);
        const chunks: Buffer[] = [];
        for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
        const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
        expect(lines).toHaveLength(7);
        expect(lines[1]).toMatch(/^Anchor Media,.*,paid,80,.*SEPA transfer,RUN-1/);
    });

    await test.step('finance sees no buttons that the server would refuse', async () => {
        await page.goto('/console/affiliates');
        await expect(page.getByRole('table', { name: 'Affiliates' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'New affiliate' })).toHaveCount(0);
        await page.goto(`/console/affiliates/${idle.id as string}`);
        await expect(page.getByRole('button', { name: 'Hold payments' })).toBeVisible();
        for (const name of ['Edit', 'Suspend']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
        await logOut(page, 'fin@harbour.example');
    });
});
