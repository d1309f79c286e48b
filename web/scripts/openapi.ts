import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { parse } from 'yaml';

const DOCUMENT = fileURLToPath(new URL('../../api/openapi.yaml', import.meta.url));
const NAME = 'virtual:openapi';

// Lets the docs page import the API document at build time.
export function openApi(): Plugin {
    return {
        name: 'fairlead-openapi',
        resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
        load(id) {
            if (id !== `\0${NAME}`) return undefined;
            this.addWatchFile(DOCUMENT);
            const json = JSON.stringify(parse(readFileSync(DOCUMENT, 'utf8')));
            // Browsers parse a JSON string faster than the same data as a script.
            return `export default JSON.parse(${JSON.stringify(json)});`;
        },
    };
}
