import { wideEncodingOf } from '@leadbridge/platform/file-bytes';

/** How the bytes of a file are read: the encodings that spreadsheets write. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
  /** Whether the encoding is a guess that a person should look at. */
  readonly isGuess: boolean;
}

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * The text of a file: by its byte order mark, else as UTF-8 where it is that, else by a guess. A chosen encoding counts more than any of them.
 *
 * @throws Error where the bytes are not of the chosen encoding
 */
export function decodeText(bytes: Uint8Array, chosen: Encoding | null): DecodedText {
  const mark = marks.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte));
  if (chosen !== null) {
    return { text: decode(bytes, chosen), encoding: chosen, isGuess: false };
  }
  if (mark !== undefined) {
    return { text: decode(bytes, mark[0]), encoding: mark[0], isGuess: false };
  }
  const wide = wideEncodingOf(bytes);
  if (wide !== null) {
    return { text: decode(bytes, wide), encoding: wide, isGuess: true };
  }
  try {
    return { text: decode(bytes, 'utf-8'), encoding: 'utf-8', isGuess: false };
  } catch {
    return { text: decode(bytes, 'windows-1252'), encoding: 'windows-1252', isGuess: true };
  }
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`The file is not in the encoding ${encoding}: choose another one`);
  }
}
