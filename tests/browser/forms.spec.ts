import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { axeFindings } from './support/pages';
import { choose, logIn } from './support/people';

test.use({ journey: 'forms' });

test('a half-filled form asks before it is lost', async ({ page, service, api }) => {
    await api.affiliate('Form Partner', '10');
    await logIn(page, service.account, '/console/adjustments');
    await page.getByRole('button', { name: 'Add adjustment' }).click();
    const form = page.getByRole('dialog', { name: 'Add adjustment' });
    const question = page.getByRole('dialog', { name: 'Discard your input?' });
    // A drawer that opens moves the focus to its first field.
    const first = form.getByRole('combobox', { name: 'Affiliate' });

    await test.step('an untouched form closes without a question', async () => {
        await expect(first).toBeFocused();
        // The list of the field with the focus closes first.
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await expect(form).toHaveCount(0);
        await expect(question).toHaveCount(0);
    });

    await page.getByRole('button', { name: 'Add adjustment' }).click();
    await expect(first).toBeFocused();
    await form.getByLabel('Reason').fill('Bonus for October');
    await test.step('Escape asks, and the input stays', async () => {
        await page.keyboard.press('Escape');
        await question.getByRole('button', { name: 'Keep editing' }).click();
        await expect(form.getByLabel('Reason')).toHaveValue('Bonus for October');
    });

    await test.step('an empty field shows its example in the colour of examples', async () => {
        await form.getByRole('button', { name: 'Add adjustment' }).click();
        const amount = form.getByLabel('Amount');
        await expect(amount).toHaveAttribute('aria-invalid', 'true');
        const [shown, error] = await amount.evaluate((input) => [getComputedStyle(input, '::placeholder').color, getComputedStyle(input).borderColor]);
        expect(shown).not.toBe(error);
    });

    await test.step('a decimal comma is accepted, and the message covers no button', async () => {
        await choose(form, 'Affiliate', 'Form Partner');
        await form.getByLabel('Amount').fill('-20,50');
        await form.getByRole('button', { name: 'Add adjustment' }).click();
        // The message is shown for a few seconds.
        const message = await page.getByText('added to the next statement').boundingBox();
        await expect(form).toHaveCount(0);
        const button = await page.getByRole('button', { name: 'Add adjustment' }).boundingBox();
        if (!message || !button) throw new Error('The message or the button has no box');
        expect(message.x + message.width).toBeLessThan(button.x);
        await expect(page.getByRole('table', { name: 'Adjustments' })).toContainText('-€20.50');
    });

    await test.step('a link to another page asks too', async () => {
        await page.goto('/console/deals/new');
        await settled(page);
        await page.getByLabel('Name').fill('Half a deal');
        await page.getByRole('navigation').first().getByRole('link', { name: 'Players' }).click();
        await question.getByRole('button', { name: 'Discard' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Players' })).toBeVisible();
    });
});

test('axe finds nothing in the open user menu', async ({ page, service }) => {
    await logIn(page, service.account);
    await settled(page);
    await page.getByRole('button', { name: `${service.account.adminEmail}: account and appearance` }).click();
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
});
