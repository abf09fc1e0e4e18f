import { fieldError } from '../../http/field-error.js';

/** Limits of a body's content: many small values cost more than their bytes suggest. */
export interface ShapeLimits {
  /** Total number of values. */
  readonly maxValues: number;
  /** Keys of one object, which gets slower with every key. */
  readonly maxKeys: number;
}

/** A list whose items are parsed one by one. Offsets are in bytes. */
export interface ListSpan {
  /** After its opening bracket. */
  readonly start: number;
  /** Before its closing bracket. */
  readonly end: number;
  /** One after each item except the last. */
  readonly commas: readonly number[];
  /** The number of values of each item, including itself; slightly more for empty objects or lists. */
  readonly values: readonly number[];
}

/** Provider payloads are nested less than ten deep. BSON ends at 100, and recursive code much later. */
const maxDepth = 32;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The first offset from `from` on that is not white space; `to` if there is none. */
export function skipBlanks(bytes: Buffer, from: number, to = bytes.length): number {
  let index = from;
  while (index < to && blanks.has(bytes[index] ?? 0)) {
    index += 1;
  }
  return index;
}

/**
 * Measures JSON on its bytes before it is parsed: a body of only commas would block the process for seconds.
 * The parser checks whether it is valid JSON.
 */
export class ShapeScanner {
  /** The non-empty lists at `listDepth`. */
  readonly lists: ListSpan[] = [];
  private readonly bytes: Buffer;
  private readonly limits: ShapeLimits;
  private readonly listDepth: number;
  private depth = 0;
  private values = 1;
  private inText = false;
  private isEscaped = false;
  /** The key counts of the open objects, by depth; 0 for lists. */
  private readonly keys: number[] = [0];
  private readonly isList: boolean[] = [false];
  /** The open list at `listDepth`, with the count of values at the start of the current item. */
  private list: { start: number; commas: number[]; values: number[]; itemFrom: number } | null = null;

  /** @param listDepth the depth of the lists to report: 1 for the body itself, 2 for those of an object, 0 for none */
  constructor(bytes: Buffer, limits: ShapeLimits, listDepth: number) {
    this.bytes = bytes;
    this.limits = limits;
    this.listDepth = listDepth;
  }

  /** Continues where the previous call ended. @throws AppError 400, 413 */
  scan(from: number, to: number): void {
    const { bytes } = this;
    let { inText, isEscaped } = this;
    for (let index = from; index < to; index += 1) {
      const byte = bytes[index];
      if (inText) {
        if (isEscaped) {
          isEscaped = false;
        } else if (byte === backslash) {
          isEscaped = true;
        } else if (byte === quote) {
          inText = false;
        }
      } else if (byte === quote) {
        inText = true;
      } else if (byte === openBrace || byte === openBracket) {
        this.open(byte === openBracket, index);
      } else if (byte === closeBrace || byte === closeBracket) {
        this.close(index);
      } else if (byte === comma) {
        this.separate(index);
      }
    }
    this.inText = inText;
    this.isEscaped = isEscaped;
  }

  private open(isList: boolean, index: number): void {
    this.depth += 1;
    if (this.depth > maxDepth) {
      throw fieldError('body', null, `The body is nested more than ${maxDepth} deep`, 400);
    }
    if (isList && this.depth === this.listDepth) {
      this.list = { start: index + 1, commas: [], values: [], itemFrom: this.values };
    }
    this.count();
    this.keys[this.depth] = 1;
    this.isList[this.depth] = isList;
  }

  private close(index: number): void {
    const { list } = this;
    if (list !== null && this.depth === this.listDepth) {
      this.list = null;
      if (skipBlanks(this.bytes, list.start, index) < index) {
        list.values.push(this.values - list.itemFrom);
        this.lists.push({ start: list.start, end: index, commas: list.commas, values: list.values });
      }
    }
    this.depth = Math.max(0, this.depth - 1);
  }

  private separate(index: number): void {
    const { depth, list } = this;
    if (list !== null && depth === this.listDepth) {
      list.values.push(this.values - list.itemFrom);
      list.commas.push(index);
      list.itemFrom = this.values;
    }
    this.count();
    if (this.isList[depth] === false) {
      const keys = (this.keys[depth] ?? 0) + 1;
      this.keys[depth] = keys;
      if (keys > this.limits.maxKeys) {
        throw fieldError(
          'body',
          null,
          `An object of the body has more than ${this.limits.maxKeys} keys`,
          413,
        );
      }
    }
  }

  /** Every opening or separating character starts a value. */
  private count(): void {
    this.values += 1;
    if (this.values > this.limits.maxValues) {
      throw fieldError('body', null, `The body holds more than ${this.limits.maxValues} values`, 413);
    }
  }
}
