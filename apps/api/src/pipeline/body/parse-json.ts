import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { bodyLimits } from '@leadbridge/contracts';
import type { AppError } from '@leadbridge/platform';

import { fieldError } from '../../http/field-error.js';
import { digestOfList, type BodyList, type ListItem } from './list-body.js';
import { ShapeScanner, skipBlanks, type ListSpan, type ShapeLimits } from './json-shape.js';

/** Far more than the fields of one lead, or of as many changes as the PSA reports at once. */
const single: ShapeLimits = { maxValues: 25_000, maxKeys: 2_000 };

/** The same for the maximum number of leads. */
const bulk: ShapeLimits = { maxValues: 1_000_000, maxKeys: 2_000 };

/** The same for a list, whose rows have a few values each. */
const list: ShapeLimits = { maxValues: 2_000_000, maxKeys: 2_000 };

/** Per item: generous for a provider's payload; much more could not be stored in one document. */
export const maxItemValues = 20_000;

const openBracket = 0x5b;

/** How much is scanned, and parsed, before other work runs: some milliseconds of work, whatever it is. */
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
export async function parseJson(bytes: Buffer, size: 'single' | 'bulk'): Promise<unknown> {
  const text = withoutMark(bytes);
  return size === 'bulk' ? (await parseByItem(text, bulk)).value : parseWhole(text);
}

/**
 * The same for a body with a long list, whose items are checked, and are read again when they are stored: the
 * value has an empty list in its place.
 *
 * @param field the key of the list
 * @param maxItems of a longer list, no item is read
 */
export async function parseJsonList(
  bytes: Buffer,
  { field, items: maxItems }: { readonly field: string; readonly items: number },
): Promise<{ readonly value: unknown; readonly list: BodyList | null }> {
  const text = withoutMark(bytes);
  const { value, span } = await parseByItem(text, list, field);
  if (span === null) {
    return { value, list: null };
  }
  const length = span.commas.length + 1;
  const items = async function* (): AsyncIterable<ListItem> {
    let index = 0;
    for await (const data of itemsOf(text, span, field)) {
      yield { index, data };
      index += 1;
    }
  };
  if (length <= maxItems) {
    for await (const item of items()) {
      void item;
    }
  }
  return { value, list: { length, digest: digestOfList(bytes, 'json'), items } };
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
 *
 * @param left the key of the list whose items are left to the caller: `span` says where they are
 */
async function parseByItem(
  bytes: Buffer,
  limits: ShapeLimits,
  left: string | null = null,
): Promise<{ readonly value: unknown; readonly span: ListSpan | null }> {
  const isList = bytes[skipBlanks(bytes, 0)] === openBracket;
  const scanner = new ShapeScanner(bytes, limits, isList ? 1 : 2);
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
  let span: ListSpan | null = null;
  for (const [number, list] of lists.entries()) {
    const key = keys[number] ?? null;
    const isLeft = left !== null && key === left;
    span = isLeft ? list : span;
    parsed.push(isLeft ? [] : await parseItems(bytes, list, key));
  }
  return { value: isList ? (parsed[0] ?? value) : fill(value, parsed), span };
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
  const items: unknown[] = [];
  for await (const item of itemsOf(bytes, list, key)) {
    items.push(item);
  }
  return items;
}

async function* itemsOf(bytes: Buffer, list: ListSpan, key: string | null): AsyncIterable<unknown> {
  const { start, end, commas, values } = list;
  let from = start;
  let pausedAt = start;
  for (const [index, to] of [...commas, end].entries()) {
    if ((values[index] ?? 0) > maxItemValues) {
      const field = key === null ? String(index) : `${key}.${index}`;
      throw refuse(`${field} holds more than ${maxItemValues} values`, 413, field);
    }
    yield parse(bytes.subarray(from, to));
    from = to + 1;
    if (from - pausedAt > parsedBytes) {
      pausedAt = from;
      await yieldToEventLoop();
    }
  }
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
  return fieldError(field, null, message, status);
}
