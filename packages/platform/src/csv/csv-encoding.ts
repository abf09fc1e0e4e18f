export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

/**
 * Latin 1 is read as Windows-1252, which differs only where Latin 1 has control characters (WHATWG,
 * "Encoding").
 */
const aliases: ReadonlyMap<string, CsvEncoding> = new Map([
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['utf16le', 'utf-16le'],
  ['utf16be', 'utf-16be'],
  ['cp1252', 'windows-1252'],
  ['x-cp1252', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
]);

/** The encoding for a name in any case; null if unknown. */
export function csvEncodingOf(name: string): CsvEncoding | null {
  const wanted = name.trim().toLowerCase();
  return csvEncodings.find((known) => known === wanted) ?? aliases.get(wanted) ?? null;
}
