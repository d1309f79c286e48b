import { expect, test } from './support/fixture';
import { followHash, open, problemsOfAll } from './support/pages';

test.use({ journey: 'docs' });

test('the documentation, group by group', async ({ page }) => {
    test.setTimeout(1_500_000);
    await open(page, '/docs');
    const hrefs = await page
        .getByRole('navigation', { name: 'Documentation' })
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    // The sections of the guide are one page, and all schemas look alike, so one of each is enough.
    const places = ['', '#schema.Deal', ...new Set(hrefs.filter((href) => !href.startsWith('#guide.')))];
    expect(places.length).toBeGreaterThan(10);
    // All places are in one document, which is loaded at one of them and then moves to the others.
    await page.goto('about:blank');
    await open(page, '/docs#schema.Deal');
    await expect(page.getByRole('heading', { level: 1, name: 'Deal' })).toBeVisible();
    expect(await problemsOfAll(page, places.map((place) => `/docs${place}`), followHash)).toEqual([]);
});
