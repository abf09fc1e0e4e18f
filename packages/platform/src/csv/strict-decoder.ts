import type { CsvEncoding } from './csv-encoding.js';
import { CsvError } from './csv-error.js';

const byteOrderMarks: readonly (readonly [CsvEncoding, Buffer])[] = [
  ['utf-8', Buffer.of(0xef, 0xbb, 0xbf)],
  ['utf-16le', Buffer.of(0xff, 0xfe)],
  ['utf-16be', Buffer.of(0xfe, 0xff)],
];
const maxMarkBytes = 3;

/** The bytes 0x80 to 0x9F, which Node decodes as Latin 1; a space marks an undefined one. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The names of the encodings for lengths in bytes. */
const byteUnits = {
  'utf-8': 'utf8',
  'utf-16le': 'utf16le',
  'utf-16be': 'utf16le',
  'windows-1252': 'latin1',
} as const;

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
    let bytes: Buffer = Buffer.concat([this.#pending, chunk]);
    if (!this.#isBegun) {
      if (bytes.length < maxMarkBytes && !isLast) {
        this.#pending = bytes;
        return '';
      }
      bytes = this.#withoutMark(bytes);
      this.#isBegun = true;
    }
    const decoded = this.#textOf(bytes, isLast);
    // A piece may end within a character, or within CR LF.
    const text = isLast || !decoded.endsWith('\r') ? decoded : decoded.slice(0, -1);
    this.#pending = bytes.subarray(Buffer.byteLength(text, byteUnits[this.encoding]));
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

  #textOf(bytes: Buffer, isLast: boolean): string {
    if (this.encoding === 'windows-1252') {
      return this.#windows1252(bytes);
    }
    try {
      return this.#strictText(bytes, isLast);
    } catch {
      throw this.#refusalOf(bytes);
    }
  }

  /** Unless it is the last, without a character that is only begun. @throws TypeError */
  #strictText(bytes: Buffer, isLast: boolean): string {
    return new TextDecoder(this.encoding, { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: !isLast,
    });
  }

  /** Looks for the longest beginning that can be decoded. */
  #refusalOf(bytes: Buffer): CsvError {
    let before = '';
    let fits = 0;
    for (let fails = bytes.length + 1; fails - fits > 1;) {
      const middle = Math.floor((fits + fails) / 2);
      try {
        before = this.#strictText(bytes.subarray(0, middle), false);
        fits = middle;
      } catch {
        fails = middle;
      }
    }
    const byte = hex(bytes[Buffer.byteLength(before)] ?? 0);
    const message =
      this.encoding === 'utf-8'
        ? `the byte ${byte} is not UTF-8. If the file comes from a spreadsheet on Windows, give windows-1252 as the encoding`
        : `half a character is missing: the file is not ${this.encoding}, or was cut off`;
    return new CsvError(message, this.#lineAt(before, before.length));
  }

  // By hand, because some versions of Node 22 and 23 decode windows-1252 as Latin 1, and none refuses undefined bytes.
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

function hex(byte: number): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
