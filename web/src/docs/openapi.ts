// The part of OpenAPI 3.1 that api/openapi.yaml uses.

export interface Schema {
    $ref?: string;
    type?: string | string[];
    format?: string;
    description?: string;
    enum?: unknown[];
    const?: unknown;
    default?: unknown;
    examples?: unknown[];
    required?: string[];
    properties?: Record<string, Schema>;
    additionalProperties?: boolean | Schema;
    items?: Schema;
    oneOf?: Schema[];
    allOf?: Schema[];
    minimum?: number;
    maximum?: number;
    minLength?: number;
    maxLength?: number;
    minItems?: number;
    maxItems?: number;
    pattern?: string;
}

export interface Parameter {
    name: string;
    in: 'path' | 'query' | 'header' | 'cookie';
    required?: boolean;
    description?: string;
    schema: Schema;
}

export interface MediaType {
    schema?: Schema;
    example?: unknown;
    examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Body {
    required?: boolean;
    content: Record<string, MediaType>;
}

export interface Answer {
    description: string;
    headers?: Record<string, { description?: string; required?: boolean; schema?: Schema }>;
    content?: Record<string, MediaType>;
}

export interface SecurityScheme {
    type: string;
    in?: string;
    name?: string;
    description?: string;
}

export type Security = Record<string, string[]>[];

// An object of the document, or a reference to it.
export type Reference<T> = T | { $ref: string };

export interface OperationObject {
    operationId: string;
    tags?: string[];
    summary?: string;
    description?: string;
    security?: Security;
    parameters?: Reference<Parameter>[];
    requestBody?: Reference<Body>;
    responses: Record<string, Reference<Answer>>;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type PathItem = { servers?: { url: string }[]; parameters?: Reference<Parameter>[] } & {
    [method in Method]?: OperationObject;
};

export interface OpenApi {
    info: { title: string; version: string; description?: string };
    servers: { url: string }[];
    security?: Security;
    tags?: { name: string; description?: string }[];
    paths: Record<string, PathItem>;
    // Requests that the service sends, by their type.
    webhooks?: Record<string, PathItem>;
    components: {
        schemas: Record<string, Schema>;
        securitySchemes?: Record<string, SecurityScheme>;
        [section: string]: Record<string, unknown> | undefined;
    };
}
