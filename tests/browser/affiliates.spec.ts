import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { axeFindings } from './support/pages';
import { logIn } from './support/people';

test.use({ journey: 'affiliates' });

// One more than the pages load at first.
const many = 201;
const last = `Partner ${many}`;

test('an affiliate is found and chosen among more than a page loads', async ({ page, service, api }) => {
    for (let at = 1; at <= many; at++) await api.call('POST', '/affiliates', { name: `Partner ${at}`, email: `partner${at}@example.com`, status: 'approved' });
    await logIn(page, service.account);

    await page.goto('/console/affiliates?sort=-click_count');
    const list = page.getByRole('table', { name: 'Affiliates' });
    await expect(list.getByRole('row')).toHaveCount(51);
    await expect(page.getByText('Only this page is sorted.')).toBeVisible();
    await page.getByLabel('Name or email').fill(last.toLowerCase());
    await expect(list.getByRole('row')).toHaveCount(2);
    await expect(list.getByRole('row').last()).toContainText(last);
    await expect(page).toHaveURL(/name=partner/);
    await expect(page.getByText('Only this page is sorted.')).toBeHidden();

    await page.goto('/console/links');
    const filter = page.getByRole('combobox', { name: 'Affiliate' });
    await filter.click();
    await expect(filter).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('option').first()).toBeVisible();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await filter.fill(last);
    await page.getByRole('option', { name: last, exact: true }).click();
    await expect(page).toHaveURL(/affiliateId=/);

    await page.reload();
    await expect(filter).toHaveValue(last);
});
