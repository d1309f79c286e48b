import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import styles from './facts.module.css';

export type Fact = [label: string, value: ReactNode];

// What is known about one thing, name by name. What is empty is left out.
export function Facts({ facts }: { facts: Fact[] }) {
    return (
        <dl className={styles.facts}>
            {facts
                .filter(([, value]) => value !== null && value !== undefined && value !== '')
                .map(([label, value]) => (
                    <Fragment key={label}>
                        <Text component="dt" size="sm" c="dimmed">
                            {label}
                        </Text>
                        <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
                            {value}
                        </Text>
                    </Fragment>
                ))}
        </dl>
    );
}
