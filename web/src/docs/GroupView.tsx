import styles from './GroupView.module.css';
import { MessageView } from './MessageView';
import { MethodTag } from './MethodTag';
import { OperationView } from './OperationView';
import { operationHash } from './places';
import type { ApiReference, Group, Operation } from './reference';

// The operations of a resource and the messages about it, after lists of them.
export function GroupView({ group, reference }: { group: Group; reference: ApiReference }) {
    return (
        <article>
            <h1 className={styles.title}>{group.title}</h1>
            <Overview label={`Operations of ${group.title}`} operations={group.operations} />
            {group.messages.length > 0 && (
                <>
                    <p>Messages that the service sends to your URL:</p>
                    <Overview label={`Messages of ${group.title}`} operations={group.messages} />
                </>
            )}
            {group.operations.map((operation) => (
                <OperationView key={operation.id} operation={operation} reference={reference} />
            ))}
            {group.messages.map((message) => (
                <MessageView key={message.id} message={message} reference={reference} />
            ))}
        </article>
    );
}

function Overview({ label, operations }: { label: string; operations: Operation[] }) {
    return (
        <ul className={styles.overview} aria-label={label}>
            {operations.map((operation) => (
                <li key={operation.id}>
                    <a href={operationHash(operation)} className={styles.entry}>
                        <MethodTag method={operation.method} />
                        <span className={styles.path}>{operation.path}</span>
                    </a>
                </li>
            ))}
        </ul>
    );
}
