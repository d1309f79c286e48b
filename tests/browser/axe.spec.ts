import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe';
import { expect, test } from './support/fixture';

test.use({ journey: 'axe' });

// The checks of pages measure texts of the same look once. This proves that one wrong row among many equal ones is found.
const styles = `
    body { color: #111; background: #fff }
    li { position: relative; z-index: 0; padding: 4px }
    .bar { position: absolute; inset: 0 auto 0 0; width: 0; background: #222 }
    .text { position: relative; z-index: 1 }
    @media (prefers-color-scheme: dark) { body { color: #eee; background: #111 } .quiet { color: #333 } }`;

const row = '<li class="row"><span class="bar"></span><span class="text">A row with a text</span> <button class="more">More</button></li>';
const rowsBefore = 20;

// Shows many rows without faults, except for the given row or the given styles.
async function show(page: Page, wrong = row, more = ''): Promise<void> {
    const rows = row.repeat(rowsBefore) + wrong + row.repeat(rowsBefore);
    await page.setContent(`<!doctype html><html lang="en"><head><title>Rows</title><style>${styles}${more}</style></head><body><main><h1>Rows</h1><ul>${rows}</ul></main></body></html>`);
}

const contrast = [expect.stringMatching(/^color-contrast/)];

const faults = [
    ['its own colour', row.replace('class="text"', 'class="text" style="color: #aaa"'), ''],
    ['a colour by its position', row, `li:nth-child(${rowsBefore}) .text { color: #aaa }`],
    ['a background by its position', row, `li:nth-child(${rowsBefore}) { background: #555 }`],
    ['an opacity of an element around it', row, `li:nth-child(${rowsBefore}) { opacity: 0.4 }`],
    ['a layer under its text', row.replace('class="bar"', 'class="bar" style="width: 400px"'), ''],
];

test('one row of little contrast is found among equal rows, also after rows without faults', async ({ page }) => {
    await show(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await axeFindings(page, 'contrast')).toEqual([]);
    for (const [what, wrong, more] of faults) {
        await show(page, wrong, more);
        expect(await axeFindings(page), what).toEqual(expect.arrayContaining(contrast));
        expect(await axeFindings(page, 'contrast'), what).toEqual(expect.arrayContaining(contrast));
    }
});

test('a colour that is only wrong in dark is found in dark', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await show(page, row.replace('class="text"', 'class="text quiet"'));
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page, 'contrast')).toEqual(contrast);
});

test('a link that does not differ from its text is found, and an underlined one is not', async ({ page }) => {
    const link = (style: string) => row.replace('A row with a text', `A row with <a href="#row" style="color: #333; ${style}">a link</a> in its text`);
    await show(page, link(''));
    expect(await axeFindings(page, 'allButContrast')).toEqual([]);
    await show(page, link('text-decoration: none'));
    expect(await axeFindings(page, 'allButContrast')).toEqual([expect.stringMatching(/^link-in-text-block/)]);
});

test('a button without a name is found among equal buttons', async ({ page }) => {
    await show(page, row.replace('>More<', '><'));
    expect(await axeFindings(page, 'allButContrast')).toEqual([expect.stringMatching(/^button-name \(critical\)/)]);
});

test('findings that are not serious are found too', async ({ page }) => {
    const found = async () => (await axeFindings(page, 'allButContrast')).map((one) => one.split(':')[0]);
    await show(page, row.replace('A row with a text', '<h3>A row</h3>'));
    expect(await found()).toEqual(['heading-order (moderate)']);
    await show(page, `<li>${'<section aria-label="Rows">A text</section>'.repeat(2)}</li>`);
    expect(await found()).toEqual(['landmark-unique (moderate)']);
    await show(page);
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p>A text outside of the page’s landmarks</p>'));
    expect(await found()).toEqual(['region (moderate)']);
});
