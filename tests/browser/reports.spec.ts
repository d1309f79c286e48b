import { expect, test } from './support/fixture';
import { settled } from './support/guard';
import { copied, logIn } from './support/people';

test.use({ journey: 'reports' });

test('a report by campaign and SubID with EPC is saved, and has a URL that works until it is turned off', async ({ page, service, api }) => {
    const { brandId } = service.account;
    const { affiliate } = await api.affiliate('Report Partner', '75');
    const campaign = await api.call('POST', '/campaigns', { brandId, name: 'Autumn stream' });
    const link = await api.call('POST', '/links', { affiliateId: affiliate.id, brandId, campaignId: campaign.id, destinationUrl: 'https://casino.example/play' });
    const trackingUrl = `${link.trackingUrl as string}?sub1=header`;
    await api.player({ trackingUrl }, 'player-report-1');
    await api.click(trackingUrl);
    await api.reported();
    await logIn(page, service.account);

    await page.getByRole('navigation').first().getByRole('link', { name: 'Reports' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await settled(page);
    await page.getByRole('button', { name: 'Add group' }).click();
    for (const group of ['Campaign', 'sub1']) {
        await page.getByRole('textbox', { name: 'Search groups' }).fill(group);
        await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add metric' }).click();
    await page.getByRole('textbox', { name: 'Search metrics' }).fill('EPC');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    // €75.00 for two clicks.
    const row = page.getByRole('table', { name: 'Report' }).getByRole('row').filter({ hasText: 'Autumn stream' });
    await expect(row).toContainText('header');
    await expect(row).toContainText('€37.50');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save report' });
    // The suggested name is selected, so typing replaces it.
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Month at a glance');
    await dialog.getByRole('checkbox', { name: 'Create an API URL' }).check();
    await dialog.getByRole('button', { name: 'Save report' }).click();
    const address = await copied(page, 'API URL');
    expect(address).toContain('/api/v1/reports/');

    const read = await fetch(address);
    expect(read.status).toBe(200);
    expect(read.headers.get('content-type')).toContain('text/csv');
    const [head = '', ...lines] = (await read.text()).trim().split(/\r?\n/);
    expect(head).toMatch(/campaign.*sub1.*epc/i);
    expect(lines.filter((line) => /Autumn stream.*header.*37\.5/.test(line))).toHaveLength(1);

    await page.goto('/console/reports/saved');
    await page.getByRole('button', { name: 'Manage Month at a glance' }).click();
    const works = page.getByRole('switch', { name: 'API URL' });
    await expect(works).toBeChecked();
    await works.press('Space');
    await expect(works).not.toBeChecked();
    await expect.poll(async () => (await fetch(address)).status).toBe(401);
});

test('a saved report has no URL unless asked for, and can be deleted', async ({ page, service }) => {
    await logIn(page, service.account);
    await page.goto('/console/reports');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save report' });
    await dialog.getByLabel('Name').fill('Only for us');
    await dialog.getByRole('button', { name: 'Save report' }).click();
    await expect(dialog).toBeHidden();

    await page.goto('/console/reports/saved');
    await page.getByRole('button', { name: 'Manage Only for us' }).click();
    await expect(page.getByRole('switch', { name: 'API URL' })).not.toBeChecked();
    await expect(page.getByRole('textbox', { name: 'API URL' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete report' }).click();
    await page.getByRole('dialog', { name: 'Delete report?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Only for us')).toHaveCount(0);
    await page.goto('/console/settings/audit-log');
    await expect(page.getByText('Deleted saved report').first()).toBeVisible();
});

test('the points of a chart can be read with the keyboard and the pointer', async ({ page, service, api }) => {
    const { link } = await api.affiliate('Chart Partner', '75');
    await api.player(link, 'player-chart-1');
    await api.reported();
    await logIn(page, service.account);
    await page.goto('/console/?metric=registration_count');
    await settled(page);
    const chart = page.getByRole('application', { name: /^Registrations per day/ });
    const spoken = chart.locator('[aria-live=polite]');

    await chart.focus();
    await page.keyboard.press('End');
    await expect(spoken).toHaveText(/: Registrations per day [1-9]/);
    const today = await spoken.textContent();
    await page.keyboard.press('ArrowLeft');
    await expect(spoken).toHaveText(/: Registrations per day 0,/);
    await page.keyboard.press('ArrowRight');
    await expect(spoken).toHaveText(today ?? '');
    await page.keyboard.press('Escape');
    await expect(spoken).toBeEmpty();

    // The numbers stay within the chart at both ends.
    const frame = await chart.boundingBox();
    if (!frame) throw new Error('The chart has no box');
    for (const x of [frame.x + 2, frame.x + frame.width - 2]) {
        await page.mouse.move(x, frame.y + frame.height - 2);
        // The numbers follow the pointer.
        await expect(async () => {
            const tip = await chart.getByText('Previous period').locator('xpath=../..').boundingBox();
            if (!tip) throw new Error('The numbers have no box');
            const isLeft = tip.x + tip.width / 2 < frame.x + frame.width / 2;
            expect(isLeft).toBe(x < frame.x + frame.width / 2);
            expect(tip.x).toBeGreaterThanOrEqual(frame.x);
            expect(tip.x + tip.width).toBeLessThanOrEqual(frame.x + frame.width + 1);
            expect(tip.y + tip.height).toBeLessThanOrEqual(frame.y + frame.height + 1);
        }).toPass({ timeout: 120_000 });
    }
});

test('a quick start keeps the filters and the days, and shows every part of the commission', async ({ page, service, api }) => {
    await api.affiliate('Start Partner', '75');
    await logIn(page, service.account);
    const filters = encodeURIComponent(JSON.stringify({ country: ['DE'] }));
    await page.goto(`/console/reports?filters=${filters}&period=lastMonth`);
    const settings = page.getByRole('region', { name: 'Report settings' });
    await expect(settings).toContainText('Germany');
    await page.getByRole('navigation', { name: 'Quick starts' }).getByRole('link', { name: 'Commission by component' }).click();
    for (const part of ['Fixed monthly fees', 'Turnover commission']) await expect(settings).toContainText(part);
    await expect(settings).toContainText('Germany');
    await expect(settings.getByRole('button', { name: 'Last month' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('period')).toBe('lastMonth');
});

test('a list of columns takes the focus from another open list, and gives it back to its button', async ({ page, service }) => {
    await logIn(page, service.account);
    await page.goto('/console/reports');
    await settled(page);
    await page.getByRole('button', { name: 'Add metric' }).click();
    await expect(page.getByRole('textbox', { name: 'Search metrics' })).toBeFocused();
    await page.getByRole('button', { name: 'Add group' }).click();
    const groups = page.getByRole('textbox', { name: 'Search groups' });
    await expect(groups).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Search metrics' })).toBeHidden();
    await page.keyboard.type('sub1');
    await expect(groups).toHaveValue('sub1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Report settings' }).getByRole('button', { name: 'SubID 1' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add group' })).toBeFocused();
});
