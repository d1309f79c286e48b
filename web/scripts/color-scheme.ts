import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

// Adds src/theme/color-scheme.js to the head of every page as a classic script. Modules run after the first paint and the
// content policy forbids inline scripts, so without this script a dark page would flash white.
export function colorScheme(): Plugin {
    const source = readFileSync(new URL('../src/theme/color-scheme.js', import.meta.url), 'utf8');
    const fileName = `assets/color-scheme-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
    let building = false;
    return {
        name: 'fairlead-color-scheme',
        configResolved(config) {
            building = config.command === 'build';
        },
        buildStart() {
            if (building) this.emitFile({ type: 'asset', fileName, source });
        },
        configureServer(server) {
            server.middlewares.use(`/${fileName}`, (_request, response) => {
                response.setHeader('Content-Type', 'text/javascript').end(source);
            });
        },
        transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
    };
}
