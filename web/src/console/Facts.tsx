import type { ReactNode } from 'react';
import styles from './Facts.module.css';

// What is known about one thing, name by name. Facts without a value show a dash.
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
    return (
        <dl className={styles.list}>
            {facts.map(([name, value]) => (
                <div key={name} style={{ display: 'contents' }}>
                    <dt>{name}</dt>
                    <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
                </div>
            ))}
        </dl>
    );
}
