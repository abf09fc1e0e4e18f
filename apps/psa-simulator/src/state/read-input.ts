import { Refusal } from './refusal.js';

export type Input = Readonly<Record<string, unknown>>;

export function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, a number or a boolean. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/**
 * A text field, with numbers and booleans taken as their text as lenient servers do. Undefined where it was not sent;
 * null counts as an empty text.
 */
export function readText(input: Input, field: string): string | undefined {
  const value = input[field];
  if (value === undefined) {
    return undefined;
  }
  if (value === null) {
    return '';
  }
  if (!isScalar(value)) {
    throw new Refusal(`The field ${field} must be a text.`, { field });
  }
  return String(value);
}

/** A whole number, or its text. Undefined where it was not sent or is null. */
export function readWholeNumber(input: Input, field: string): number | undefined {
  const value = input[field];
  if (value === undefined || value === null) {
    return undefined;
  }
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    throw new Refusal(`The field ${field} must be a number.`, { field });
  }
  return number;
}

export function readFlag(input: Input, field: string): boolean | undefined {
  const value = input[field];
  if (value === undefined || value === null) {
    return undefined;
  }
  if (typeof value !== 'boolean') {
    throw new Refusal(`The field ${field} must be true or false.`, { field });
  }
  return value;
}

/** The texts among `fields` that were sent. */
export function readTexts<Field extends string>(
  input: Input,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const texts: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const text = readText(input, field);
    if (text !== undefined) {
      texts[field] = text;
    }
  }
  return texts;
}
