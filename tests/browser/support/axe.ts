import type { Frame, Page } from '@playwright/test';
import type { Result, run, RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';

// The inner parts of axe that are used here.
interface Check {
    evaluate(this: object, node: HTMLElement, options: unknown, treeNode: unknown): boolean | undefined;
    getOptions(): unknown;
}
interface Rule {
    id: string;
    matches(node: HTMLElement, treeNode: unknown, context: unknown): boolean;
}
interface Color {
    r: number;
    g: number;
    b: number;
    alpha: number;
}
interface Axe {
    run: typeof run;
    _audit: { rules: Rule[]; checks: Record<string, Check> };
    commons: { color: { Color: { new (r: number, g: number, b: number): Color; prototype: { parseString(text: string): Color } } } };
}

// The looks of texts, see measureLooksOnce().
interface Looks {
    // The looks that have enough contrast.
    enough: Set<number>;
    // Adds looks to `enough`, and forgets the looks of elements, which are then read again.
    refresh(enough: number[]): void;
    // Whether the document shows texts of other looks.
    areNew(): boolean;
}
type WithAxe = typeof window & { axe: Axe; looks: Looks };

// Runs in the page. axe reads the colours of every element from text. A page has few different colours, so each is read once.
function readColoursOnce(): void {
    const { Color } = (window as WithAxe).axe.commons.color;
    const { parseString } = Color.prototype;
    const known = new Map<string, Color>();
    Color.prototype.parseString = function (this: Color, text: string) {
        const color = known.get(text) ?? parseString.call(new Color(0, 0, 0), text);
        known.set(text, color);
        const { r, g, b, alpha } = color;
        return Object.assign(this, { r, g, b, alpha });
    };
}

// Runs in the page. A link in a text must differ from the text by its style or by its colour. Its style is read first, because
// for colours axe needs the places of all elements.
function readStylesOfLinksFirst(): void {
    const { 'link-in-text-block': byColour, 'link-in-text-block-style': byStyle } = (window as WithAxe).axe._audit.checks;
    if (!byColour || !byStyle) throw new Error('This version of axe has another check of links.');
    const { evaluate } = byColour;
    byColour.evaluate = function (node, options, treeNode) {
        const differs = byStyle.evaluate.call({ data: () => undefined, relatedNodes: () => undefined }, node, byStyle.getOptions(), treeNode);
        return differs === true || evaluate.call(this, node, options, treeNode);
    };
}

// Runs in the page. Pages have thousands of texts but few looks, and texts of the same look have the same contrast. The look of
// an element has everything that its contrast depends on: its colours and its font, those of the elements around it, and the
// layers that may be over or under it. axe measures the texts of a look until one of them has enough contrast. A look
// includes the colours, so a measurement is valid for all pages, in light and in dark.
function measureLooksOnce(): void {
    const { axe } = window as WithAxe;
    const styles = ['color', 'background-color', 'background-image', 'opacity', 'font-size', 'font-weight', 'text-shadow', '-webkit-text-fill-color', '-webkit-text-stroke', 'position', 'z-index', 'filter', 'mix-blend-mode'];
    const styleOf = (node: Element) => {
        const style = getComputedStyle(node);
        return styles.map((name) => style.getPropertyValue(name)).join();
    };
    // The children that can cover others or be covered by them, and their places.
    const layersIn = (node: Element) => {
        const layers = [...node.children].filter((child) => ['absolute', 'fixed', 'sticky'].includes(getComputedStyle(child).position));
        const outer = layers.length > 0 ? node.getBoundingClientRect() : new DOMRect();
        return layers.map((layer) => {
            const { x, y, width, height } = layer.getBoundingClientRect();
            return [styleOf(layer), x - outer.x, y - outer.y, width, height].join();
        });
    };
    // 53 bits of a hash.
    const digest = (text: string): number => {
        let [high, low] = [0xdeadbeef, 0x41c6ce57];
        for (let at = 0; at < text.length; ++at) {
            const code = text.charCodeAt(at);
            high = Math.imul(high ^ code, 2654435761);
            low = Math.imul(low ^ code, 1597334677);
        }
        high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
        low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
        return 4294967296 * (2097151 & low) + (high >>> 0);
    };
    // The looks of elements at this moment.
    let now = new Map<Element, number>();
    const lookOf = (node: Element): number => {
        const known = now.get(node);
        if (known !== undefined) return known;
        const around = node.parentElement ? lookOf(node.parentElement) : 0;
        const look = digest([around, node.nodeName, node.getAttribute('class'), styleOf(node), ...layersIn(node)].join('|'));
        now.set(node, look);
        return look;
    };
    // The looks and texts of elements that axe does not measure: something covers them, or they have only punctuation.
    const unmeasured = new WeakMap<Element, Set<string>>();
    const ownText = (node: Element) => [...node.childNodes].map((one) => (one.nodeType === Node.TEXT_NODE ? (one.nodeValue ?? '').trim() : '')).join('');
    const stateOf = (node: Element) => `${lookOf(node)} ${ownText(node)} ${'value' in node ? String(node.value) : ''}`;
    const leave = (node: Element) => unmeasured.set(node, (unmeasured.get(node) ?? new Set()).add(stateOf(node)));
    const looks: Looks = {
        enough: new Set(),
        refresh(enough) {
            enough.forEach((look) => looks.enough.add(look));
            now = new Map();
        },
        areNew() {
            const hidden = '[aria-hidden="true"], [inert], :disabled, [aria-disabled="true"]';
            return [...document.body.querySelectorAll('*')].some((node) => {
                const shows = node.matches('input, select, textarea') || ownText(node) !== '';
                if (!shows || looks.enough.has(lookOf(node)) || unmeasured.get(node)?.has(stateOf(node))) return false;
                if (node.closest(hidden) || !node.checkVisibility({ visibilityProperty: true })) return false;
                // Texts for screen readers alone have a box of one pixel, or one outside of the page.
                const { width, height, right, bottom } = node.getBoundingClientRect();
                return width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
            });
        },
    };
    const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast');
    const check = axe._audit.checks['color-contrast'];
    if (!rule || !check) throw new Error('This version of axe has another check of contrast.');
    const matches = rule.matches.bind(rule);
    rule.matches = (node, treeNode, context) => {
        if (looks.enough.has(lookOf(node))) return false;
        if (!matches(node, treeNode, context)) {
            leave(node);
            return false;
        }
        // A text without a ratio is hidden and was not measured.
        let ratio: number | undefined;
        const data = (given?: { contrastRatio?: number }) => (ratio = given?.contrastRatio);
        const passed = check.evaluate.call({ data, relatedNodes: () => undefined }, node, check.getOptions(), treeNode);
        if (passed === undefined) leave(node);
        if (passed !== true || ratio === undefined) return true;
        looks.enough.add(lookOf(node));
        return false;
    };
    Object.assign(window, { looks });
}

// The elements that need no landmark around them: those that axe names itself, and open lists and menus. These are at the end of
// the document, so that no box cuts them off. The focus is in their field or in them, so nobody has to search for them.
const regions = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=listbox]';

const axeScript = `${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')};
axe.configure({ allowedOrigins: ['<same_origin>'], checks: [{ id: 'region', options: { regionMatcher: '${regions}' } }] });
${[readColoursOnce, readStylesOfLinksFirst, measureLooksOnce].map((one) => `(${one.toString()})();`).join('\n')}`;

// The looks with enough contrast of all documents.
const enough = new Set<number>();

// Loads axe into the page and into its frames. A document gets axe once: loading it takes as long as running it, and its second
// run is faster than the first. Returns the frames.
async function load(page: Page): Promise<Frame[]> {
    const loaded = async (frame: Frame) => {
        if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript);
        await frame.evaluate((given) => (window as WithAxe).looks.refresh(given), [...enough]);
    };
    const frames: Frame[] = [];
    for (const frame of page.frames()) {
        // A frame may be removed.
        const has = loaded(frame).then(() => true);
        if (await (frame === page.mainFrame() ? has : has.catch(() => false))) frames.push(frame);
    }
    return frames;
}

// Runs axe in the page and in frames of the same origin.
async function violations(page: Page, options: RunOptions): Promise<Result[]> {
    const found = await page.evaluate(async (given) => {
        const { axe, looks } = window as WithAxe;
        return { results: (await axe.run(document, given)).violations, enough: [...looks.enough] };
    }, options);
    found.enough.forEach((look) => enough.add(look));
    return found.results;
}

// Whether a text has a look that was not measured.
async function hasNewLooks(frames: Frame[]): Promise<boolean> {
    const found = await Promise.all(frames.map((frame) => frame.evaluate(() => (window as WithAxe).looks.areNew()).catch(() => true)));
    return found.includes(true);
}

// The findings of all rules that axe applies by default, also of the less serious ones, without frames of other documents.
export async function axeFindings(page: Page, rules: 'all' | 'contrast' | 'allButContrast' = 'all'): Promise<string[]> {
    // A box that shows the previous data while new data loads is paler.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    const frames = await load(page);
    const contrast = rules !== 'allButContrast' && (await hasNewLooks(frames));
    if (rules === 'contrast' && !contrast) return [];
    // The selectors of nodes take time, and the findings show the HTML.
    const options: RunOptions = { resultTypes: ['violations'], selectors: false };
    if (rules === 'contrast') options.runOnly = { type: 'rule', values: ['color-contrast'] };
    else if (!contrast) options.rules = { 'color-contrast': { enabled: false } };
    return (await violations(page, options)).flatMap(({ id, impact, nodes }) =>
        nodes.slice(0, 3).map((node) => `${id} (${String(impact)}): ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
    );
}
