import type { ReactNode } from 'react';
import styles from './Facts.module.css';

export type Fact = [label: string, value: ReactNode];

interface FactsProps {
    facts: Fact[];
    // Shows a dash for an empty value. Otherwise facts without a value are left out.
    showEmpty?: boolean;
    // Labels beside their values, or above them in columns or in one row.
    layout?: 'list' | 'columns' | 'row';
}

const isEmpty = (value: ReactNode): boolean => value === null || value === undefined || value === '';

// The labels and values of one thing.
export function Facts({ facts, showEmpty = false, layout = 'list' }: FactsProps) {
    const shown = facts.filter(([, value]) => showEmpty || !isEmpty(value));
    if (shown.length === 0) return null;
    return (
        <dl className={styles.facts} data-layout={layout}>
            {shown.map(([label, value]) => (
                <div key={label}>
                    <dt>{label}</dt>
                    <dd>{isEmpty(value) ? '–' : value}</dd>
                </div>
            ))}
        </dl>
    );
}
