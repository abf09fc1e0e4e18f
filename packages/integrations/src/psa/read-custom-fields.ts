import { customFields, parseFlag, withoutEntities, type CustomFieldValue } from '@leadbridge/domain';

import { isJsonRecord, readField, readNumber, readText } from './read-json.js';

type ReadFields = Readonly<Partial<Record<number, CustomFieldValue | null>>>;

/**
 * Custom fields by number from `[{id, name?, value, display?}]` or from an object keyed by number,
 * `CF_<number>` or name. For an option id, the text in `display` is used; the formatted `display` of a number
 * or date is not, because the value itself is more precise.
 */
export function readCustomFields(value: unknown): ReadFields {
  const fields: Partial<Record<number, CustomFieldValue | null>> = {};
  for (const [name, entry] of entriesOf(value)) {
    const number = fieldNumber(name);
    if (number !== null) {
      fields[number] = inForm(number, isJsonRecord(entry) ? readFieldValue(entry) : readPlain(entry));
    }
  }
  return fields;
}

function entriesOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(value)) {
    return value
      .filter(isJsonRecord)
      .map((entry) => [readField(entry, 'id', 'field_id') ?? readField(entry, 'name', 'label'), entry]);
  }
  return isJsonRecord(value) ? Object.entries(value) : [];
}

/** The same for `CFDoNotContact` and `Do Not Contact`. */
function bareName(name: string): string {
  return name
    .replace(/^CF(?=[A-Z_ ])/, '')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase();
}

const numbersByName = new Map(customFields.map(({ id, name }) => [bareName(name), id]));

/** `105`, `"105"`, `CF_105`, or the field's name in the specification. */
function fieldNumber(name: unknown): number | null {
  const number = readNumber(typeof name === 'string' ? name.replace(/^CF_?/i, '') : name);
  if (number !== null) {
    return Number.isSafeInteger(number) ? number : null;
  }
  return typeof name === 'string' ? (numbersByName.get(bareName(name)) ?? null) : null;
}

const typesByNumber = new Map(customFields.map(({ id, type }) => [id, type]));

/** Converts a flag or a whole number that was sent as another type; any other value stays unchanged. */
function inForm(number: number, value: CustomFieldValue | null): CustomFieldValue | null {
  switch (typesByNumber.get(number)) {
    case 'boolean':
      return parseFlag(value) ?? value;
    case 'integer':
      return readNumber(value) ?? value;
    default:
      return value;
  }
}

function readFieldValue(entry: Readonly<Record<string, unknown>>): CustomFieldValue | null {
  const value = readField(entry, 'value');
  const isOption = isOptionId(value);
  if (!isOption && value !== undefined && typeof value !== 'object') {
    return readPlain(value);
  }
  const display = readText(readField(entry, 'display'));
  if (!isOption) {
    return display ?? readOptions(value);
  }
  return display !== null && !saysNumber(display, Number(value)) ? display : readPlain(value);
}

/** Option ids are whole numbers, sometimes sent as text; several are joined by commas. */
function isOptionId(value: unknown): boolean {
  return (
    (typeof value === 'number' && Number.isInteger(value)) ||
    (typeof value === 'string' && /^\d{1,15}(,\d{1,15})*$/.test(value))
  );
}

/** Whether a text only shows a number in another format: `12,500` or `$ 12500.00`. */
function saysNumber(display: string, value: number): boolean {
  const digits = display.replace(/[\s,'$€£%]/g, '');
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(digits) && Number(digits) === value;
}

function readOptions(value: unknown): string | null {
  const options = (Array.isArray(value) ? value : [value]).map((option) =>
    isJsonRecord(option)
      ? readText(readField(option, 'display', 'name', 'label', 'value'))
      : readText(option),
  );
  const texts = options.filter((option) => option !== null);
  return texts.length === 0 ? null : texts.join(', ');
}

function readPlain(value: unknown): CustomFieldValue | null {
  switch (typeof value) {
    case 'boolean':
    case 'number':
      return value;
    case 'string':
      return value.trim() === '' ? null : withoutEntities(value);
    default:
      return null;
  }
}
