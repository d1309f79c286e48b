import { createContext, useContext } from 'react';
import { constraintsOf, hasManyChoices, typeOf, writeValue } from './constraints';
import styles from './Members.module.css';
import type { Parameter, Schema } from './openapi';
import { schemaHash } from './places';
import { Prose } from './Prose';
import { nameOf, type ApiReference } from './reference';

// Whether to mark required members.
export const TellRequired = createContext(true);

interface Member {
    name: string;
    schema: Schema;
    required: boolean;
    description?: string;
}

export function ParameterList({ parameters, reference }: { parameters: Parameter[]; reference: ApiReference }) {
    const members = parameters.map(({ name, schema, required, description }) => ({ name, schema, description, required: required ?? false }));
    return <MemberList members={members} reference={reference} path={[]} />;
}

// The members of an object, each with its own members folded below it.
export function SchemaMembers({ schema, reference, path = [] }: { schema: Schema; reference: ApiReference; path?: string[] }) {
    const tellRequired = useContext(TellRequired);
    const target = reference.resolve(schema);
    const within = schema.$ref ? [...path, schema.$ref] : path;
    if (target.oneOf) return <Alternatives schemas={target.oneOf} reference={reference} path={within} />;
    const members = Object.entries(target.properties ?? {}).map(([name, its]) => ({
        name,
        schema: its,
        required: tellRequired && (target.required?.includes(name) ?? false),
    }));
    return (
        <>
            {target.description && path.length === 0 && !isChoice(target) && <Prose text={target.description} />}
            <MemberList members={members} reference={reference} path={within} />
        </>
    );
}

function Alternatives({ schemas, reference, path }: { schemas: Schema[]; reference: ApiReference; path: string[] }) {
    return (
        <div className={styles.alternatives}>
            {schemas.map((schema, at) => (
                <section key={schema.$ref ?? at} className={styles.alternative}>
                    <p className={styles.either}>
                        {at === 0 ? 'Either' : 'Or'} <TypeName schema={schema} reference={reference} />
                    </p>
                    <SchemaMembers schema={schema} reference={reference} path={path} />
                </section>
            ))}
        </div>
    );
}

function MemberList({ members, reference, path }: { members: Member[]; reference: ApiReference; path: string[] }) {
    if (members.length === 0) return null;
    return (
        <ul className={styles.list}>
            {members.map((member) => (
                <MemberItem key={member.name} member={member} reference={reference} path={path} />
            ))}
        </ul>
    );
}

function MemberItem({ member, reference, path }: { member: Member; reference: ApiReference; path: string[] }) {
    const { name, required } = member;
    const target = reference.resolve(member.schema);
    const description = member.description ?? member.schema.description ?? (isChoice(target) ? undefined : target.description);
    const nested = nestedOf(member.schema, reference);
    return (
        <li className={styles.member}>
            <div className={styles.head}>
                <code className={styles.name}>{name}</code>
                <TypeName schema={member.schema} reference={reference} />
                {required && <span className={styles.required}>required</span>}
            </div>
            {description && (
                <div className={styles.description}>
                    <Prose text={sentence(description)} />
                </div>
            )}
            <Constraints schema={target} reference={reference} />
            {nested && !path.includes(nested.$ref ?? '-') && (
                <details className={styles.nested}>
                    <summary>Members of {name}</summary>
                    <SchemaMembers schema={nested} reference={reference} path={[...path, '']} />
                </details>
            )}
        </li>
    );
}

function Constraints({ schema, reference }: { schema: Schema; reference: ApiReference }) {
    const constraints = constraintsOf(schema);
    const chosen = schema.items ? reference.resolve(schema.items) : schema;
    const [example] = schema.examples ?? [];
    if (schema.default !== undefined) constraints.push(`default ${writeValue(schema.default)}`);
    return (
        <>
            {constraints.length > 0 && <p className={styles.facts}>{constraints.join(' · ')}</p>}
            {chosen.enum && <Choices schema={chosen} choices={chosen.enum.map(writeValue)} />}
            {example !== undefined && (
                <p className={styles.facts}>
                    for example <code>{writeValue(example)}</code>
                </p>
            )}
        </>
    );
}

function Choices({ schema, choices }: { schema: Schema; choices: string[] }) {
    const list = (
        <p className={styles.facts}>
            one of{' '}
            {choices.map((choice) => (
                <code key={choice} className={styles.choice}>
                    {choice}
                </code>
            ))}
        </p>
    );
    if (!isChoice(schema) && !hasManyChoices(schema)) return list;
    return (
        <details className={styles.nested}>
            <summary>{choices.length} possible values</summary>
            {isChoice(schema) && schema.description ? <Prose text={schema.description} /> : list}
        </details>
    );
}

// A type with its own page is a link.
export function TypeName({ schema, reference }: { schema: Schema; reference: ApiReference }) {
    const named = namedWithin(schema);
    const words = typeOf(schema, reference);
    if (!named || !words.includes(named)) return <span className={styles.type}>{words}</span>;
    return (
        <span className={styles.type}>
            {words.slice(0, words.indexOf(named))}
            <a href={schemaHash(named)}>{named}</a>
        </span>
    );
}

function namedWithin(schema: Schema): string {
    if (schema.$ref) return nameOf(schema.$ref);
    if (schema.items) return namedWithin(schema.items);
    return typeof schema.additionalProperties === 'object' ? namedWithin(schema.additionalProperties) : '';
}

// The object of a member: the member itself, or the items of its list or map.
function nestedOf(schema: Schema, reference: ApiReference): Schema | undefined {
    const target = reference.resolve(schema);
    if (target.properties || target.oneOf) return schema;
    if (target.items) return nestedOf(target.items, reference);
    return typeof target.additionalProperties === 'object' ? nestedOf(target.additionalProperties, reference) : undefined;
}

// An enum whose description explains each value.
function isChoice(schema: Schema): boolean {
    return schema.enum !== undefined && (schema.description?.startsWith('- ') ?? false);
}

function sentence(text: string): string {
    return /[.:!?]$|^- /.test(text) ? text : `${text}.`;
}
