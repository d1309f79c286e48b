import styles from './GroupView.module.css';
import { MethodTag } from './MethodTag';
import { OperationView } from './OperationView';
import { operationHash } from './places';
import type { ApiReference, Group } from './reference';

// The operations of a resource, after a list of them.
export function GroupView({ group, reference }: { group: Group; reference: ApiReference }) {
    return (
        <article>
            <h1 className={styles.title}>{group.title}</h1>
            <ul className={styles.overview} aria-label={`Operations of ${group.title}`}>
                {group.operations.map((operation) => (
                    <li key={operation.id}>
                        <a href={operationHash(operation)} className={styles.entry}>
                            <MethodTag method={operation.method} />
                            <span className={styles.path}>{operation.path}</span>
                        </a>
                    </li>
                ))}
            </ul>
            {group.operations.map((operation) => (
                <OperationView key={operation.id} operation={operation} reference={reference} />
            ))}
        </article>
    );
}
