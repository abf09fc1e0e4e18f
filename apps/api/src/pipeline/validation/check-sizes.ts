import type { Schema } from 'joi';

import { fieldError } from '../../http/field-error.js';

/** The maximum number of a list's items, or an object's keys, by the schema. */
interface SizeBound {
  readonly path: readonly (string | typeof each)[];
  readonly kind: 'list' | 'map';
  readonly max: number;
}

/** Every item of a list, and every key of an object without fixed keys. */
const each = Symbol('each');

interface Description {
  readonly type?: string;
  readonly keys?: Readonly<Record<string, Description>>;
  readonly patterns?: readonly { readonly rule: Description }[];
  readonly items?: readonly Description[];
  readonly matches?: readonly {
    readonly schema?: Description;
    readonly then?: Description;
    readonly otherwise?: Description;
  }[];
  readonly rules?: readonly { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }[];
}

const boundsBySchema = new WeakMap<Schema, readonly SizeBound[]>();

/**
 * Rejects lists and objects that are too large before their content is read: Joi would go through all of it
 * first.
 *
 * @throws AppError VALIDATION_ERROR
 */
export function checkSizes(schema: Schema, value: unknown): void {
  for (const bound of boundsOf(schema)) {
    checkBound(bound, value, []);
  }
}

function boundsOf(schema: Schema): readonly SizeBound[] {
  const known = boundsBySchema.get(schema);
  if (known !== undefined) {
    return known;
  }
  const bounds = collect(schema.describe(), []);
  boundsBySchema.set(schema, bounds);
  return bounds;
}

/** Outer ones come before inner ones, so that no path goes through more than the bounds allow. */
function collect(description: Description, path: SizeBound['path']): SizeBound[] {
  const { type, keys = {}, patterns = [], items = [], matches = [], rules = [] } = description;
  const max = rules.find(({ name }) => name === 'max')?.args?.['limit'];
  const kind = type === 'array' ? 'list' : type === 'object' ? 'map' : null;
  const own = kind !== null && typeof max === 'number' ? [{ path, kind, max } as const] : [];
  const choices = matches.flatMap(({ schema, then, otherwise }) =>
    [schema, then, otherwise].filter((choice) => choice !== undefined),
  );
  return [
    ...own,
    ...choices.flatMap((choice) => collect(choice, path)),
    ...Object.entries(keys).flatMap(([key, child]) => collect(child, [...path, key])),
    ...[...items, ...patterns.map(({ rule }) => rule)].flatMap((child) => collect(child, [...path, each])),
  ];
}

function checkBound(bound: SizeBound, value: unknown, at: readonly string[]): void {
  const step = bound.path[at.length];
  if (step === undefined) {
    checkSize(bound, value, at);
  } else if (typeof value !== 'object' || value === null) {
    return;
  } else if (step === each) {
    for (const [key, child] of Object.entries(value)) {
      checkBound(bound, child, [...at, key]);
    }
  } else if (Object.hasOwn(value, step)) {
    checkBound(bound, (value as Readonly<Record<string, unknown>>)[step], [...at, step]);
  }
}

function checkSize({ kind, max }: SizeBound, value: unknown, at: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== (kind === 'list')) {
    return;
  }
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (size > max) {
    const field = at.length === 0 ? 'body' : at.join('.');
    const message = `${field} must contain less than or equal to ${max} ${kind === 'list' ? 'items' : 'keys'}`;
    throw fieldError(field, `[${kind === 'list' ? 'array' : 'object'}]`, message);
  }
}
