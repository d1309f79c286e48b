import type { ReactNode } from 'react';
import { Code } from './Code';
import styles from './Guide.module.css';
import { GUIDE } from './guide-sections';
import { guideHash } from './places';

type SectionId = (typeof GUIDE)[number]['id'];

const link = (operation: string, words: string) => <a href={`#${operation}`}>{words}</a>;

const origin = () => window.location.origin;

const firstEvent = () => `curl ${origin()}/api/v1/events \\
  -H 'X-API-Key: fairlead_…' \\
  -H 'Content-Type: application/json' \\
  -d '{
  "event_type": "registration",
  "event_time": "2026-11-15T10:00:00Z",
  "brand_id": "01a1dd0b-7fda-7001-8f66-70eb4fae58c0",
  "player_external_ref": "player-1",
  "idempotency_key": "registration_player-1",
  "click_id": "01a1dd0b-7fda-7001-8c1c-0c11c0000001"
}'`;

const PROBLEM = `{
  "type": "about:blank",
  "title": "The request has invalid members",
  "status": 400,
  "detail": "/name must not be empty",
  "code": "validation_failed",
  "requestId": "01a1dd0b-7fda-7001-8f66-70eb4fae58c0",
  "errors": [
    {
      "pointer": "/name",
      "code": "invalid_value",
      "detail": "must not be empty"
    }
  ]
}`;

const DUPLICATE = `{
  "result": {
    "event_id": "01a1dd0b-7fda-7001-8f66-70eb4fae58c0",
    "idempotency_key": "registration_player-1",
    "status": "duplicate"
  }
}`;

const PAGE = `{
  "items": [ … ],
  "nextCursor": "MjAyNi0xMS0xNQ"
}`;

const LIMITS = `X-RateLimit-Limit: 1000
X-RateLimit-Remaining: 997
X-RateLimit-Reset: 41`;

const SECTIONS: Record<SectionId, () => { text: ReactNode; aside?: ReactNode }> = {
    introduction: () => ({
        text: (
            <>
                <p>
                    Fairlead records the traffic of affiliates for online gaming operators, computes their commission, and explains every number.
                    Your backend sends {link('sendEvents', 'events')} of players, such as registrations, deposits and net gaming revenue. Visitors use{' '}
                    {link('createLink', 'tracking links')}. Programs manage everything else through the resources on the left, and people use the
                    console.
                </p>
                <p>
                    Every path starts with <code>/api/v1</code>. Bodies are JSON with members in camelCase; events have members in snake_case. Ids are
                    UUIDs. Every response has an <code>X-Request-Id</code>, which you can quote when you ask for help. The API is also available <a
                    href="/openapi.yaml">as an OpenAPI document</a>.
                </p>
            </>
        ),
        aside: <Code title="First event" code={firstEvent()} />,
    }),
    authentication: () => ({
        text: (
            <>
                <p>
                    A program authenticates with an API key in the header <code>X-API-Key</code>. A key belongs to one operator and gives access to
                    the operations of its scopes. Any other operation gives <code>403</code> and names the scope that it needs. No key creates or changes
                    users. Create a key in the console under Settings, or with {link('createApiKey', 'an existing key')}. It is
                    shown only once, because only its hash is stored. You can limit a key to IP addresses and turn it off at any time.
                </p>
                <p>
                    Users log in and get a session cookie. Requests that change data must then come from the same site. A saved report needs no
                    authentication except the token in its URL.
                </p>
                <p>
                    A missing, unknown or inactive key, or one from another IP address, always gives the same <code>401</code>. To replace a key,
                    create a new one, use it in your program, then turn off the old one.
                </p>
            </>
        ),
        aside: <Code title="Request with an API key" code={`curl ${origin()}/api/v1/brands \\\n  -H 'X-API-Key: fairlead_…'`} />,
    }),
    errors: () => ({
        text: (
            <>
                <p>
                    An error is <code>application/problem+json</code> (RFC 9457). Programs use <code>code</code>, which never changes. People read{' '}
                    <code>detail</code>. <code>errors</code> lists invalid members by JSON pointer.
                </p>
                <ul>
                    <li>
                        <code>400</code>: the request is invalid. Do not send it again unchanged.
                    </li>
                    <li>
                        <code>401</code>: the authentication is missing or invalid. <code>403</code>: the caller has no permission.
                    </li>
                    <li>
                        <code>404</code>: the object does not exist or belongs to another operator. An unknown id in a body gives <code>400</code>.
                    </li>
                    <li>
                        <code>409</code>: the request conflicts with the current state.
                    </li>
                    <li>
                        <code>429</code>: too many requests. Wait for the seconds in <code>Retry-After</code>.
                    </li>
                    <li>
                        <code>500</code> and <code>503</code>: the server failed or is not available. Try again later.
                    </li>
                </ul>
            </>
        ),
        aside: <Code title="application/problem+json" code={PROBLEM} />,
    }),
    idempotency: () => ({
        text: (
            <>
                <p>
                    Every event has an <code>idempotency_key</code> that you choose. An event with a known key is not recorded again. After a lost
                    connection, a timeout or a <code>500</code>, send the same event again. If it was already recorded, the response says{' '}
                    <code>duplicate</code> and has the id of the first event.
                </p>
                <p>
                    After an error you can use the key again. A good key describes the event, such as{' '}
                    <code>{'{event_type}_{player_ref}_{date}'}</code>, or is the id of the event in your own system.
                </p>
            </>
        ),
        aside: <Code title="Response for a duplicate" code={DUPLICATE} />,
    }),
    testing: () => ({
        text: (
            <>
                <p>
                    Send events with <code>?dryRun=true</code> while you write your integration. They are checked and answered like real events, with
                    all errors and warnings, but nothing is stored and no idempotency key is used up. The answer has the header <code>X-Dry-Run: true</code>.
                </p>
                <ol>
                    <li>Create an API key with the scope <code>events</code>.</li>
                    <li>Send one event of each type that you use as a dry run, until none has an error or a warning.</li>
                    <li>
                        Send a real registration with the <code>click_id</code> of a click on one of your links, and look at{' '}
                        {link('explainPlayer', 'why')} the player belongs to its affiliate.
                    </li>
                    <li>Send the same event again: the answer is <code>duplicate</code>.</li>
                    <li>
                        Look at the {link('listRefusedRequests', 'refused requests')} of your key, here or in the console under Settings, Integration.
                    </li>
                </ol>
                <p>
                    To test without your real data, create a second operator on the same server: <code>fairlead operator create</code>. Other
                    operators cannot see its data.
                </p>
            </>
        ),
        aside: <Code title="Dry run" code={firstEvent().replace('/events ', "'/events?dryRun=true' ").replace(`${origin()}/api/v1'`, `'${origin()}/api/v1`)} />,
    }),
    libraries: () => ({
        text: (
            <>
                <p>
                    There are client libraries for Python, Node, PHP and Java in the folder <code>clients</code> of the sources. They have a method for
                    every operation that a key may call, send events in batches, repeat requests under the same key after a failure, keep events in a file
                    while the server cannot be reached, and verify the signatures of webhooks.
                </p>
                <p>
                    If your platform already sends such events to another system, {link('sendForeignEvents', 'an adapter')} can read them in that format.
                </p>
                <p>
                    You can choose the language of the examples on this page. The folder <code>api</code> has a Postman collection with all operations.
                </p>
            </>
        ),
    }),
    paging: () => ({
        text: (
            <>
                <p>
                    Lists return <code>items</code> and <code>nextCursor</code>. <code>limit</code> is the number of items, at most 200 and by default
                    50. For the next page, send <code>nextCursor</code> as <code>cursor</code>, until it is <code>null</code>. A page can have few
                    items or none although there are further pages.
                </p>
                <p>
                    Filters have the names of the members and match exactly: <code>?affiliateId=…&amp;status=active</code>. Use <code>null</code> to
                    find items without a value.
                </p>
            </>
        ),
        aside: <Code title="Page of a list" code={PAGE} />,
    }),
    money: () => ({
        text: (
            <>
                <p>
                    Amounts are decimal strings such as <code>"49.99"</code>, so that no digit is lost. They have up to 15 digits before the decimal
                    point and 8 after it. Events may also contain JSON numbers, which are read exactly. Metrics of reports are numbers.
                </p>
                <p>
                    A currency is a code of ISO 4217 or one that the {link('changeOperator', 'operator')} has declared. Reports are in the operator’s
                    base currency unless they are grouped by <code>currency</code>. You provide the {link('storeFxRates', 'exchange rates')}.
                </p>
                <p>
                    Times are ISO 8601 in UTC. Days, weeks and months of reports and statements are in the operator’s time zone.
                </p>
            </>
        ),
    }),
    'rate-limits': () => ({
        text: (
            <>
                <p>
                    The default rate limit of an API key is 1,000 requests per minute to {link('sendEvents', 'POST /events')}. With 100 events in each
                    request, that is 100,000 events. The minute starts with the first request.
                </p>
                <p>
                    Every response of this path has the remaining number of requests. Above the limit, the response is <code>429</code> with{' '}
                    <code>Retry-After</code> in seconds, and no event of the request is recorded. The other requests of a key have a separate
                    limit, which is 60,000 requests per minute by default.
                </p>
            </>
        ),
        aside: <Code title="Response headers" code={LIMITS} />,
    }),
};

export function Guide() {
    return (
        <article>
            {GUIDE.map(({ id, title }) => {
                const { text, aside } = SECTIONS[id]();
                const Heading = id === 'introduction' ? 'h1' : 'h2';
                return (
                    <section key={id} id={`guide.${id}`} className={styles.section} aria-labelledby={`guide-${id}`}>
                        <div className={styles.text}>
                            <Heading id={`guide-${id}`} className={styles.title}>
                                <a href={guideHash(id)}>{id === 'introduction' ? 'Fairlead API' : title}</a>
                            </Heading>
                            {text}
                        </div>
                        {aside && <div className={styles.aside}>{aside}</div>}
                    </section>
                );
            })}
        </article>
    );
}
