import { expect, type Page } from '@playwright/test';
import type { Api, Json } from './api';
import { axeFindings } from './axe';
import { quiet, settled } from './guard';

export { axeFindings } from './axe';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

// Values for the $parameters of URLs: objects of the demo that have data to show.
export async function consoleIds(api: Api): Promise<Record<string, string>> {
    const [accrual] = await api.items('/accruals?limit=1&component=cpa');
    const first = async (path: string, id = 'id'): Promise<string> => String((await api.items(path))[0]?.[id]);
    return {
        affiliateId: String(accrual?.affiliateId),
        accrualId: String(accrual?.id),
        playerId: String(accrual?.playerId),
        dealId: String(accrual?.dealId),
        statementId: await first('/statements?limit=1&status=paid'),
        linkId: await first(`/links?limit=1&affiliateId=${String(accrual?.affiliateId)}`, 'linkId'),
        campaignId: await first('/campaigns?limit=1'),
        creativeId: await first('/creatives?limit=1'),
    };
}

// The same for the portal, read with the session of the affiliate.
export async function portalIds(page: Page): Promise<Record<string, string>> {
    const first = async (path: string, id = 'id'): Promise<string> => {
        const { items } = (await (await page.request.get(`/api/v1/portal${path}`)).json()) as { items: Json[] };
        return String(items[0]?.[id]);
    };
    return { linkId: await first('/links?limit=1', 'linkId'), statementId: await first('/statements?limit=1&status=paid'), accrualId: await first('/accruals?limit=1&component=cpa'), playerId: await first('/players?limit=1') };
}

export function filledIn(address: string, ids: Record<string, string>): string {
    return address.replaceAll(/\$(\w+)/g, (_, name: string) => {
        const id = ids[name];
        if (!id || id === 'undefined') throw new Error(`No value for $${name} in ${address}. Add one in support/pages.ts.`);
        return id;
    });
}

async function expectPage(page: Page, path: string): Promise<void> {
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    for (const words of ['Page not found', 'This page failed', 'Loading failed', 'Not found']) {
        await expect(page.getByText(words, { exact: true }), path).toHaveCount(0);
    }
}

// Opens a page. Fails if there is none at this URL.
export async function open(page: Page, path: string): Promise<void> {
    await page.goto(path);
    await settled(page);
    await expectPage(page, path);
}

const idle = (page: Page) => page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 10_000 })));

// The same from another page of the application, as a link does: the document is not loaded again.
export async function follow(page: Page, path: string): Promise<void> {
    await quiet(page, async () => {
        await page.evaluate((to) => window.history.pushState({}, '', to), path);
        await idle(page);
    });
    await settled(page);
    await expectPage(page, path);
}

// The same for a path that differs from the open one in its hash and its title. Such a document has all its data and sends no
// requests.
export async function followHash(page: Page, path: string): Promise<void> {
    const before = await page.title();
    await page.goto(path);
    await expect(page, path).not.toHaveTitle(before);
    await idle(page);
    await settled(page);
    await expectPage(page, path);
}

// Fails if the page can be scrolled sideways. Boxes follow the width of the window with a delay.
export async function fitsTheWidth(page: Page, where = 'the page'): Promise<void> {
    const wider = () => page.evaluate(() => Math.max(document.body.scrollWidth, document.documentElement.scrollWidth) - window.innerWidth);
    await expect.poll(wider, { message: `${where} is wider than the window` }).toBeLessThanOrEqual(0);
}

async function tooWide(page: Page): Promise<string[]> {
    const fits = page.waitForFunction((most) => (document.scrollingElement?.scrollWidth ?? 0) <= most, phone.width, { timeout: 10_000 });
    await fits.catch(() => undefined);
    const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
    return width > phone.width ? [`${width} pixels wide on a phone of ${phone.width}`] : [];
}

// Waits until the page is painted with its new colours, and no colour is between the old and the new one. A transition can start
// when another one ends.
async function coloursChanged(page: Page): Promise<void> {
    await page.evaluate(async () => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
        do {
            await Promise.allSettled(changing().map((one) => one.finished));
            await frame();
            await frame();
        } while (changing().length > 0);
    });
}

// The problems of one page in the size of a phone and of a desktop, in light and in dark. Apart from contrast, the checks of
// axe depend on the width but not on the colours.
export async function problemsOf(page: Page, path: string, visit = open): Promise<string[]> {
    const problems: string[] = [];
    const note = (where: string, found: string[]) => problems.push(...found.map((one) => `${path} ${where}: ${one}`));
    const look = (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const painted = async (colorScheme: 'light' | 'dark') => {
        await expect(page.locator('html'), path).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await coloursChanged(page);
    };
    await page.setViewportSize(phone);
    await look('light');
    await visit(page, path);
    note('phone', [...(await tooWide(page)), ...(await axeFindings(page, 'allButContrast'))]);
    await page.setViewportSize(desktop);
    await settled(page);
    await painted('light');
    note('light', await axeFindings(page));
    await look('dark');
    await painted('dark');
    note('dark', await axeFindings(page, 'contrast'));
    return problems;
}

// The problems of many pages, opened one after the other in the same tab: a tab with its processes takes longer to start than
// a page takes to load. A page that cannot be opened is a problem and does not hide the pages after it.
export async function problemsOfAll(page: Page, paths: string[], visit = open): Promise<string[]> {
    const problems: string[] = [];
    for (const path of paths) problems.push(...(await problemsOf(page, path, visit).catch((error: unknown) => [`${path}: ${String(error)}`])));
    return problems;
}
