import { useMemo, useState } from 'react';
import { Code } from './Code';
import { curlOf } from './curl';
import { Examples } from './example';
import { ParameterList, SchemaMembers, TypeName } from './Members';
import { MethodTag } from './MethodTag';
import type { MediaType, Parameter } from './openapi';
import styles from './OperationView.module.css';
import { operationHash } from './places';
import { Prose } from './Prose';
import type { AnswerOf, ApiReference, Operation } from './reference';

// So many filters of a list are shown at once; the rest are there for who looks for them.
const PARAMETERS_SHOWN = 8;

export function OperationView({ operation, reference }: { operation: Operation; reference: ApiReference }) {
    const [status, setStatus] = useState(operation.answers[0]?.status ?? '');
    const curl = useMemo(() => curlOf(operation, reference, window.location.origin), [operation, reference]);
    const answer = operation.answers.find((one) => one.status === status);
    return (
        <section id={operation.id} className={styles.operation} aria-labelledby={`${operation.id}-title`}>
            <div className={styles.told}>
                <h2 id={`${operation.id}-title`} className={styles.title}>
                    <a href={operationHash(operation)}>{operation.summary}</a>
                </h2>
                <p className={styles.path}>
                    <MethodTag method={operation.method} />
                    <code>{operation.path}</code>
                </p>
                {operation.description && <Prose text={operation.description} />}
                <p className={styles.callers}>May be called by {operation.callers.join(', or ')}.</p>
                <Parameters title="In the path" parameters={operation.parameters.filter((one) => one.in === 'path')} reference={reference} />
                <Parameters title="In the query" parameters={operation.parameters.filter((one) => one.in === 'query')} reference={reference} />
                {operation.body?.media.schema && (
                    <>
                        <h3>Body</h3>
                        <SchemaMembers schema={operation.body.media.schema} reference={reference} />
                    </>
                )}
                <h3>Answers</h3>
                <Answers operation={operation} reference={reference} />
            </div>
            <div className={styles.shown}>
                <Code title={`${operation.method.toUpperCase()} ${operation.path}`} code={curl} />
                {answer && <AnswerExample answer={answer} answers={operation.answers} onChoose={setStatus} reference={reference} />}
            </div>
        </section>
    );
}

function Parameters({ title, parameters, reference }: { title: string; parameters: Parameter[]; reference: ApiReference }) {
    if (parameters.length === 0) return null;
    const rest = parameters.slice(PARAMETERS_SHOWN + 2);
    const shown = rest.length > 0 ? parameters.slice(0, PARAMETERS_SHOWN) : parameters;
    return (
        <>
            <h3>{title}</h3>
            <ParameterList parameters={shown} reference={reference} />
            {rest.length > 0 && (
                <details className={styles.more}>
                    <summary>{parameters.length - PARAMETERS_SHOWN} more</summary>
                    <ParameterList parameters={parameters.slice(PARAMETERS_SHOWN)} reference={reference} />
                </details>
            )}
        </>
    );
}

function Answers({ operation, reference }: { operation: Operation; reference: ApiReference }) {
    return (
        <ul className={styles.answers}>
            {operation.answers.map((answer) => (
                <li key={answer.status}>
                    <span className={styles.status} data-kind={kindOf(answer.status)}>
                        {answer.status === 'default' ? 'otherwise' : answer.status}
                    </span>
                    <div>
                        {answer.description}
                        {Object.entries(answer.content).map(([type, { schema }]) => (
                            <span key={type} className={styles.media}>
                                {type} {schema && <TypeName schema={schema} reference={reference} />}
                            </span>
                        ))}
                        {answer.headers.length > 0 && <span className={styles.media}>with {answer.headers.map(({ name }) => name).join(', ')}</span>}
                    </div>
                </li>
            ))}
        </ul>
    );
}

interface AnswerExampleProps {
    answer: AnswerOf;
    answers: AnswerOf[];
    onChoose: (status: string) => void;
    reference: ApiReference;
}

function AnswerExample({ answer, answers, onChoose, reference }: AnswerExampleProps) {
    const [type, media] = Object.entries(answer.content)[0] ?? ['', undefined];
    const choose = (
        <select className={styles.choose} value={answer.status} onChange={(event) => onChoose(event.currentTarget.value)} aria-label="Answer to show">
            {answers.map(({ status }) => (
                <option key={status} value={status}>
                    {status === 'default' ? 'otherwise' : status}
                </option>
            ))}
        </select>
    );
    return <Code title={type || 'No body'} code={media ? exampleText(type, media, answer.status, reference) : answer.description} aside={choose} />;
}

function exampleText(type: string, media: MediaType, status: string, reference: ApiReference): string {
    const example = new Examples(reference).ofMedia(media);
    if (typeof example === 'string') return type.startsWith('image/') ? '(an image)' : example;
    // A problem says which status it came with.
    const numbered = type === 'application/problem+json' && /^\d+$/.test(status) ? { ...(example as object), status: Number(status) } : example;
    return JSON.stringify(numbered, null, 2);
}

function kindOf(status: string): string {
    return status.startsWith('2') || status.startsWith('3') ? 'good' : 'bad';
}
