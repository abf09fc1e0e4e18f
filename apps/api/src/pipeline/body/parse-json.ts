import { AppError } from '@leadbridge/platform';

/** Provider payloads nest less than ten deep. BSON ends at 100, and recursive code long after that. */
const deepest = 32;

/** Of one list or object. An object grows slower with every key that it gets. */
const mostMembers = 100_000;

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/**
 * Keys that change what an object is (`__proto__`, `constructor`, `prototype`) or what the database driver takes it for
 * (`_bsontype`). No schema lets them through, the open `data` of an import neither.
 */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype', '_bsontype']);

/**
 * UTF-8 bytes to a JSON value. Depth and number of values are measured on the bytes, before anything builds them: a body of nothing but
 * commas would keep the process from everybody else for seconds.
 *
 * @throws AppError 400, 413
 */
export function parseJson(bytes: Buffer, mostValues: number): unknown {
  checkShape(bytes, mostValues);
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(bytes).toString('utf8'));
  } catch {
    // The parser's message quotes the body, which may hold a person's data.
    throw refuse('The body is not valid JSON');
  }
  checkKeys(value);
  return value;
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function checkShape(bytes: Buffer, mostValues: number): void {
  let depth = 0;
  let commas = 0;
  /** Commas in the list or object that is open at each depth. */
  const members: number[] = [0];
  let inText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inText) {
      if (byte === backslash) {
        index += 1;
      } else if (byte === quote) {
        inText = false;
      }
    } else if (byte === quote) {
      inText = true;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > deepest) {
        throw refuse(`The body is nested more than ${deepest} deep`);
      }
      members[depth] = 0;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth = Math.max(0, depth - 1);
    } else if (byte === comma) {
      commas += 1;
      const here = (members[depth] ?? 0) + 1;
      members[depth] = here;
      if (commas >= mostValues) {
        throw refuse(`The body holds more than ${mostValues} values`, 413);
      }
      if (here >= mostMembers) {
        throw refuse(`A list or object of the body holds more than ${mostMembers} values`, 413);
      }
    }
  }
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

function checkKey(key: string): void {
  if (forbiddenKeys.has(key) || key.includes('\0')) {
    throw refuse(`The key ${JSON.stringify(key.slice(0, 50))} is not allowed`);
  }
}

function refuse(message: string, status = 400): AppError {
  return new AppError('VALIDATION_ERROR', message, { status, details: { field: 'body', value: null } });
}
