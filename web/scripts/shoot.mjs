// Takes screenshots of pages, light and dark, 1280 and 390 pixels wide:
//   node scripts/shoot.mjs [--base URL] [--out FOLDER] [--only light|dark] [--width 1280,390] [--click TEXT] PATH…
// e.g. node scripts/shoot.mjs /console/ /console/settings/brands
// Reports pages that are wider than the screen, and errors in the browser's console. CHROMIUM names another browser.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const options = { base: 'http://127.0.0.1:5173', out: 'shots', only: 'light,dark', width: '1280,390', click: '' };
const paths = [];
for (let at = 2; at < process.argv.length; at++) {
    const word = process.argv[at];
    if (word.startsWith('--')) options[word.slice(2)] = process.argv[++at];
    else paths.push(word);
}
if (paths.length === 0) throw new Error('name at least one path');

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

const nameOf = (path) => path.replace(/^\/|\/$/g, '').replace(/[^a-z0-9-]+/gi, '_') || 'root';

async function shoot(path, scheme, width) {
    const context = await browser.newContext({ viewport: { width, height: width < 600 ? 844 : 800 }, colorScheme: scheme, reducedMotion: 'reduce', locale: 'en-GB' });
    const page = await context.newPage();
    const file = join(options.out, `${nameOf(path)}${options.click ? `_${nameOf(options.click)}` : ''}-${scheme}-${width}.png`);
    page.on('console', (message) => {
        // The router renders an empty script element, which React warns about in development.
        if (message.type() === 'error' && !message.text().startsWith('Encountered a script tag')) console.log(`  ${path}: ${message.text()}`);
    });
    page.on('pageerror', (error) => console.log(`  ${path}: ${error.message}`));
    await page.goto(options.base + path, { waitUntil: 'networkidle' });
    if (options.click) await page.getByText(options.click, { exact: true }).first().click();
    await page.waitForTimeout(350);
    const wide = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
    if (wide > 0) console.log(`  ${path} is ${wide} pixels wider than ${width}`);
    await page.screenshot({ path: file, fullPage: true });
    console.log(file);
    await context.close();
}

mkdirSync(options.out, { recursive: true });
try {
    for (const path of paths)
        for (const scheme of options.only.split(',')) for (const width of options.width.split(',')) await shoot(path, scheme, Number(width));
} finally {
    await browser.close();
}
