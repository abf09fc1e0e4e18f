import { AppError } from '@leadbridge/platform';

/** How much a body may hold, however little room it takes: what many small values cost is not seen from their bytes. */
export interface ShapeLimits {
  /** Values in all. */
  readonly maxValues: number;
  /** Of one object, which grows slower with every key that it gets. */
  readonly maxKeys: number;
}

/** A list whose items are parsed one by one. Offsets are of bytes. */
export interface ListSpan {
  /** Behind its opening bracket. */
  readonly start: number;
  /** Before what closes it. */
  readonly end: number;
  /** One for each item but the last. */
  readonly commas: readonly number[];
  /** Values of each item, itself included; a little more where objects or lists are empty. */
  readonly values: readonly number[];
}

/** Provider payloads nest less than ten deep. BSON ends at 100, and recursive code long after that. */
const maxDepth = 32;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The first offset from `from` on that holds no blank; `to` where all do. */
export function skipBlanks(bytes: Buffer, from: number, to = bytes.length): number {
  let index = from;
  while (index < to && blanks.has(bytes[index] ?? 0)) {
    index += 1;
  }
  return index;
}

/**
 * Measures JSON on its bytes, before anything builds it: a body of nothing but commas would keep the process from everybody else for
 * seconds. Whether it is JSON at all is the parser's business.
 */
export class ShapeScanner {
  /** The lists at `listDepth` that hold something. */
  readonly lists: ListSpan[] = [];
  private readonly bytes: Buffer;
  private readonly limits: ShapeLimits;
  private readonly listDepth: number;
  private depth = 0;
  private values = 1;
  private inText = false;
  private isEscaped = false;
  /** Of the objects that are open, by depth; 0 for lists. */
  private readonly keys: number[] = [0];
  private readonly isList: boolean[] = [false];
  /** The list at `listDepth` that is open, with the count of values when its item began. */
  private list: { start: number; commas: number[]; values: number[]; itemFrom: number } | null = null;

  /** @param listDepth of the lists to be told of: 1 where the body is one, 2 for those of the object that it is, 0 for none */
  constructor(bytes: Buffer, limits: ShapeLimits, listDepth: number) {
    this.bytes = bytes;
    this.limits = limits;
    this.listDepth = listDepth;
  }

  /** Goes on, from where the call before has ended. @throws AppError 400, 413 */
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
      throw refuse(`The body is nested more than ${maxDepth} deep`, 400);
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
        throw refuse(`An object of the body has more than ${this.limits.maxKeys} keys`, 413);
      }
    }
  }

  /** Whatever opens or separates announces a value. */
  private count(): void {
    this.values += 1;
    if (this.values > this.limits.maxValues) {
      throw refuse(`The body holds more than ${this.limits.maxValues} values`, 413);
    }
  }
}

function refuse(message: string, status: 400 | 413): AppError {
  return new AppError('VALIDATION_ERROR', message, { status, details: { field: 'body', value: null } });
}
