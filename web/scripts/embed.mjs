// Builds the pages and packs them, with the API's document, for the program to carry: one file of bytes (pages.pack) and a
// source with the table of what is where in it (pages.cpp).
//
// Usage: node embed.mjs SITE OUT, where Vite writes to SITE. Several build folders share both, so nothing is done, and
// nothing touched, when OUT was made of what lies here now.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const WEB = resolve(fileURLToPath(import.meta.url), '../..');
const DOCUMENT = resolve(WEB, '../api/openapi.yaml');
const MARK = join(WEB, 'src/theme/mark.svg');
const PAGES = ['console/index.html', 'portal/index.html', 'docs/index.html'];

// What is installed or made, not written.
const NOT_SOURCES = new Set(['node_modules', 'test-results', 'schema.d.ts', 'CMakeLists.txt']);

const TYPES = {
    '.css': 'text/css; charset=utf-8',
    '.html': 'text/html; charset=utf-8',
    '.ico': 'image/x-icon',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=utf-8',
    '.webmanifest': 'application/manifest+json',
    '.woff2': 'font/woff2',
    '.yaml': 'application/yaml',
};

function filesUnder(folder) {
    return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => !NOT_SOURCES.has(entry.name))
        .flatMap((entry) => {
            const path = join(folder, entry.name);
            return entry.isDirectory() ? filesUnder(path) : [path];
        })
        .sort();
}

function digestOf(...parts) {
    const hash = createHash('sha256');
    parts.forEach((part) => hash.update(part));
    return hash.digest('hex');
}

function digestOfSources() {
    const files = [...filesUnder(WEB), DOCUMENT];
    return digestOf(...files.flatMap((file) => [relative(WEB, file), '\0', digestOf(readFileSync(file))]));
}

function buildPages() {
    const { status, stdout, error } = spawnSync('sh', ['-c', 'npm run build 2>&1'], { cwd: WEB, maxBuffer: 1 << 28 });
    if (status !== 0) {
        process.stderr.write(stdout ?? String(error));
        process.exit(1);
    }
}

function smaller(compressed, plain) {
    return compressed.length < plain.length ? compressed : Buffer.alloc(0);
}

// The forms of one file, in the order of the table's columns. A page is filled in anew for each answer: only as it is.
function formsOf(name, plain) {
    if (name.endsWith('.html')) {
        return [plain, Buffer.alloc(0), Buffer.alloc(0)];
    }
    const brotli = brotliCompressSync(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    });
    return [plain, smaller(brotli, plain), smaller(gzipSync(plain, { level: 9 }), plain)];
}

function readSite(site) {
    const files = filesUnder(site).map((path) => ({ name: relative(site, path), plain: readFileSync(path) }));
    files.push({ name: 'openapi.yaml', plain: readFileSync(DOCUMENT) });
    // Browsers ask for these by themselves where a page names no icon.
    for (const name of ['favicon.ico', 'favicon.svg']) {
        files.push({ name, type: TYPES['.svg'], plain: readFileSync(MARK) });
    }
    for (const page of PAGES) {
        if (!files.some((file) => file.name === page)) {
            throw new Error(`${page} has not been built`);
        }
    }
    for (const file of files) {
        file.type ??= TYPES[extname(file.name)];
        if (!file.type) {
            throw new Error(`${file.name}: TYPES in embed.mjs does not say what this is`);
        }
    }
    return files;
}

function pack(files) {
    const pieces = [];
    let size = 0;
    const rows = files.map(({ name, type, plain }) => {
        const forms = formsOf(name, plain).map((form) => {
            pieces.push(form);
            const place = form.length === 0 ? '{}' : `Piece(${size}, ${form.length})`;
            size += form.length;
            return place;
        });
        const digest = digestOf(plain).slice(0, 20);
        return `    app::WebFile{"${name}", "${type}", "${digest}",\n                 ${forms.join(', ')}},\n`;
    });
    return { bytes: Buffer.concat(pieces), rows: rows.join('') };
}

// The assembler takes the bytes in as they are, on every machine alike.
function source(packFile, rows) {
    return `// Made by web/scripts/embed.mjs. Not to be edited.
#include "service/embedded_files.hpp"

#include <array>
#include <cstddef>

asm(R"(
    .section .rodata
    .balign 16
    .hidden fairlead_pages_pack
    .global fairlead_pages_pack
fairlead_pages_pack:
    .incbin "${packFile}"
    .byte 0
    .text
)");

extern "C" const char fairlead_pages_pack[];

namespace fairlead::service {
namespace {

std::string_view Piece(std::size_t begin, std::size_t size) { return {fairlead_pages_pack + begin, size}; }

const std::array kFiles{
${rows}};

}  // namespace

app::WebFiles EmbeddedFiles() { return kFiles; }

}  // namespace fairlead::service
`;
}

// A reader sees the old file or the new one, never half of one.
function replace(path, content) {
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
}

function main(site, out) {
    const packFile = join(out, 'pages.pack');
    const sourceFile = join(out, 'pages.cpp');
    const stamp = join(out, 'sources.sha256');
    const madeOf = existsSync(stamp) && existsSync(packFile) && existsSync(sourceFile) ? readFileSync(stamp, 'utf8') : '';
    const digest = digestOfSources();
    if (madeOf === digest) {
        return;
    }
    buildPages();
    const { bytes, rows } = pack(readSite(site));
    mkdirSync(out, { recursive: true });
    replace(packFile, bytes);
    replace(sourceFile, source(packFile, rows));
    replace(stamp, digest);
}

main(...process.argv.slice(2).map((path) => resolve(path)));
