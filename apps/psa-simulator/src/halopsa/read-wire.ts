import { isInput, isScalar, type Input } from '../state/read-input.js';
import type { Extras } from '../state/rows.js';
import type { HaloContext } from './halo-context.js';
import type { WireField } from './tenant.js';

const singleLineLength = 255;

/** A whole number, or its text; undefined for anything else, because most mistakes silently get the default. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** The scalars among the named properties. */
export function pickScalars(input: Input, names: readonly string[]): Extras {
  const picked: Extras = {};
  for (const name of names) {
    const value = input[name];
    if (isScalar(value)) {
      picked[name] = value;
    }
  }
  return picked;
}

interface FieldEntry {
  readonly id: number;
  readonly value: string | number | boolean | null;
}

/** The value of a field as the state takes it; undefined if it is silently ignored. */
function readValue({ halo }: HaloContext, field: WireField, value: unknown): FieldEntry['value'] | undefined {
  if (value === null || value === undefined || value === '') {
    return null;
  }
  if (!isScalar(value)) {
    return undefined;
  }
  const { singleLineFields, droppedFields } = halo.quirks;
  if (droppedFields.includes(field.definition.id)) {
    return undefined;
  }
  switch (field.definition.type) {
    case 'dropdown':
      return halo.tenant.options(field).find(({ id }) => id === wholeNumber(value))?.id;
    case 'boolean':
      return /^(true|false)$/i.test(String(value)) ? /^true$/i.test(String(value)) : undefined;
    case 'integer':
      return wholeNumber(value);
    case 'text':
      return singleLineFields.includes(field.definition.id)
        ? String(value).slice(0, singleLineLength)
        : String(value);
  }
}

/** Reads `customfields: [{id, value}]`, by id or by name, into the specification's numbers. */
export function readCustomFields(context: HaloContext, value: unknown): readonly FieldEntry[] {
  if (!Array.isArray(value)) {
    return [];
  }
  return (value as unknown[]).flatMap((entry): FieldEntry[] => {
    if (!isInput(entry)) {
      return [];
    }
    const { tenant } = context.halo;
    const id = wholeNumber(entry['id']);
    const field =
      id === undefined
        ? tenant.presentFields().find(({ name }) => name === entry['name'])
        : tenant.fieldOfWire(id);
    const read = field === undefined ? undefined : readValue(context, field, entry['value']);
    return field === undefined || read === undefined ? [] : [{ id: field.definition.id, value: read }];
  });
}

/** Reads `tags: [{text}]`; undefined where none were sent, which leaves them as they are. */
export function readTags(input: Input): readonly string[] | undefined {
  const { tags } = input;
  if (!Array.isArray(tags)) {
    return undefined;
  }
  return (tags as unknown[]).flatMap((tag) =>
    isInput(tag) && typeof tag['text'] === 'string' && tag['text'] !== '' ? [tag['text']] : [],
  );
}
