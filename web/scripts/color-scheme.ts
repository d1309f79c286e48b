import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

// Puts src/theme/color-scheme.js into every page's head as a classic script of its own. Modules run after the first
// paint and the content policy forbids inline scripts, so this is what keeps a dark page from flashing white.
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
