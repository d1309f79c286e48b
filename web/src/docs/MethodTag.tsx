import styles from './MethodTag.module.css';
import type { Method } from './openapi';

export function MethodTag({ method }: { method: Method }) {
    return (
        <span className={styles.method} data-method={method}>
            {method.toUpperCase()}
        </span>
    );
}
