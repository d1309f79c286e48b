import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const classNames = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,9}\b/g));
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

// Fails the build if a page uses a Mantine component whose styles are missing in src/theme/mantine.css.
export function mantineStyles(): Plugin {
    return {
        name: 'fairlead-mantine-styles',
        apply: 'build',
        generateBundle(_options, bundle) {
            const files = Object.values(bundle);
            const used = classNames(files.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n'));
            const styled = classNames(files.map((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : '')).join('\n'));
            const known = classNames(read('../node_modules/@mantine/core/styles.css'));
            const missing = [...used].filter((name) => known.has(name) && !styled.has(name));
            if (missing.length > 0) this.error(`src/theme/mantine.css lacks the styles of ${missing.join(', ')}: look for them in @mantine/core/styles`);
        },
    };
}
