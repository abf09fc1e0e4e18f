import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { CsvEncoding } from './csv-encoding.js';
import { StrictDecoder } from './strict-decoder.js';

function decode(chunks: readonly Uint8Array[], encoding: CsvEncoding | null = null): string {
  const decoder = new StrictDecoder(encoding);
  return chunks.map((chunk) => decoder.push(chunk)).join('') + decoder.end();
}

const bytesOf: Readonly<Record<'utf-8' | 'utf-16le' | 'utf-16be', (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text, 'utf8'),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
};

describe('text that comes in pieces', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('is the same however %s is cut', (encoding) => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'é', 'č', '語', '😀', '\ufffd', '\r', '\n', ','),
    });
    fc.assert(
      fc.property(letters, fc.array(fc.nat(40)), (text, cuts) => {
        const bytes = bytesOf[encoding](text);
        const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort((a, b) => a - b);
        const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        expect(decode(chunks, encoding)).toBe(text);
      }),
    );
  });

  it('is empty where nothing comes', () => {
    expect(decode([])).toBe('');
    expect(decode([Buffer.alloc(0)])).toBe('');
  });
});

describe('a byte order mark', () => {
  it.each([
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ] as const)('of %s says what the bytes are, whatever encoding is given', (encoding, mark) => {
    const bytes = Buffer.concat([Buffer.from(mark), bytesOf[encoding]('Zoë')]);
    const decoder = new StrictDecoder('windows-1252');
    const text = [...bytes].map((byte) => decoder.push(Buffer.of(byte))).join('') + decoder.end();
    expect({ text, encoding: decoder.encoding }).toEqual({ text: 'Zoë', encoding });
  });

  it('may be all that there is', () => {
    expect(decode([Buffer.of(0xff, 0xfe)])).toBe('');
  });
});

describe('Windows-1252', () => {
  it('has letters where Latin 1 has control characters', () => {
    expect(decode([Buffer.of(0x80, 0x8a, 0x93, 0x94, 0x9f, 0xe9)], 'windows-1252')).toBe('€Š“”Ÿé');
  });

  it.each([0x81, 0x8d, 0x8f, 0x90, 0x9d])('has no letter for the byte %#x', (byte) => {
    expect(() => decode([Buffer.of(0x61, 0x0a, byte)], 'windows-1252')).toThrow(
      `line 2: the byte 0x${byte.toString(16).toUpperCase()} is not windows-1252`,
    );
  });
});

describe('bytes that are not of the encoding', () => {
  it.each([
    ['a letter of Latin 1', Buffer.of(0x5a, 0x6f, 0xeb), '0xEB'],
    ['a continuation without its beginning', Buffer.of(0x61, 0x80), '0x80'],
    ['an overlong form', Buffer.of(0xc0, 0xaf), '0xC0'],
    ['half of a surrogate pair', Buffer.of(0xed, 0xa0, 0x80), '0xED'],
    ['a letter that was cut off', Buffer.of(0x61, 0xe8, 0xaa), '0xE8'],
    ['a wrong byte behind a real sign of replacement', Buffer.of(0xef, 0xbf, 0xbd, 0xff), '0xFF'],
  ])('are named: %s', (_case, bytes, byte) => {
    expect(() => decode([bytes])).toThrow(`line 1: the byte ${byte} is not UTF-8.`);
  });

  it.each([
    ['half a code unit', Buffer.of(0x61, 0x00, 0x62)],
    ['half a surrogate pair', Buffer.of(0x61, 0x00, 0x3d, 0xd8)],
  ])('are refused in UTF-16: %s', (_case, bytes) => {
    expect(() => decode([bytes], 'utf-16le')).toThrow('line 1: half a character is missing');
  });

  it('include a zero byte, which UTF-16 read as UTF-8 has', () => {
    expect(() => decode([Buffer.from('name\n', 'utf16le')])).toThrow(
      'line 1: a zero byte: this is not utf-8 text. If it is UTF-16, give utf-16le as the encoding',
    );
  });

  it.each(['\n', '\r\n', '\r'])('are on the line that an editor shows, with lines that end in %j', (end) => {
    const before = Buffer.from(['a', 'é', '😀', ''].join(end));
    for (let cut = 0; cut <= before.length; cut += 1) {
      const chunks = [before.subarray(0, cut), before.subarray(cut), Buffer.of(0xff)];
      expect(() => decode(chunks)).toThrow(/^line 4: the byte 0xFF/);
    }
  });
});
