import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { bodyLimits } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { ShapeScanner, skipBlanks, type ListSpan, type ShapeLimits } from './json-shape.js';

/** Far more than the fields of one lead, or of as many changes as the PSA reports at once. */
const single: ShapeLimits = { maxValues: 25_000, maxKeys: 2_000 };

/** The same for the maximum number of leads. */
const bulk: ShapeLimits = { maxValues: 1_000_000, maxKeys: 2_000 };

/** Per item: generous for a provider's payload; much more could not be stored in one document. */
export const maxItemValues = 20_000;

const openBracket = 0x5b;

/**
 * How much is scanned, and parsed, before other work runs: some milliseconds of work, whatever the bytes are.
 */
const scannedBytes = 512 * 1024;
const parsedBytes = 64 * 1024;

/**
 * Keys that change what an object is (`__proto__`, `constructor`, `prototype`) or how the database driver
 * interprets it (`_bsontype`). Rejected everywhere, even in the open `data` of an import.
 */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype', '_bsontype']);

/**
 * Parses UTF-8 bytes as JSON. Depth and number of values are checked on the bytes first. No body blocks the
 * process: that of a `single` request is small enough, and the lists of a `bulk` one are parsed item by item,
 * yielding in between.
 *
 * @throws AppError 400, 413
 */
export async function parseJson(bytes: Buffer, size: keyof typeof bodyLimits): Promise<unknown> {
  const text = withoutMark(bytes);
  return size === 'bulk' ? await parseByItem(text) : parseWhole(text);
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function parseWhole(bytes: Buffer): unknown {
  new ShapeScanner(bytes, single, 0).scan(0, bytes.length);
  return parse(bytes);
}

/**
 * Parses the body without the items of its lists, and then each item. The body is valid JSON exactly if all
 * of these are, because together they are its bytes.
 */
async function parseByItem(bytes: Buffer): Promise<unknown> {
  const isList = bytes[skipBlanks(bytes, 0)] === openBracket;
  const scanner = new ShapeScanner(bytes, bulk, isList ? 1 : 2);
  for (let from = 0; from < bytes.length; from += scannedBytes) {
    scanner.scan(from, Math.min(bytes.length, from + scannedBytes));
    await yieldToEventLoop();
  }
  const { lists } = scanner;
  const frame = frameOf(bytes, lists);
  if (frame.length > bodyLimits.single) {
    throw refuse('The body is too large apart from its lists', 413);
  }
  const value = parseWhole(frame);
  const keys = isList ? [] : keysOfLists(value);
  const parsed: unknown[][] = [];
  for (const [number, list] of lists.entries()) {
    parsed.push(await parseItems(bytes, list, keys[number] ?? null));
  }
  return isList ? (parsed[0] ?? value) : fill(value, parsed);
}

/** The body with each list replaced by its number. */
function frameOf(bytes: Buffer, lists: readonly ListSpan[]): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  lists.forEach(({ start, end }, number) => {
    pieces.push(bytes.subarray(from, start), Buffer.from(String(number)));
    from = end;
  });
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

/** The keys by list number. If a key is repeated, only its last list counts. */
function keysOfLists(frame: unknown): readonly string[] {
  const keys: string[] = [];
  if (typeof frame !== 'object') {
    // The entries of a long text are its characters, which take a second to list.
    return keys;
  }
  for (const [key, value] of Object.entries(frame ?? {})) {
    const number = listNumber(value);
    if (number !== null) {
      keys[number] = key;
    }
  }
  return keys;
}

/** The frame has no non-empty lists except those that represent others. */
function listNumber(value: unknown): number | null {
  const number: unknown = Array.isArray(value) ? value[0] : null;
  return typeof number === 'number' ? number : null;
}

function fill(frame: unknown, lists: readonly (readonly unknown[])[]): unknown {
  if (typeof frame !== 'object' || frame === null) {
    return frame;
  }
  const filled = Object.entries(frame).map(([key, value]: [string, unknown]) => {
    const number = listNumber(value);
    return [key, number === null ? value : lists[number]];
  });
  return Object.fromEntries(filled) as unknown;
}

async function parseItems(bytes: Buffer, list: ListSpan, key: string | null): Promise<unknown[]> {
  const { start, end, commas, values } = list;
  const items: unknown[] = [];
  let from = start;
  let pausedAt = start;
  for (const to of [...commas, end]) {
    if ((values[items.length] ?? 0) > maxItemValues) {
      const field = key === null ? String(items.length) : `${key}.${items.length}`;
      throw refuse(`${field} holds more than ${maxItemValues} values`, 413, field);
    }
    items.push(parse(bytes.subarray(from, to)));
    from = to + 1;
    if (from - pausedAt > parsedBytes) {
      pausedAt = from;
      await yieldToEventLoop();
    }
  }
  return items;
}

function parse(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    // The parser's message quotes the body, which may contain personal data.
    throw refuse('The body is not valid JSON');
  }
  checkKeys(value);
  return value;
}

function checkKeys(value: unknown): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const current = open.pop();
    if (Array.isArray(current)) {
      for (const item of current as unknown[]) {
        if (typeof item === 'object' && item !== null) {
          open.push(item);
        }
      }
    } else if (typeof current === 'object' && current !== null) {
      for (const [key, item] of Object.entries(current)) {
        checkKey(key);
        if (typeof item === 'object' && item !== null) {
          open.push(item);
        }
      }
    }
  }
}

/** @throws AppError 400 */
export function checkKey(key: string): void {
  if (forbiddenKeys.has(key) || key.includes('\0')) {
    throw refuse(`The key ${JSON.stringify(key.slice(0, 50))} is not allowed`);
  }
}

function refuse(message: string, status = 400, field = 'body'): AppError {
  return new AppError('VALIDATION_ERROR', message, { status, details: { field, value: null } });
}
