import { useMemo, useState } from 'react';
import { Code } from './Code';
import { ParameterList, SchemaMembers, TypeName } from './Members';
import { MethodTag } from './MethodTag';
import { answerExamples, statusWord, type AnswerExampleOf } from './answers';
import type { Parameter } from './openapi';
import styles from './OperationView.module.css';
import { operationHash } from './places';
import { Prose } from './Prose';
import type { AnswerOf, ApiReference, Operation } from './reference';
import { LANGUAGES, snippetOf, type Language } from './snippets';
import { useLanguage } from './useLanguage';

// The number of filters that are shown at first. The others are folded.
const PARAMETERS_SHOWN = 8;

export function OperationView({ operation, reference }: { operation: Operation; reference: ApiReference }) {
    const [shown, setShown] = useState(0);
    const answers = useMemo(() => answerExamples(operation, reference), [operation, reference]);
    const [language, setLanguage] = useLanguage();
    const snippet = useMemo(() => snippetOf(language, operation, reference, window.location.origin), [language, operation, reference]);
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
                <Parameters title="Path parameters" parameters={operation.parameters.filter((one) => one.in === 'path')} reference={reference} />
                <Parameters title="Query parameters" parameters={operation.parameters.filter((one) => one.in === 'query')} reference={reference} />
                {operation.body?.media.schema && (
                    <>
                        <h3>Request body</h3>
                        <SchemaMembers schema={operation.body.media.schema} reference={reference} />
                    </>
                )}
                <h3>Responses</h3>
                <Answers operation={operation} reference={reference} />
            </div>
            <div className={styles.shown}>
                <Code
                    title={`${operation.method.toUpperCase()} ${operation.path}`}
                    code={snippet}
                    aside={
                        <select
                            className={styles.choose}
                            value={language}
                            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
                            aria-label="Language of the example"
                        >
                            {LANGUAGES.map(({ id, title }) => (
                                <option key={id} value={id}>
                                    {title}
                                </option>
                            ))}
                        </select>
                    }
                />
                <AnswerExample examples={answers} shown={shown} onShow={setShown} />
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

export function Answers({ operation, reference }: { operation: Operation; reference: ApiReference }) {
    return (
        <ul className={styles.answers}>
            {alike(operation.answers).map(({ statuses, answer }) => (
                <li key={answer.status}>
                    <span className={styles.status} data-kind={kindOf(answer.status)}>
                        {statuses.map(statusWord).join(' ')}
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

function AnswerExample({ examples, shown, onShow }: { examples: AnswerExampleOf[]; shown: number; onShow: (at: number) => void }) {
    const example = examples[shown];
    if (!example) return null;
    const choose = examples.length > 1 && (
        <select className={styles.choose} value={shown} onChange={(event) => onShow(Number(event.currentTarget.value))} aria-label="Response to show">
            {examples.map(({ label }, at) => (
                <option key={label} value={at}>
                    {label}
                </option>
            ))}
        </select>
    );
    return <Code title={examples.length > 1 ? 'Response' : `Response ${example.label}`} code={example.text} aside={choose} />;
}

// Equal responses are shown once.
function alike(answers: AnswerOf[]): { statuses: string[]; answer: AnswerOf }[] {
    const told = new Map<string, { statuses: string[]; answer: AnswerOf }>();
    for (const answer of answers) {
        const said = JSON.stringify({ ...answer, status: kindOf(answer.status) });
        const same = told.get(said);
        if (same) same.statuses.push(answer.status);
        else told.set(said, { statuses: [answer.status], answer });
    }
    return [...told.values()];
}

function kindOf(status: string): string {
    return status.startsWith('2') || status.startsWith('3') ? 'good' : 'bad';
}
