import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// Rules about the sources themselves, which the compiler does not check.

const root = fileURLToPath(new URL('.', import.meta.url));
const applications = ['console', 'portal', 'docs'];

interface Source {
    path: string;
    text: string;
}

const filesBelow = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));

const sources: Source[] = filesBelow('')
    .filter((path) => /\.tsx?$/.test(path) && path !== join('api', 'schema.d.ts') && path !== 'sources.test.ts')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const folderOf = (path: string): string => path.split(/[\\/]/)[0] ?? '';

// The paths below src that a file imports, statically or lazily. Packages are not among them.
function importsOf({ path, text }: Source): string[] {
    const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'(@\/|\.\.?\/)([^']*)'/g)];
    return named.map(([, start = '', rest = '']) => (start === '@/' ? rest : relative(root, join(root, dirname(path), start, rest))));
}

const wrongImports = (allowed: (from: string, to: string) => boolean): string[] =>
    sources.flatMap((source) =>
        importsOf(source)
            .filter((imported) => !allowed(folderOf(source.path), folderOf(imported)))
            .map((imported) => `${source.path} imports ${imported}`),
    );

describe('the sources', () => {
    it('are found, with their imports', () => {
        expect(sources.length).toBeGreaterThan(200);
        const router = sources.find(({ path }) => path === join('console', 'router.tsx'));
        expect(router && importsOf(router)).toContain(join('console', 'pages', 'home', 'routes'));
    });

    it('have no cast to never or any', () => {
        const casts = sources.flatMap(({ path, text }) => text.split('\n').flatMap((line, at) => (/\bas (never|any)\b/.test(line) ? [`${path}:${at + 1}`] : [])));
        expect(casts).toEqual([]);
    });

    it('keep console, portal and docs apart', () => {
        expect(wrongImports((from, to) => from === to || !applications.includes(from) || !applications.includes(to))).toEqual([]);
    });

    it('do not import an application into shared code', () => {
        expect(wrongImports((from, to) => applications.includes(from) || !applications.includes(to))).toEqual([]);
    });

    // Sentences that readers did not understand, and words for a period that are wrong for weeks and half-months.
    it('use no unclear phrase, and no month for a period that can be a week', () => {
        const unclear = /\b(names? no click|oldest events|unusual clicks|use this link for other pages)\b/i;
        const onlyMonths = /\b((own|later|earlier|earliest open|closed) months?|players (this|of the) month|month is closed|month lacks|months that are not closed|month, under)\b/i;
        // Deals say “month”, as contracts do. The portal says what that means for affiliates with other periods.
        const isDeal = ({ path }: Source) => path.startsWith('deals') || (path.includes(join('pages', 'deals')) && !path.includes('simulate'));
        const isText = (line: string) => !/^\s*(\/\/|import )/.test(line);
        const found = sources
            .filter((source) => !isDeal(source) && !source.path.includes('.test.'))
            .flatMap(({ path, text }) => text.split('\n').filter((line) => isText(line) && (unclear.test(line) || onlyMonths.test(line))).map((line) => `${path}: ${line.trim()}`));
        expect(found).toEqual([]);
    });

    // The words of docs/glossary.md. Search words (`keywords`) and example domains may be others.
    it('use one word for one thing in the texts of the interface', () => {
        const others = /\b(FTDs?|rewards?|earnings?|banner views?|partners?|revshare|presets)\b/;
        const texts = /'[^'\n]* [^'\n]*'|`[^`\n]* [^`\n]*`|"[^"\n]* [^"\n]*"|>[^<>{}\n]* [^<>{}\n]*</g;
        const found = sources
            .filter(({ path }) => folderOf(path) !== 'docs' && !path.includes('.test.'))
            .flatMap(({ path, text }) =>
                text
                    .split('\n')
                    .filter((line) => !/^\s*(\/\/|import )|keywords:/.test(line))
                    .flatMap((line) => line.match(texts) ?? [])
                    .map((written) => written.replaceAll(/\\u00a0|\$\{[^}]*\}|\S+\.example\S*/g, ''))
                    .filter((written) => others.test(written) || /\d%\s/.test(written))
                    .map((written) => `${path}: ${written}`),
            );
        expect(found).toEqual([]);
    });
});
