import { type JsonRecord, isJsonRecord } from '../read-json.js';

/** Converts a PSA response to another format with the same meaning. */
export type StrangeForm = (answer: unknown) => unknown;

/**
 * Replaces every value within a response for which `change` returns another, and continues in the
 * replacement.
 */
function deep(answer: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(answer);
  if (Array.isArray(changed)) {
    return changed.map((entry) => deep(entry, change));
  }
  return isJsonRecord(changed)
    ? Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, deep(value, change)]))
    : changed;
}

const named = (rename: (name: string) => string): StrangeForm => {
  return (answer) =>
    deep(answer, (value) =>
      isJsonRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, held]) => [rename(name), held]))
        : value,
    );
};

const pascal = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_whole, _before: string, letter: string) => letter.toUpperCase());
const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

const isError = (answer: unknown): boolean => answer instanceof Error || answer === null;

/** The rows of an envelope such as `{record_count, tickets: []}`; undefined for anything else. */
function envelopeOf(
  answer: unknown,
): { readonly name: string; readonly rows: readonly unknown[] } | undefined {
  if (!isJsonRecord(answer) || !('record_count' in answer)) {
    return undefined;
  }
  const [name = '', rows = []] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? [];
  return { name, rows: rows as readonly unknown[] };
}

const isSingle = (answer: unknown): answer is JsonRecord =>
  isJsonRecord(answer) && envelopeOf(answer) === undefined && 'id' in answer;

/** The deviations of other implementations, by description. */
export const strangeForms: Readonly<Record<string, StrangeForm>> = {
  'numbers as texts': (answer) =>
    deep(answer, (value) => (typeof value === 'number' ? String(value) : value)),
  'numbers as decimals': (answer) =>
    deep(answer, (value) => (typeof value === 'number' ? `${value}.0` : value)),
  'flags as numbers': (answer) =>
    deep(answer, (value) => (typeof value === 'boolean' ? Number(value) : value)),
  'flags as words': (answer) =>
    deep(answer, (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : value)),
  'names in PascalCase': named(pascal),
  'names in camelCase': named(camel),
  'names in capitals': named((name) => name.toUpperCase()),
  'bare lists': (answer) => envelopeOf(answer)?.rows ?? answer,
  'lists without a count': (answer) => {
    const { name, rows } = envelopeOf(answer) ?? {};
    return name === undefined ? answer : { [name]: rows };
  },
  'empty lists without their rows': (answer) => {
    const { rows } = envelopeOf(answer) ?? {};
    return rows?.length === 0 ? { page_no: 1, page_size: 100, record_count: 0 } : answer;
  },
  'empty lists of which only the page is told': (answer) =>
    envelopeOf(answer)?.rows.length === 0 ? { page_no: 1, page_size: 100 } : answer,
  'empty lists as null': (answer) => {
    const { name, rows } = envelopeOf(answer) ?? {};
    return name !== undefined && rows?.length === 0 ? { record_count: 0, [name]: null } : answer;
  },
  'a list of one as an object': (answer) => {
    const { name, rows } = envelopeOf(answer) ?? {};
    return name !== undefined && rows?.length === 1 ? { record_count: 1, [name]: rows[0] } : answer;
  },
  'look-ups in an envelope': (answer) =>
    Array.isArray(answer) ? { record_count: answer.length, rows: answer } : answer,
  'everything in data': (answer) => ({ data: answer }),
  'everything in success and result': (answer) => ({ success: true, message: 'OK', result: answer }),
  'entities in an array': (answer) => (isSingle(answer) ? [answer] : answer),
  'entities in an envelope of their name': (answer) => (isSingle(answer) ? { entity: answer } : answer),
  'custom fields as an object': (answer) =>
    deep(answer, (value) => {
      const fields = isJsonRecord(value) ? value['customfields'] : undefined;
      return isJsonRecord(value) && Array.isArray(fields)
        ? {
            ...value,
            customfields: Object.fromEntries(
              fields.filter(isJsonRecord).map(({ id, value: held }) => [String(id), held]),
            ),
          }
        : value;
    }),
  'names that nobody knows': (answer) =>
    deep(answer, (value) =>
      isJsonRecord(value) ? { ...value, _etag: 'x', links: 'https://psa.test', _warnings: null } : value,
    ),
};

/** All responses of a PSA in another format; errors and missing entities stay. */
export function inForm(
  answers: Readonly<Record<string, unknown>>,
  form: StrangeForm,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(answers).map(([path, answer]) => [path, isError(answer) ? answer : form(answer)]),
  );
}

/** Answers to a read by id that are about another entity, by description. */
export const foreignAnswers: readonly (readonly [what: string, of: (own: unknown) => unknown])[] = [
  ['bare', (own) => another(own)],
  ['with its id as a text', (own) => ({ ...another(own), id: '77' })],
  ['wrapped', (own) => ({ data: another(own) })],
  ['in an array', (own) => [another(own)]],
  ['in a list', (own) => ({ record_count: 2, items: [another(own), another(own)] })],
  ['without a number as its id', (own) => ({ ...another(own), id: 'abc' })],
];

function another(own: unknown): JsonRecord {
  return { ...(isJsonRecord(own) ? own : {}), id: 77 };
}
