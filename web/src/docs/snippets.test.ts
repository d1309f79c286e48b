import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sendsFile } from './curl';
import type { OpenApi } from './openapi';
import { ApiReference } from './reference';
import { LANGUAGES, snippetOf, type Language } from './snippets';

const root = (place: string) => readFileSync(fileURLToPath(new URL(`../../../${place}`, import.meta.url)), 'utf8');
const reference = new ApiReference(parse(root('api/openapi.yaml')) as OpenApi);
const operations = [...reference.operations.values()];
const snippet = (language: Language, id: string) => snippetOf(language, reference.operations.get(id)!, reference, 'https://host');

// The files of the libraries that have the methods, and how a method begins there.
const LIBRARIES = {
    python: { files: ['python/fairlead/operations.py', 'python/fairlead/client.py'], call: /client\.(\w+)\(/, begins: (name: string) => `def ${name}(` },
    node: { files: ['node/src/operations.ts', 'node/src/client.ts'], call: /client\.(\w+)\(/, begins: (name: string) => `async ${name}(` },
    php: { files: ['php/src/Operations.php', 'php/src/Client.php'], call: /client->(\w+)\(/, begins: (name: string) => `function ${name}(` },
    java: { files: ['java/src/main/java/dev/fairlead/Operations.java', 'java/src/main/java/dev/fairlead/Client.java'], call: /client\.(\w+)\(/, begins: (name: string) => ` ${name}(` },
};

describe('snippets', () => {
    it('exist for every operation in every language', () => {
        for (const { id: language } of LANGUAGES) {
            for (const operation of operations) {
                const text = snippetOf(language, operation, reference, 'https://host');
                expect(text, `${language} ${operation.id}`).toContain('https://host');
                expect(text, `${language} ${operation.id}`).not.toMatch(/undefined|\[object/);
            }
        }
    });

    it('call methods that the libraries have', () => {
        for (const [language, { files, call, begins }] of Object.entries(LIBRARIES)) {
            const source = files.map((file) => root(`clients/${file}`)).join('\n');
            for (const operation of operations.filter((one) => one.proof === 'key' && !sendsFile(one))) {
                const name = call.exec(snippetOf(language as Language, operation, reference, 'https://host').split('Client(').at(-1) ?? '')?.[1]
                    ?? [...snippetOf(language as Language, operation, reference, 'https://host').matchAll(new RegExp(call, 'g'))].at(-1)?.[1];
                expect(source, `${language} ${operation.id}`).toContain(begins(name ?? '?'));
            }
        }
    });

    it('name classes of Java that exist', () => {
        const types = root('clients/java/src/main/java/dev/fairlead/Types.java');
        for (const operation of operations.filter(({ proof, body }) => proof === 'key' && body)) {
            for (const [, name] of snippetOf('java', operation, reference, 'https://host').matchAll(/new (\w+)\(\)/g)) {
                expect(types, operation.id).toContain(`class ${name} `);
            }
        }
    });

    it('use the words of the language', () => {
        expect(snippet('python', 'sendEvents')).toContain('client.send_event({\n    "event_type": "first_deposit",');
        expect(snippet('php', 'sendEvents')).toContain("$client->sendEvent([\n    'event_type' => 'first_deposit',");
        expect(snippet('node', 'sendEvents')).toContain("await client.sendEvent({\n    event_type: 'first_deposit',");
        expect(snippet('java', 'sendEvents')).toContain('new Event()\n        .set("event_type", "first_deposit")');
        for (const operation of operations) {
            expect(snippetOf('python', operation, reference, 'https://host')).not.toMatch(/: (true|false|null)\b/);
        }
    });

    it('send a file as it is', () => {
        expect(snippet('curl', 'uploadImage')).toContain('--data-binary @banner.png');
        expect(snippet('python', 'uploadImage')).toContain('open("banner.png", "rb").read()');
        expect(snippet('node', 'uploadImage')).toContain("readFile('banner.png')");
        expect(snippet('php', 'uploadImage')).toContain("file_get_contents('banner.png')");
        expect(snippet('java', 'uploadImage')).toContain('BodyPublishers.ofFile(Path.of("banner.png"))');
        for (const { id } of LANGUAGES) expect(snippet(id, 'uploadImage')).toContain('X-API-Key');
    });

    it('are plain HTTP where no key may call', () => {
        expect(snippet('python', 'logIn')).toContain('urllib.request');
        expect(snippet('java', 'logIn')).toContain('BodyPublishers.ofString("""');
    });
});
