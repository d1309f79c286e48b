import type { Page } from '@playwright/test';

declare global {
    interface Window {
        shown: { begin: () => void; after: () => number | null };
    }
}

const calm = 300;

// Runs in every document before its own scripts. Records when the page last changed, and reports that time when no
// placeholder is left, no request is running and nothing has moved for a while.
function watcher(calm: number): void {
    const standIns = '.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]';
    const { fetch } = window;
    let [from, last, asked, drawing] = [0, 0, 0, false];
    const painted = new MessageChannel();
    painted.port1.onmessage = () => ([last, drawing] = [performance.now(), false]);
    const changed = () => {
        if (drawing) return;
        drawing = true;
        requestAnimationFrame(() => painted.port2.postMessage(null));
    };
    new MutationObserver(changed).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-busy'] });
    window.fetch = (...question) => {
        asked += 1;
        return fetch(...question).finally(() => (asked -= 1));
    };
    window.shown = {
        begin: () => ([from, last] = [performance.now(), performance.now()]),
        after: () => {
            const ready = asked === 0 && !drawing && last > from && document.querySelector('h1') && !document.querySelector(standIns);
            return ready && performance.now() - last > calm ? last - from : null;
        },
    };
}

export async function watch(page: Page): Promise<void> {
    await page.addInitScript(watcher, calm);
}

async function time(page: Page): Promise<number> {
    const found = await page.waitForFunction(() => window.shown.after(), undefined, { polling: 50 });
    return (await found.jsonValue()) as number;
}

// Opens the address. Returns the milliseconds until the page shows its data.
export async function opened(page: Page, path: string): Promise<number> {
    await page.goto(path, { waitUntil: 'commit' });
    return await time(page);
}

// Navigates within the open application. The router learns of new addresses from the browser's history.
export async function entered(page: Page, path: string): Promise<number> {
    await page.evaluate((to) => {
        window.shown.begin();
        history.pushState({}, '', to);
    }, path);
    return await time(page);
}
