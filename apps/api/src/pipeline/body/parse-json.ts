import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { bodyLimits } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { ShapeScanner, skipBlanks, type ListSpan, type ShapeLimits } from './json-shape.js';

/** Far more than the fields of one lead, or of as many changes as the PSA reports at once. */
const single: ShapeLimits = { maxValues: 25_000, maxKeys: 2_000 };

/** The same of as many leads as may come. */
const bulk: ShapeLimits = { maxValues: 1_000_000, maxKeys: 2_000 };

/** Of one item: generous for a provider's payload, and what is far beyond could not be stored as one document. */
export const maxItemValues = 20_000;

const openBracket = 0x5b;

/** What is scanned, and what is parsed, before others have their turn: some milliseconds of work, whatever the bytes are. */
const scannedBytes = 512 * 1024;
const parsedBytes = 64 * 1024;

/**
 * Keys that change what an object is (`__proto__`, `constructor`, `prototype`) or what the database driver takes it for
 * (`_bsontype`). No schema lets them through, the open `data` of an import neither.
 */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype', '_bsontype']);

/**
 * UTF-8 bytes to a JSON value. Depth and number of values are measured on the bytes, before anything builds them. No body keeps the
 * process from everybody else: one of a `single` request is small enough, and of a `bulk` one the lists are read item by item, with turns
 * for others between.
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
 * Parses the body without the items of its lists, and then each item by itself. A body is JSON exactly when all of these are: put
 * together again they are its bytes.
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

/** The body with the number of the list in the place of its items. */
function frameOf(bytes: Buffer, lists: readonly ListSpan[]): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  lists.forEach(({ start, end }, number) => {
    pieces.push(bytes.subarray(from, start), Buffer.from(String(number)));
    from = end;
  });
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

/** By the number of the list. One whose key comes again later has none: the last one counts. */
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

/** The frame holds no list with an item but those that stand for others. */
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
    // The parser's message quotes the body, which may hold a person's data.
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
