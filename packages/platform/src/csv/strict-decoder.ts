import { isUtf8 } from 'node:buffer';

import type { CsvEncoding } from './csv-encoding.js';
import { CsvError } from './csv-error.js';

const byteOrderMarks: readonly (readonly [CsvEncoding, Buffer])[] = [
  ['utf-8', Buffer.of(0xef, 0xbb, 0xbf)],
  ['utf-16le', Buffer.of(0xff, 0xfe)],
  ['utf-16be', Buffer.of(0xfe, 0xff)],
];
const maxMarkBytes = 3;

/**
 * The characters of the bytes 0x80 to 0x9F, which Node decodes as Latin 1; a space marks an undefined byte.
 */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const surrogate = /\p{Surrogate}/u;
const highSurrogate = /[\uD800-\uDBFF]$/;

/**
 * Decodes bytes to text piece by piece. A byte that is invalid in the encoding is an error with its line; a
 * replacement character instead would stay in a person's name.
 */
export class StrictDecoder {
  #encoding: CsvEncoding | null;
  #isBegun = false;
  #pending: Buffer = Buffer.alloc(0);
  #line = 1;

  /**
   * @param encoding null to use the byte order mark, or UTF-8 if there is none. A mark always has priority
   */
  constructor(encoding: CsvEncoding | null) {
    this.#encoding = encoding;
  }

  /** Only certain after the first text. */
  get encoding(): CsvEncoding {
    return this.#encoding ?? 'utf-8';
  }

  /** @throws CsvError */
  push(chunk: Uint8Array): string {
    return this.#decode(chunk, false);
  }

  /** The remaining text. @throws CsvError */
  end(): string {
    return this.#decode(Buffer.alloc(0), true);
  }

  #decode(chunk: Uint8Array, isLast: boolean): string {
    const bytes = Buffer.concat([this.#pending, chunk]);
    if (!this.#isBegun && bytes.length < maxMarkBytes && !isLast) {
      this.#pending = bytes;
      return '';
    }
    const body = this.#isBegun ? bytes : this.#withoutMark(bytes);
    this.#isBegun = true;
    const whole = isLast ? body.length : wholeLength(body, this.encoding);
    this.#pending = body.subarray(whole);
    const text = this.#textOf(body.subarray(0, whole));
    const zero = text.indexOf('\0');
    if (zero >= 0) {
      throw new CsvError(
        `a zero byte: this is not ${this.encoding} text. If it is UTF-16, give utf-16le as the encoding`,
        this.#lineAt(text, zero),
      );
    }
    this.#line = this.#lineAt(text, text.length);
    return text;
  }

  #withoutMark(bytes: Buffer): Buffer {
    for (const [encoding, mark] of byteOrderMarks) {
      if (bytes.subarray(0, mark.length).equals(mark)) {
        this.#encoding = encoding;
        return bytes.subarray(mark.length);
      }
    }
    return bytes;
  }

  #textOf(bytes: Buffer): string {
    switch (this.encoding) {
      case 'utf-8':
        return this.#utf8(bytes);
      case 'windows-1252':
        return this.#windows1252(bytes);
      case 'utf-16le':
        return this.#utf16(bytes);
      case 'utf-16be':
        return this.#utf16(Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16(), bytes);
    }
  }

  #utf8(bytes: Buffer): string {
    const text = bytes.toString('utf8');
    if (isUtf8(bytes)) {
      return text;
    }
    const before = firstReplaced(bytes, text);
    const byte = hex(bytes[Buffer.byteLength(before)] ?? 0);
    throw new CsvError(
      `the byte ${byte} is not UTF-8. If the file comes from a spreadsheet on Windows, give windows-1252 as the encoding`,
      this.#lineAt(before, before.length),
    );
  }

  #windows1252(bytes: Buffer): string {
    const latin1 = bytes.toString('latin1');
    return latin1.replaceAll(/[\u0080-\u009f]/g, (character, offset: number) => {
      const letter = windows1252[character.charCodeAt(0) - 0x80] ?? ' ';
      if (letter === ' ') {
        const byte = hex(character.charCodeAt(0));
        throw new CsvError(`the byte ${byte} is not windows-1252`, this.#lineAt(latin1, offset));
      }
      return letter;
    });
  }

  #utf16(littleEndian: Buffer, given = littleEndian): string {
    const text = littleEndian.toString('utf16le');
    const lone = surrogate.exec(text);
    if (lone !== null || given.length % 2 !== 0) {
      throw new CsvError(
        `half a character is missing: the file is not ${this.encoding}, or was cut off`,
        this.#lineAt(text, lone?.index ?? text.length),
      );
    }
    return text;
  }

  /** The line of an offset in the next text. CR LF and a lone CR each count as one line end. */
  #lineAt(text: string, offset: number): number {
    let line = this.#line;
    for (let index = 0; index < offset; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 0x0a || (code === 0x0d && text.charCodeAt(index + 1) !== 0x0a)) {
        line += 1;
      }
    }
    return line;
  }
}

/** The number of bytes that form complete characters; a piece may end within a character, or within CR LF. */
function wholeLength(bytes: Buffer, encoding: CsvEncoding): number {
  const characters = wholeCharacters(bytes, encoding);
  const unit = encoding.startsWith('utf-16') ? 2 : 1;
  const last = encoding === 'utf-16be' ? bytes[characters - 1] : bytes[characters - unit];
  return characters >= unit && last === 0x0d ? characters - unit : characters;
}

function wholeCharacters(bytes: Buffer, encoding: CsvEncoding): number {
  if (encoding === 'utf-8') {
    // An incomplete last character begins in one of the last three bytes.
    for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
      const byte = bytes[bytes.length - back] ?? 0;
      if (byte >= 0xc0) {
        return back < lengthOf(byte) ? bytes.length - back : bytes.length;
      }
      if (byte < 0x80) {
        return bytes.length;
      }
    }
    return bytes.length;
  }
  if (encoding === 'windows-1252') {
    return bytes.length;
  }
  const even = bytes.length - (bytes.length % 2);
  const high = (encoding === 'utf-16be' ? bytes[even - 2] : bytes[even - 1]) ?? 0;
  return even >= 2 && highSurrogate.test(String.fromCharCode(high * 256)) ? even - 2 : even;
}

function lengthOf(firstByte: number): number {
  return firstByte >= 0xf0 ? 4 : firstByte >= 0xe0 ? 3 : 2;
}

/** The text before the first replacement character that is not in the bytes themselves. */
function firstReplaced(bytes: Buffer, text: string): string {
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) {
    const before = text.slice(0, at);
    const from = Buffer.byteLength(before);
    if (!bytes.subarray(from, from + 3).equals(Buffer.from('\ufffd'))) {
      return before;
    }
  }
  return text;
}

function hex(byte: number): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
