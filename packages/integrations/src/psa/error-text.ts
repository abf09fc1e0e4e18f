import { STATUS_CODES } from 'node:http';

import { withoutEntities } from '@leadbridge/domain';

import { type JsonRecord, isJsonRecord, parseJson, readField, readText } from './read-json.js';

const maximumMessage = 500;
/** The rest of a longer error text is ignored. */
const maximumInput = 20_000;
const maximumFaults = 10;

const messageFields = [
  'Message',
  'message',
  'errorMessage',
  'error_message',
  'error_description',
  'error',
  'detail',
  'title',
];

/**
 * The message of a PSA's error in any of its known formats: `{Message}`, `{errorMessage}`, `{error}`,
 * `{message}`, an OAuth error, a 400 keyed by field, an array of these, a gateway's HTML page, or plain text.
 * Without markup and control characters, at most 500 characters; never empty.
 */
export function readErrorText(status: number, body: string): string {
  const json = parseJson(body);
  const text = json === undefined ? readPage(body) : readErrorValue(json);
  const reason = STATUS_CODES[status];
  return text ?? `HTTP ${status}${reason === undefined ? '' : ` ${reason}`}`;
}

/** The cleaned message in a parsed value; null if it contains none. */
export function readErrorValue(value: unknown, depth = 0): string | null {
  if (depth > 3) {
    return null;
  }
  if (Array.isArray(value)) {
    return join(value.slice(0, maximumFaults).map((entry) => readErrorValue(entry, depth + 1)));
  }
  if (!isJsonRecord(value)) {
    const text = readText(value);
    return text === null ? null : cleanText(text);
  }
  const description = readText(value['error_description']);
  if (description !== null) {
    const name = readText(value['error']);
    return cleanText(name === null ? description : `${name}: ${description}`);
  }
  const faults = isJsonRecord(value['errors']) || Array.isArray(value['errors']) ? value['errors'] : null;
  if (faults !== null) {
    const text = isJsonRecord(faults) ? readFaults(faults, depth) : readErrorValue(faults, depth + 1);
    if (text !== null) {
      return text;
    }
  }
  for (const name of messageFields) {
    const text = readErrorValue(value[name], depth + 1);
    if (text !== null) {
      return text;
    }
  }
  return readFaults(value, depth);
}

/** The error in a response with a success status; a plain message may report the success. */
export function readErrorOf(record: JsonRecord): string | null {
  const error = readErrorValue(readField(record, 'error', 'errors', 'error_message', 'exception_message'));
  const isException = readField(record, 'class_name', 'exception_type') !== undefined;
  return error ?? (isException ? readErrorValue(readField(record, 'message')) : null);
}

/** `{emailaddress: ["is not valid"]}` as `emailaddress: is not valid`. */
function readFaults(faults: Readonly<Record<string, unknown>>, depth: number): string | null {
  return join(
    Object.entries(faults)
      .filter(([, fault]) => typeof fault === 'string' || Array.isArray(fault))
      .slice(0, maximumFaults)
      .map(([field, fault]) => {
        const text = readErrorValue(fault, depth + 1);
        return text === null ? null : cleanText(`${field}: ${text}`);
      }),
  );
}

function join(texts: readonly (string | null)[]): string | null {
  const found = texts.filter((text) => text !== null);
  return found.length === 0 ? null : cap(found.join('; '));
}

/** The message of a gateway's page: its title or heading instead of the whole page. */
function readPage(body: string): string | null {
  return readHeading(body) ?? cleanText(body.slice(0, maximumInput));
}

/** The cleaned title or first heading of a page; null if it has none. */
export function readHeading(body: string): string | null {
  const heading = /<(title|h1)\b[^>]{0,200}>([^<]{1,500})</i.exec(body.slice(0, maximumInput))?.[2];
  return heading === undefined ? null : cleanText(heading);
}

/** Plain text of at most 500 characters on one line; null if it is empty. */
function cleanText(text: string): string | null {
  const plain = stripMarkup(withoutEntities(stripMarkup(text.slice(0, maximumInput))))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return plain === '' ? null : cap(plain);
}

function stripMarkup(text: string): string {
  return text
    .replace(/<(script|style)\b[^<>]{0,500}>[\s\S]{0,5000}?<\/\1\s{0,10}>/gi, ' ')
    .replace(/<[a-z!/?][^<>]{0,1000}>/gi, ' ');
}

function cap(text: string): string {
  const characters = Array.from(text);
  return characters.length <= maximumMessage ? text : `${characters.slice(0, maximumMessage - 1).join('')}…`;
}
