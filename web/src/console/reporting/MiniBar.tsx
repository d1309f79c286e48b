import type { ReactNode } from 'react';
import styles from './bars.module.css';

// A number with a bar below it. `share` is its share of the largest number.
export function MiniBar({ share, children }: { share: number; children: ReactNode }) {
    return (
        <span className={styles.mini}>
            {children}
            <span className={styles.track} aria-hidden>
                <span className={styles.fill} style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
            </span>
        </span>
    );
}
