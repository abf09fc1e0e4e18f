import { type JsonRecord, isJsonRecord } from '../read-json.js';

/** Converts a PSA response to another format with the same meaning. */
export type StrangeForm = (response: unknown) => unknown;

/**
 * Replaces every value within a response for which `change` returns another, and continues in the
 * replacement.
 */
function deep(response: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(response);
  if (Array.isArray(changed)) {
    return changed.map((entry) => deep(entry, change));
  }
  return isJsonRecord(changed)
    ? Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, deep(value, change)]))
    : changed;
}

const named = (rename: (name: string) => string): StrangeForm => {
  return (response) =>
    deep(response, (value) =>
      isJsonRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, held]) => [rename(name), held]))
        : value,
    );
};

const pascal = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_whole, _before: string, letter: string) => letter.toUpperCase());
const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

const isError = (response: unknown): boolean => response instanceof Error || response === null;

/** The rows of an envelope such as `{record_count, tickets: []}`; undefined for anything else. */
function envelopeOf(
  response: unknown,
): { readonly name: string; readonly rows: readonly unknown[] } | undefined {
  if (!isJsonRecord(response) || !('record_count' in response)) {
    return undefined;
  }
  const [name = '', rows = []] = Object.entries(response).find(([, value]) => Array.isArray(value)) ?? [];
  return { name, rows: rows as readonly unknown[] };
}

const isSingle = (response: unknown): response is JsonRecord =>
  isJsonRecord(response) && envelopeOf(response) === undefined && 'id' in response;

/** The deviations of other implementations, by description. */
export const strangeForms: Readonly<Record<string, StrangeForm>> = {
  'numbers as texts': (response) =>
    deep(response, (value) => (typeof value === 'number' ? String(value) : value)),
  'numbers as decimals': (response) =>
    deep(response, (value) => (typeof value === 'number' ? `${value}.0` : value)),
  'flags as numbers': (response) =>
    deep(response, (value) => (typeof value === 'boolean' ? Number(value) : value)),
  'flags as words': (response) =>
    deep(response, (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : value)),
  'names in PascalCase': named(pascal),
  'names in camelCase': named(camel),
  'names in capitals': named((name) => name.toUpperCase()),
  'bare lists': (response) => envelopeOf(response)?.rows ?? response,
  'lists without a count': (response) => {
    const { name, rows } = envelopeOf(response) ?? {};
    return name === undefined ? response : { [name]: rows };
  },
  'empty lists without their rows': (response) => {
    const { rows } = envelopeOf(response) ?? {};
    return rows?.length === 0 ? { page_no: 1, page_size: 100, record_count: 0 } : response;
  },
  'empty lists of which only the page is told': (response) =>
    envelopeOf(response)?.rows.length === 0 ? { page_no: 1, page_size: 100 } : response,
  'empty lists as null': (response) => {
    const { name, rows } = envelopeOf(response) ?? {};
    return name !== undefined && rows?.length === 0 ? { record_count: 0, [name]: null } : response;
  },
  'a list of one as an object': (response) => {
    const { name, rows } = envelopeOf(response) ?? {};
    return name !== undefined && rows?.length === 1 ? { record_count: 1, [name]: rows[0] } : response;
  },
  'look-ups in an envelope': (response) =>
    Array.isArray(response) ? { record_count: response.length, rows: response } : response,
  'everything in data': (response) => ({ data: response }),
  'everything in success and result': (response) => ({ success: true, message: 'OK', result: response }),
  'entities in an array': (response) => (isSingle(response) ? [response] : response),
  'entities in an envelope of their name': (response) =>
    isSingle(response) ? { entity: response } : response,
  'custom fields as an object': (response) =>
    deep(response, (value) => {
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
  'names that nobody knows': (response) =>
    deep(response, (value) =>
      isJsonRecord(value) ? { ...value, _etag: 'x', links: 'https://psa.test', _warnings: null } : value,
    ),
};

/** All responses of a PSA in another format; errors and missing entities stay. */
export function inForm(
  responses: Readonly<Record<string, unknown>>,
  form: StrangeForm,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(responses).map(([path, response]) => [
      path,
      isError(response) ? response : form(response),
    ]),
  );
}

/** Responses to a read by id that are about another entity, by description. */
export const foreignResponses: readonly (readonly [what: string, of: (own: unknown) => unknown])[] = [
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
