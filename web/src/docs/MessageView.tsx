import { useMemo } from 'react';
import { Code } from './Code';
import { Examples } from './example';
import { ParameterList, SchemaMembers } from './Members';
import { MethodTag } from './MethodTag';
import { Answers } from './OperationView';
import styles from './OperationView.module.css';
import { operationHash } from './places';
import { Prose } from './Prose';
import type { ApiReference, Operation } from './reference';
import { requestText } from './requestText';

// A message that the service sends to a URL of the reader.
export function MessageView({ message, reference }: { message: Operation; reference: ApiReference }) {
    const text = useMemo(() => requestText(message, new Examples(reference)), [message, reference]);
    return (
        <section id={message.id} className={styles.operation} aria-labelledby={`${message.id}-title`}>
            <div className={styles.told}>
                <h2 id={`${message.id}-title`} className={styles.title}>
                    <a href={operationHash(message)}>{message.summary}</a>
                </h2>
                <p className={styles.path}>
                    <MethodTag method={message.method} />
                    <code>{message.path}</code>
                </p>
                {message.description && <Prose text={message.description} />}
                <p className={styles.callers}>Sent to the webhooks that have this type.</p>
                <h3>Headers</h3>
                <ParameterList parameters={message.parameters} reference={reference} />
                {message.body?.media.schema && (
                    <>
                        <h3>Request body</h3>
                        <SchemaMembers schema={message.body.media.schema} reference={reference} />
                    </>
                )}
                <h3>Your response</h3>
                <Answers operation={message} reference={reference} />
            </div>
            <div className={styles.shown}>
                <Code title={message.path} code={text} />
            </div>
        </section>
    );
}
