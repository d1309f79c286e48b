import { Fragment, type ReactNode } from 'react';
import { CopyButton } from '@/ui/copy';
import styles from './Code.module.css';

const JSON_TOKENS = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

// Code with a copy button, in a box that scrolls sideways.
export function Code({ title, code, aside }: { title: string; code: string; aside?: ReactNode }) {
    return (
        <figure className={styles.box}>
            <figcaption className={styles.head}>
                <span className={styles.title}>{title}</span>
                {aside}
                <CopyButton value={code} label={`Copy ${title}`} />
            </figcaption>
            <pre className={styles.code} tabIndex={0} aria-label={title}>
                <code>{coloured(code)}</code>
            </pre>
        </figure>
    );
}

// Highlights JSON, also in the body of a curl command.
function coloured(code: string): ReactNode[] {
    const parts: ReactNode[] = [];
    const body = code.search(/^[[{]|-d '/m);
    let end = 0;
    for (const match of body < 0 ? [] : code.matchAll(JSON_TOKENS)) {
        if (match.index < body) continue;
        parts.push(<Fragment key={`t${end}`}>{code.slice(end, match.index)}</Fragment>);
        const [all, text, colon = '', word] = match;
        const kind = text ? (colon ? styles.member : styles.text) : word ? styles.word : styles.number;
        parts.push(
            <span key={match.index} className={kind}>
                {text ?? all}
            </span>,
            colon,
        );
        end = match.index + all.length;
    }
    parts.push(<Fragment key="end">{code.slice(end)}</Fragment>);
    return parts;
}
