import { clip } from '../cleansing/text.js';
import { isPayload, pathOf } from './payload.js';

/** What UTF-8 from 0x80 to 0xBF becomes if it is read as Windows-1252 or Latin 1. */
const NEXT = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** UTF-8 that was read as Windows-1252, and the sign that replaces what could not be read. */
const GARBLED = new RegExp(
  `[\\u00C2-\\u00C5]${NEXT}|(?:[\\u00CE-\\u00D1]${NEXT}){2}|â[€\\u0080]${NEXT}|ð[Ÿ\\u009F]|\\uFFFD`,
  'u',
);
const MAX_DEPTH = 5;
const MAX_VALUES = 2_000;
const MAX_WARNINGS = 5;
const QUOTED_LENGTH = 60;

/** Warns about texts that were read in a wrong encoding before they were sent; nobody here knows what they were. */
export function garbledWarnings(data: unknown): readonly string[] {
  const warnings: string[] = [];
  let values = 0;
  const look = (value: unknown, path: string, depth: number): void => {
    values += 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES || warnings.length >= MAX_WARNINGS) return;
    if (typeof value === 'string') {
      if (GARBLED.test(value)) warnings.push(warningOf(value, path));
    } else if (Array.isArray(value)) {
      value.forEach((entry, index) => {
        look(entry, `${path}[${index}]`, depth + 1);
      });
    } else if (isPayload(value)) {
      for (const [key, entry] of Object.entries(value)) {
        look(entry, pathOf(path, key), depth + 1);
      }
    }
  };
  look(data, '', 0);
  return warnings;
}

function warningOf(value: string, path: string): string {
  const from = Math.max(0, value.search(GARBLED) - QUOTED_LENGTH / 2);
  const quoted = JSON.stringify(clip(value.slice(from), QUOTED_LENGTH));
  return `"${clip(path, QUOTED_LENGTH)}" was read in a wrong encoding before it was sent: ${quoted}`;
}
