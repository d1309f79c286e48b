import { expect, type BrowserContext, type ConsoleMessage, type Page, type Request, type Response } from '@playwright/test';

interface Allowance {
    status: number;
    path: RegExp;
}

// Without a session, the first request of every page gets this answer.
const always: Allowance[] = [{ status: 401, path: /^\/api\/v1\/auth\/me$/ }];

// Runs in every page. Keeps the texts of messages that vanish after a few seconds.
function keepMessages(): void {
    const messages: string[] = [];
    Object.assign(window, { messages });
    const keep = (node: Node) => {
        if (!(node instanceof Element)) return;
        const selector = '.mantine-Notification-root';
        const found = node.matches(selector) ? [node] : [...node.querySelectorAll(selector)];
        messages.push(...found.map((one) => one.textContent ?? ''));
    };
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(keep))).observe(document, { childList: true, subtree: true });
}

// Watches all pages of a browser for messages in its console, violations of the content policy, error answers and requests
// to other hosts. Each fails the test unless the test allows it.
export class Guard {
    readonly complaints: string[] = [];
    private readonly allowed = [...always];
    private readonly messages: RegExp[] = [];
    private readonly port: string;
    // Set by a log-out until the next log-in: requests that were under way may be refused.
    private loggedOut = false;

    constructor(url: string) {
        this.port = new URL(url).port;
    }

    async watch(context: BrowserContext): Promise<void> {
        context.on('request', (request) => this.request(request));
        context.on('requestfailed', (request) => this.failed(request));
        context.on('response', (response) => this.response(response));
        context.on('console', (message) => this.console(message));
        context.on('weberror', (error) => this.complaints.push(`an uncaught error: ${error.error().message}`));
        await context.addInitScript(keepMessages);
    }

    // Allows this error answer.
    allow(status: number, path: RegExp): void {
        this.allowed.push({ status, path });
    }

    // Allows this message in the console.
    allowMessage(text: RegExp): void {
        this.messages.push(text);
    }

    private isAllowed(url: string, status: number): boolean {
        const { pathname } = new URL(url);
        if (status === 401 && this.loggedOut) return true;
        return this.allowed.some((one) => one.status === status && one.path.test(pathname));
    }

    private request(request: Request): void {
        const url = new URL(request.url());
        if (url.pathname === '/api/v1/auth/logout') this.loggedOut = true;
        if (/^\/api\/v1\/auth\/(login|accept-invite)$/.test(url.pathname)) this.loggedOut = false;
        if (url.protocol === 'data:' || url.protocol === 'blob:' || url.protocol === 'about:') return;
        // A portal's own domain is another name of the same server.
        const local = url.hostname === '127.0.0.1' || url.hostname.endsWith('.localhost');
        if (!local || url.port !== this.port) this.complaints.push(`a request to another host: ${request.url()}`);
    }

    private failed(request: Request): void {
        const reason = request.failure()?.errorText ?? '';
        // Requests of a page that the user left, and downloads.
        if (reason !== 'net::ERR_ABORTED') this.complaints.push(`a failed request: ${request.url()} ${reason}`);
    }

    private response(response: Response): void {
        if (response.status() < 400 || this.isAllowed(response.url(), response.status())) return;
        this.complaints.push(`an answer ${response.status()}: ${response.request().method()} ${response.url()}`);
    }

    private console(message: ConsoleMessage): void {
        if (message.type() !== 'error' || this.messages.some((one) => one.test(message.text()))) return;
        const [, status] = /server responded with a status of (\d+)/.exec(message.text()) ?? [];
        if (status && message.location().url && this.isAllowed(message.location().url, Number(status))) return;
        this.complaints.push(`the console: ${message.text()} (${message.location().url})`);
    }
}

// Waits until the page is complete: it has a title, no request is open and no placeholder is left.
export async function settled(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]'));
}

// Waits until the page has shown a message at the top, since it was loaded. Messages vanish after a few seconds, which may be
// between two checks of the page.
export async function told(page: Page, text: string): Promise<void> {
    const messages = () => page.evaluate(() => (window as unknown as { messages: string[] }).messages.join('\n'));
    await expect.poll(messages, { message: `the message “${text}”` }).toContain(text);
}

// Does something in a page that was loaded before, and waits until no request was open for half a second: the state that
// Playwright calls networkidle, which it reports only for the load of a document.
export async function quiet(page: Page, act: () => Promise<void>): Promise<void> {
    const open = new Set<Request>();
    let changed = Date.now();
    const began = (request: Request) => {
        open.add(request);
        changed = Date.now();
    };
    const ended = (request: Request) => {
        open.delete(request);
        changed = Date.now();
    };
    page.on('request', began).on('requestfinished', ended).on('requestfailed', ended);
    await act();
    changed = Date.now();
    await expect.poll(() => open.size === 0 && Date.now() - changed >= 500, { intervals: [50] }).toBe(true);
    page.off('request', began).off('requestfinished', ended).off('requestfailed', ended);
}
