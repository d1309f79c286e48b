import type { Connect, Plugin, ProxyOptions } from 'vite';

// Additions to Vite's development server. They are not part of a build.
//
// FAIRLEAD_WEB_API  the server that /api goes to, default http://127.0.0.1:18110
// FAIRLEAD_WEB_KEY  an API key to add to every request; /auth/me is then answered here, as an admin of the key's operator

const api = process.env.FAIRLEAD_WEB_API ?? 'http://127.0.0.1:18110';
const key = process.env.FAIRLEAD_WEB_KEY;

export function apiProxy(): Record<string, ProxyOptions> {
    // The server compares the Origin of a request with its Host, so the Host of the browser is kept.
    const target: ProxyOptions = { target: api, changeOrigin: false, headers: key ? { 'X-API-Key': key } : {} };
    return { '/api': target, '/openapi.yaml': target };
}

// Every path of an application returns the same page.
const pageFallback: Connect.NextHandleFunction = (request, _response, next) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const area = /^\/(console|portal|docs)(\/|$)/.exec(path)?.[1];
    const isFile = /\.[a-z0-9]+$/i.test(path);
    if (area && !isFile && request.headers.accept?.includes('text/html')) request.url = `/${area}/index.html`;
    next();
};

async function readOperator(): Promise<Record<string, unknown>> {
    const answer = await fetch(`${api}/api/v1/operator`, { headers: { 'X-API-Key': key ?? '' } });
    if (!answer.ok) throw new Error(`GET /operator answered ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
}

const meOfKey: Connect.NextHandleFunction = (_request, response, next) => {
    readOperator()
        .then((operator) => {
            const user = {
                id: '00000000-0000-7000-8000-000000000000',
                email: 'admin@localhost',
                role: 'admin',
                affiliateId: null,
                totpEnabled: false,
                recoveryCodesLeft: 0,
            };
            response.setHeader('Content-Type', 'application/json');
            response.end(JSON.stringify({ user, operator: { id: '', ...operator } }));
        })
        .catch(next);
};

export function devProxy(): Plugin {
    return {
        name: 'fairlead-dev-proxy',
        configureServer(server) {
            if (key) server.middlewares.use('/api/v1/auth/me', meOfKey);
            server.middlewares.use(pageFallback);
        },
        transformIndexHtml: {
            order: 'pre',
            handler: (html, context) => (context.server ? html.replace('__PORTAL_BASE__', '/portal').replace('__CSP_NONCE__', '') : html),
        },
    };
}
