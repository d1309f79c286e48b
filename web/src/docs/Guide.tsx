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
                    Fairlead tracks what affiliates bring to online gaming operators, works out what they earn, and can show how it came to every number.
                    Your backend sends {link('sendEvents', 'events of players')}: registrations, deposits, net gaming revenue. Visitors follow{' '}
                    {link('createLink', 'tracking links')}. Everything else is managed through the resources on the left, by programs as by people in the
                    console.
                </p>
                <p>
                    Every path begins with <code>/api/v1</code>. Bodies are JSON, members are camelCase (those of events have the underscores that gaming
                    platforms send), ids are UUIDs, and every answer has an <code>X-Request-Id</code> to quote when you ask for help. The whole of it is also
                    there <a href="/openapi.yaml">as an OpenAPI document</a>.
                </p>
            </>
        ),
        aside: <Code title="A first event" code={firstEvent()} />,
    }),
    authentication: () => ({
        text: (
            <>
                <p>
                    A program proves itself with an API key in the header <code>X-API-Key</code>. A key belongs to one operator and reaches everything of that
                    operator, and nothing of any other. Make one in the console under Settings, or with {link('createApiKey', 'an existing key')}; it is shown
                    in full once, and kept only as a hash. It can be limited to addresses of yours, and switched off at any time.
                </p>
                <p>
                    People log in, and are known by a cookie from then on. What changes something must then come from the same site. Saved reports need neither:
                    the token in their address is the proof.
                </p>
                <p>
                    A missing, unknown, switched-off or misplaced key is always the same <code>401</code>. To replace a key, make the new one, change over, then
                    switch off the old one.
                </p>
            </>
        ),
        aside: <Code title="A call with its key" code={`curl ${origin()}/api/v1/brands \\\n  -H 'X-API-Key: fairlead_…'`} />,
    }),
    errors: () => ({
        text: (
            <>
                <p>
                    An error is <code>application/problem+json</code> (RFC 9457). <code>code</code> is for programs and never changes; <code>detail</code> is for
                    people. Where members are at fault, <code>errors</code> names each of them by its JSON pointer.
                </p>
                <ul>
                    <li>
                        <code>400</code> the request is wrong; sending it again will not help.
                    </li>
                    <li>
                        <code>401</code> there is no valid proof, <code>403</code> it does not reach this far.
                    </li>
                    <li>
                        <code>404</code> there is nothing here, or it is somebody else’s. In a body a foreign id is <code>400</code>.
                    </li>
                    <li>
                        <code>409</code> it conflicts with how things stand.
                    </li>
                    <li>
                        <code>429</code> too many requests; wait as long as <code>Retry-After</code> says.
                    </li>
                    <li>
                        <code>500</code> and <code>503</code> it is our fault; try again later.
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
                    Every event bears an <code>idempotency_key</code> of yours, and a key counts once, for ever. After a lost connection, a timeout or a{' '}
                    <code>500</code>, send the same event again: it is accepted if it had never been stored, and otherwise answered as a <code>duplicate</code>{' '}
                    with the id of the first.
                </p>
                <p>
                    An error never uses a key up. Good keys are made of what the event is: <code>{'{event_type}_{player_ref}_{date}'}</code>, or the number that
                    your own system has for it.
                </p>
            </>
        ),
        aside: <Code title="The same event, sent again" code={DUPLICATE} />,
    }),
    paging: () => ({
        text: (
            <>
                <p>
                    Lists answer <code>items</code> and <code>nextCursor</code>. Ask for up to 200 with <code>limit</code> (50 unless you say so), and for the
                    next page with the <code>cursor</code> that you were given, until it is <code>null</code>. A page may be short, or empty, and have a next one
                    all the same.
                </p>
                <p>
                    Filters are exact and bear the names of the members: <code>?affiliateId=…&amp;status=active</code>. What is absent is asked for as{' '}
                    <code>null</code>.
                </p>
            </>
        ),
        aside: <Code title="A page" code={PAGE} />,
    }),
    money: () => ({
        text: (
            <>
                <p>
                    Amounts are decimal numbers written as text, such as <code>"49.99"</code>, so that no digit is lost on the way, with up to 15 digits before
                    the point and 8 behind it. In events a JSON number is taken as well, to the letter. In reports every metric is a number.
                </p>
                <p>
                    A currency is a code of three letters, or one that the {link('changeOperator', 'operator')} has declared. Reports are in the operator’s base
                    currency unless they are grouped by <code>currency</code>; {link('storeFxRates', 'exchange rates')} are yours to give.
                </p>
                <p>
                    Times are ISO 8601 in UTC. Days, weeks and months of reports and statements are those of the operator’s time zone.
                </p>
            </>
        ),
    }),
    'rate-limits': () => ({
        text: (
            <>
                <p>
                    A key may make 1,000 requests to {link('sendEvents', 'POST /events')} in a minute, unless it has been given another limit. With 100 events in
                    each that is 100,000 events. The minute begins with the first request.
                </p>
                <p>
                    Every answer says what is left. Over the limit it is <code>429</code> with <code>Retry-After</code> in seconds, and nothing of that request
                    has been stored. No other path counts.
                </p>
            </>
        ),
        aside: <Code title="Headers of an answer" code={LIMITS} />,
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
