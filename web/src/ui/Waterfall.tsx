import type { ReactNode } from 'react';
import { placeSteps } from './waterfall';
import styles from './Waterfall.module.css';

export interface WaterfallRow {
    key: string;
    name: ReactNode;
    // A sentence, and links to what stands behind the part.
    words?: ReactNode;
    value: number;
    written: string;
    // The first and the last bar.
    whole?: boolean;
}

// A list that is drawn as a waterfall. Each row has its name, its number and a sentence, so it reads as well without the
// bars. Its links are reached by the tab key.
export function Waterfall({ label, rows }: { label: string; rows: WaterfallRow[] }) {
    const { zero, placed } = placeSteps(rows);
    return (
        <ol className={styles.list} aria-label={label}>
            {rows.map(({ key, name, words, value, written, whole }, index) => (
                <li key={key} className={styles.row} data-whole={whole || undefined}>
                    <div className={styles.name}>
                        {name}
                        {words && <span className={styles.words}>{words}</span>}
                    </div>
                    <div className={styles.track} aria-hidden>
                        <span className={styles.zero} style={{ left: `${zero}%` }} />
                        <span
                            className={styles.bar}
                            data-step={whole ? undefined : value < 0 ? 'down' : 'up'}
                            style={{ left: `${placed[index]?.start ?? 0}%`, width: `${placed[index]?.width ?? 0}%` }}
                        />
                    </div>
                    <div className={styles.value}>{written}</div>
                </li>
            ))}
        </ol>
    );
}
