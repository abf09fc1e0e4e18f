import type { Schema } from 'joi';

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

/** Joi's own description of itself (Standard JSON Schema), which its types omit. */
interface SelfDescribing {
  readonly '~standard': {
    readonly jsonSchema: { input(options: { readonly target: 'draft-2020-12' }): JsonSchema };
  };
}

/** What Joi's description omits: dependencies between keys. */
interface KeyDependency {
  readonly rel: string;
  readonly key?: string;
  readonly peers: readonly string[];
}

/** Joi's description of a schema, as far as it is read here. */
interface SelfDescription {
  readonly dependencies?: readonly KeyDependency[];
  readonly keys?: Readonly<Record<string, SelfDescription>>;
  readonly metas?: readonly { readonly documentedValues?: readonly string[] }[];
}

/**
 * The JSON Schema of the values that a Joi schema accepts. Joi rejects everything that it rejects; rules in
 * code (an existing day, an address that is not private) are only in the description. The one exception are
 * `documentedValues`, whose refusal by the rules in code tells more than that of a schema.
 */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const described = schema.describe() as SelfDescription;
  const own = withDocumentedValues(
    portable(
      (schema as unknown as SelfDescribing)['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
    ),
    described.keys ?? {},
  );
  const dependencies = described.dependencies ?? [];
  return dependencies.length === 0 ? own : { ...own, allOf: dependencies.map(dependencySchema) };
}

function withDocumentedValues(
  schema: JsonSchema,
  keys: Readonly<Record<string, SelfDescription>>,
): JsonSchema {
  const documented = Object.entries(keys).flatMap(([key, { metas = [] }]) => {
    const values = metas.find(({ documentedValues }) => documentedValues !== undefined)?.documentedValues;
    const property = schema.properties?.[key];
    if (values === undefined || property === undefined) {
      return [];
    }
    // What the values imply, such as a length, need not be said.
    const { description } = property;
    return [
      [key, { type: 'string', ...(description === undefined ? {} : { description }), enum: values }] as const,
    ];
  });
  return documented.length === 0
    ? schema
    : { ...schema, properties: { ...schema.properties, ...Object.fromEntries(documented) } };
}

/** The same for responses: a later version may add fields, so clients must not reject them. */
export function openSchema(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );
  return JSON.parse(text) as JsonSchema;
}

export function isOptional(schema: Schema): boolean {
  const { flags } = schema.describe() as { readonly flags?: { readonly presence?: string } };
  return flags?.presence !== 'required';
}

const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f';

/** Expresses what Joi means so that every reader of JSON Schema understands the same. */
function portable(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') {
      return portablePattern(value);
    }
    return withFormat(key, isNullableEnum(value) ? { ...value, enum: [...value.enum, null] } : value);
  });
  return JSON.parse(text) as JsonSchema;
}

/** Control characters as numbers: many languages do not know property classes such as `\p{Cc}`. */
function portablePattern(pattern: string): string {
  return pattern.replaceAll('\\P{Cc}', `[^${controlCharacters}]`).replaceAll('\\p{Cc}', controlCharacters);
}

/** The formats of strings that rules in code check, by the field names that are used everywhere. */
const formats: readonly (readonly [name: RegExp, format: string])[] = [
  [/^email$/u, 'email'],
  [/^url$/u, 'uri'],
  [/^status_url$/u, 'uri-reference'],
  [/_at$/u, 'date-time'],
  [/^(?:expected_close|next_action|actual_close)_date$/u, 'date'],
];

function withFormat(key: string, value: unknown): unknown {
  const format = formats.find(([name]) => name.test(key))?.[1];
  if (format === undefined || typeof value !== 'object' || value === null || !('type' in value)) {
    return value;
  }
  const isText = value.type === 'string' || (Array.isArray(value.type) && value.type.includes('string'));
  return isText && !('format' in value) && !('enum' in value) ? { ...value, format } : value;
}

/** For a nullable value Joi adds null only to the type, so an `enum` without it would reject null. */
function isNullableEnum(value: unknown): value is JsonSchema & { readonly enum: readonly unknown[] } {
  if (typeof value !== 'object' || value === null || !('enum' in value) || !('type' in value)) {
    return false;
  }
  const { enum: allowed, type } = value;
  return Array.isArray(allowed) && !allowed.includes(null) && Array.isArray(type) && type.includes('null');
}

/** @throws Error for a relation without a translation */
function dependencySchema({ rel, key, peers }: KeyDependency): JsonSchema {
  // Linters expect the properties next to `required`.
  const present = peers.map((peer): JsonSchema => ({ properties: { [peer]: {} }, required: [peer] }));
  switch (rel) {
    case 'xor':
      return { oneOf: present };
    case 'or':
      return { anyOf: present };
    case 'with':
      return { dependentRequired: { [key ?? '']: peers } };
    case 'without':
      return { dependentSchemas: { [key ?? '']: { not: { anyOf: present } } } };
    default:
      throw new Error(`The relation ${rel} of ${peers.join(', ')} has no form in JSON Schema here`);
  }
}
