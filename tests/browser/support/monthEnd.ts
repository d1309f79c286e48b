import type { Page } from '@playwright/test';
import { lastMonth, type Api } from './api';

export const month = lastMonth();

// Counts the clicks of a person, also those by keyboard, on all pages that the test opens from now on.
export async function countClicks(page: Page): Promise<() => Promise<number>> {
    await page.addInitScript(() => addEventListener('click', (event) => event.isTrusted && sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)), true));
    return async () => {
        const clicks = await page.evaluate(() => Number(sessionStorage.getItem('clicks')));
        await page.evaluate(() => sessionStorage.setItem('clicks', '0'));
        return clicks;
    };
}

// Affiliates that each earned one CPA last month.
export async function earners(api: Api, names: string[], cpa: string): Promise<string[]> {
    const ids: string[] = [];
    for (const name of names) {
        const { affiliate, link } = await api.affiliate(name, cpa);
        await api.player(link, `player-${name.toLowerCase().replaceAll(' ', '-')}`, month.at);
        ids.push(affiliate.id as string);
    }
    return ids;
}

export const inMonth = `/console/statements?period=${month.period}`;
export const table = (page: Page) => page.getByRole('table', { name: 'Statements' });
export const selection = (page: Page) => page.getByRole('region', { name: 'Selection' });
