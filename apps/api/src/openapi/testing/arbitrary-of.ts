import fc from 'fast-check';

import type { JsonSchema } from '../json-schema.js';

/**
 * Values that a schema accepts, within its lengths and ranges. Rules between keys (`allOf`) are left to
 * chance, because values that break them are worth sending too.
 */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { anyOf, type } = schema;
  const { const: only, enum: allowed } = schema;
  if (only !== undefined) {
    return fc.constant(only);
  }
  if (Array.isArray(allowed)) {
    return fc.constantFrom(...(allowed as readonly unknown[]));
  }
  if (anyOf !== undefined) {
    return fc.oneof(...anyOf.map(arbitraryOf));
  }
  if (Array.isArray(type)) {
    return fc.oneof(...(type as readonly string[]).map((one) => arbitraryOf({ ...schema, type: one })));
  }
  switch (type) {
    case 'object':
      return objects(schema);
    case 'array':
      return fc.array(schema.items === undefined ? anything : arbitraryOf(schema.items), {
        minLength: limit(schema['minItems'], 0),
        maxLength: Math.min(limit(schema['maxItems'], 4), 4),
      });
    case 'string':
      return strings(schema);
    case 'integer':
      return fc.integer({ min: limit(schema['minimum'], -1e9), max: limit(schema['maximum'], 1e9) });
    case 'number':
      return fc.double({
        min: limit(schema['minimum'], -1e9),
        max: 1e9,
        noNaN: true,
        noDefaultInfinity: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anything;
  }
}

/** Any JSON, with a depth that a request may have. */
const anything: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3 });

/** Values that a schema accepts, with one part changed, so that most but not all are rejected. */
export function nearlyArbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc
    .tuple(arbitraryOf(schema), fc.nat(), oddValue)
    .map(([value, place, odd]) => replaceAt(value, place, odd));
}

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    0,
    -1,
    1e21,
    0.5,
    true,
    'true',
    '7',
    [],
    {},
    '2026-02-30',
    '\u0000',
    '\ud800',
  ),
  fc.string({ minLength: 490, maxLength: 520 }),
  anything,
);

function replaceAt(value: unknown, place: number, odd: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return odd;
  }
  const keys = Object.keys(value);
  const key = keys[place % (keys.length + 2)];
  if (key === undefined) {
    return place % 2 === 0 ? { ...value, unexpected: odd } : odd;
  }
  const rest = value as Readonly<Record<string, unknown>>;
  return { ...rest, [key]: place % 3 === 0 ? replaceAt(rest[key], place, odd) : odd };
}

/** The keys of which a schema requires exactly one; empty if it has no such rule. */
function eitherKeys({ allOf }: JsonSchema): readonly string[] {
  const rules = (Array.isArray(allOf) ? allOf : []) as readonly { oneOf?: readonly JsonSchema[] }[];
  const choices = rules.flatMap(({ oneOf = [] }) => oneOf);
  return choices.flatMap(({ required = [] }) => required);
}

/** The keys beside which others must not stand, with those others. */
function keysAlone({ allOf }: JsonSchema): readonly (readonly [key: string, others: readonly string[]])[] {
  const rules = (Array.isArray(allOf) ? allOf : []) as readonly {
    dependentSchemas?: Readonly<Record<string, { not?: { anyOf?: readonly JsonSchema[] } }>>;
  }[];
  return rules.flatMap(({ dependentSchemas = {} }) =>
    Object.entries(dependentSchemas).map(
      ([key, { not }]) => [key, (not?.anyOf ?? []).flatMap(({ required = [] }) => required)] as const,
    ),
  );
}

function objects(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const either = eitherKeys(schema);
  const alone = keysAlone(schema);
  const record = (leftOut: readonly string[], requiredKeys: readonly string[]) =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties)
          .filter(([key]) => !leftOut.includes(key))
          .map(([key, value]) => [key, arbitraryOf(value)]),
      ),
      { requiredKeys: [...requiredKeys] },
    );
  // By chance, hardly any object would keep to the rules between these keys.
  const known = fc.oneof(
    record([], required),
    ...alone.map(([key, others]) => record(others, [...required, key])),
    ...(alone.length === 0
      ? []
      : [
          record(
            alone.map(([key]) => key),
            required,
          ),
        ]),
    ...either.map((key) =>
      record(
        either.filter((other) => other !== key),
        [...required, key],
      ),
    ),
  );
  return additionalProperties === false
    ? known
    : fc
        .tuple(fc.dictionary(fc.string({ maxLength: 12 }), anything, { maxKeys: 3 }), known)
        .map(([more, own]) => ({
          ...more,
          ...own,
        }));
}

function strings(schema: JsonSchema): fc.Arbitrary<string> {
  const { pattern, format } = schema;
  if (typeof pattern === 'string') {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  }
  if (format === 'email') {
    return fc.emailAddress();
  }
  if (format === 'date-time') {
    return fc
      .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2099-12-31') })
      .map((date) => date.toISOString());
  }
  const minLength = limit(schema['minLength'], 0);
  return fc.string({ minLength, maxLength: Math.min(limit(schema['maxLength'], 60), minLength + 60) });
}

function limit(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
