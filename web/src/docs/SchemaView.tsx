import { Code } from './Code';
import { Examples } from './example';
import styles from './Guide.module.css';
import listStyles from './GroupView.module.css';
import { SchemaMembers, TellRequired } from './Members';
import { MethodTag } from './MethodTag';
import { operationHash, schemaHash } from './places';
import { Prose } from './Prose';
import type { ApiReference } from './reference';

export function SchemaView({ name, reference }: { name: string; reference: ApiReference }) {
    const schema = reference.schema(name);
    if (!schema) return null;
    const users = reference.usersOf(name);
    const choices = schema.enum?.map(String) ?? [];
    return (
        <article className={styles.section}>
            <div className={styles.text}>
                <h1 className={styles.title}>{name}</h1>
                {choices.length > 0 && schema.description && <Prose text={schema.description} />}
                {choices.length > 0 && !schema.description && <Prose text={choices.map((choice) => `- \`${choice}\``).join('\n')} />}
                <TellRequired value={reference.isSent(name)}>
                    <SchemaMembers schema={schema} reference={reference} />
                </TellRequired>
                {users.length > 0 && (
                    <>
                        <h2>Used by</h2>
                        <ul className={listStyles.overview}>
                            {users.map((operation) => (
                                <li key={operation.id}>
                                    <a href={operationHash(operation)} className={listStyles.entry}>
                                        <MethodTag method={operation.method} />
                                        <span className={listStyles.path}>{operation.path}</span>
                                    </a>
                                </li>
                            ))}
                        </ul>
                    </>
                )}
            </div>
            <div className={styles.aside}>
                <Code title={name} code={JSON.stringify(new Examples(reference).of({ $ref: `#/components/schemas/${name}` }), null, 2)} />
            </div>
        </article>
    );
}

export function SchemaIndex({ reference }: { reference: ApiReference }) {
    return (
        <article>
            <h1 className={listStyles.title}>Schemas</h1>
            <ul className={listStyles.overview}>
                {reference.schemaNames.map((name) => (
                    <li key={name}>
                        <a href={schemaHash(name)} className={listStyles.entry}>
                            {name}
                        </a>
                    </li>
                ))}
            </ul>
        </article>
    );
}
