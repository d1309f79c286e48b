// Prints the compressed size of the console's first page: the entry, the home page, their static imports, style sheets and
// the font. Fails above the limit. Run it after `npm run build`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const limit = 350_000;
const root = new URL('../../build/web/', import.meta.url).pathname;
const area = process.argv[2] ?? 'console';
const html = readFileSync(join(root, area, 'index.html'), 'utf8');
const files = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]));

const read = (file) => readFileSync(join(root, file), 'utf8');

// The entry lists by number the files that a page needs: its chunk, the imports of that chunk, and style sheets.
function neededBy(page) {
    for (const file of files) {
        if (!file.endsWith('.js')) continue;
        const code = read(file);
        const numbers = new RegExp(`import\\("\\./${page}-[^"]+\\.js"\\),__vite__mapDeps\\(\\[([\\d,]*)\\]\\)`).exec(code);
        const names = /m\.f=(\[[^\]]*\])/.exec(code);
        if (numbers && names) return numbers[1].split(',').map((number) => JSON.parse(names[1])[number]);
    }
    throw new Error(`No entry of ${area} loads ${page}`);
}

const home = { console: 'HomePage', portal: 'DashboardPage' }[area];
if (home) neededBy(home).forEach((file) => files.add(file));
for (const file of files) {
    if (!file.endsWith('.js')) continue;
    for (const match of read(file).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) files.add(`assets/${match[1]}`);
}

let gzip = 0;
let brotli = 0;
const add = (name, bytes) => {
    const packed = /\.woff2$/.test(name);
    const sizes = packed ? [bytes.length, bytes.length] : [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
    gzip += sizes[0];
    brotli += sizes[1];
    console.log(`${String(sizes[0]).padStart(8)} ${String(sizes[1]).padStart(8)}  ${name}`);
};
console.log('    gzip   brotli');
add(`${area}/index.html`, Buffer.from(html));
for (const file of [...files].sort()) add(file, readFileSync(join(root, file)));
console.log(`${String(gzip).padStart(8)} ${String(brotli).padStart(8)}  first page of the ${area} (limit ${limit})`);
process.exit(gzip > limit ? 1 : 0);
