/** Begins every table that is written: without it a spreadsheet takes letters beyond ASCII for others. */
export const byteOrderMark = '\ufeff';

/** What files begin with that are no text, whatever they are called. */
const signatures: readonly (readonly [form: string, bytes: readonly number[]])[] = [
  ['a workbook of a spreadsheet (.xlsx, .ods, .numbers) or another archive', [0x50, 0x4b, 0x03, 0x04]],
  ['an empty archive', [0x50, 0x4b, 0x05, 0x06]],
  ['a workbook of an old spreadsheet (.xls)', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a compressed file (.gz)', [0x1f, 0x8b, 0x08]],
];
/** Bytes that are looked at to tell UTF-16 without a mark from others. */
const sampleBytes = 4_096;

/** What a file is that cannot be a table, with what to do; null if its beginning may be text. */
export function refusalOfBytes(bytes: Uint8Array): string | null {
  const found = signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte));
  return found === undefined
    ? null
    : `this is ${found[0]} and not CSV, whatever its name: save it as CSV (in Excel "CSV UTF-8")`;
}

/** Of text in Latin letters, every other byte is 0 in UTF-16, and none is in anything else. */
export function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, sampleBytes - (sampleBytes % 2));
  let evenZeros = 0;
  let oddZeros = 0;
  sample.forEach((byte, index) => {
    if (byte === 0) {
      if (index % 2 === 0) {
        evenZeros += 1;
      } else {
        oddZeros += 1;
      }
    }
  });
  const enough = sample.length / 4;
  if (oddZeros > enough && evenZeros < oddZeros / 4) {
    return 'utf-16le';
  }
  return evenZeros > enough && oddZeros < evenZeros / 4 ? 'utf-16be' : null;
}
