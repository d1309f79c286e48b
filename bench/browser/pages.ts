import { chromium, test, type Page } from '@playwright/test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../tests/browser/support/api';
import { consoleIds, filledIn, portalIds } from '../../tests/browser/support/pages';
import { logIn } from '../../tests/browser/support/people';
import { pagesOf } from '../../tests/browser/support/routes';
import { Service } from '../../tests/browser/support/service';
import { entered, opened, watch } from './watch';

interface Line {
    page: string;
    opened: number[];
    entered: number[];
}

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const only = process.env.BENCH_ONLY ?? '';
const beforeLogin = ['/login', '/invite'];

function median(values: number[]): number {
    return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

// Opens every page of one application in turns, so that a short disturbance does not affect one page alone. The first
// round fills the browser's cache and is not counted.
async function measure(page: Page, area: 'console' | 'portal', ids: Record<string, string>): Promise<Line[]> {
    const addresses = pagesOf(area).filter((one) => !beforeLogin.includes(one) && `/${area}${one}`.includes(only));
    const lines = addresses.map((address) => ({ page: `/${area}${address}`, opened: [] as number[], entered: [] as number[] }));
    for (let round = -1; round < rounds; ++round)
        for (const line of lines) {
            const path = filledIn(line.page, ids);
            // Another page of the same application, with as few requests as possible.
            await opened(page, line.page.endsWith('/profile') ? `/${area}/` : `/${area}/profile`);
            const inside = await entered(page, path);
            const fresh = await opened(page, path);
            if (round < 0) continue;
            line.entered.push(inside);
            line.opened.push(fresh);
        }
    return lines;
}

test('every page', async ({ contextOptions, launchOptions, viewport, locale, timezoneId }) => {
    const service = await Service.startDemo({ days: Number(process.env.BENCH_DAYS ?? 365), data: process.env.BENCH_DATA });
    // As for users: with a profile on disk, where the browser also caches compiled code.
    const profile = mkdtempSync(join(tmpdir(), 'fairlead-profile-'));
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, ...contextOptions, viewport, locale, timezoneId, baseURL: service.url });
    try {
        const page = context.pages()[0] ?? (await context.newPage());
        await watch(page);
        await logIn(page, service.account);
        const lines = await measure(page, 'console', await consoleIds(new Api(service)));
        await context.clearCookies();
        const [, adminEmail = ''] = /Portal .*\n +(\S+@\S+)/.exec(service.welcome) ?? [];
        await logIn(page, { adminEmail, adminPassword: service.account.adminPassword }, '/portal/');
        lines.push(...(await measure(page, 'portal', await portalIds(page))));
        const found = lines.map((line) => ({ page: line.page, opened: median(line.opened), entered: median(line.entered), least: Math.min(...line.opened), most: Math.max(...line.opened) }));
        writeFileSync(process.env.BENCH_RESULTS ?? '/dev/stdout', JSON.stringify({ load: loadavg()[0], pages: found }));
    } finally {
        await context.close();
        rmSync(profile, { recursive: true, force: true });
        await service.stop();
    }
});
