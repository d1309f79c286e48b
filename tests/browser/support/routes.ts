import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const sources = resolve(__dirname, '../../../web/src');

// The text of all files below a folder that can declare routes.
function texts(folder: string): string {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(^|\/)(routes\.ts|router\.tsx|layout\.tsx|shell\.tsx)$/.test(file));
    return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

// The pages that are shown without a login, in both applications.
export const entryPages = ['/login', '/invite', '/forgotten', '/reset', '/unsubscribe', '/confirm-address'];
// The same, in the console alone.
export const consoleEntryPages = [...entryPages, '/setup'];

// All pages of an application, read from its sources, so that a new page is tested automatically. Paths are written as in the
// router: /affiliates/$affiliateId.
export function pagesOf(area: 'console' | 'portal'): string[] {
    // The pages without a login are shared.
    const text = texts(join(sources, area)) + texts(join(sources, 'session'));
    const declared = new Map<string, { parent: string; path: string }>();
    for (const [, name = '', parent = '', path = ''] of text.matchAll(
        /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']*)'/g,
    )) {
        declared.set(name, { parent, path });
    }
    const addressOf = (name: string): string => {
        const route = declared.get(name);
        return route ? addressOf(route.parent) + route.path : '';
    };
    const pages = [...text.matchAll(/\bpage\((\w+),/g)].map(([, name = '']) => {
        if (!declared.has(name)) throw new Error(`The route ${name} of the ${area} is declared in an unknown form`);
        return addressOf(name).replace(/(.)\/$/, '$1');
    });
    return [...new Set(pages)].sort();
}
