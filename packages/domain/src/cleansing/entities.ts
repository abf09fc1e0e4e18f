const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
/** More levels than systems that a text passes. */
const MAX_ROUNDS = 8;
const LAST_CODE_POINT = 0x10ffff;

/** A text without HTML escapes: some systems store `R&amp;D` for `R&D`. Removes one level of escapes. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (entity: string, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = code > 0 && code <= LAST_CODE_POINT && !isSurrogate(code);
    return isCharacter ? String.fromCodePoint(code) : entity;
  });
}

/** A text without HTML escapes of any level, as after two systems that escape it: `R&amp;amp;D`. */
export function unescaped(text: string): string {
  let rest = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = withoutEntities(rest);
    if (next === rest) break;
    rest = next;
  }
  return rest;
}

/** Half of a character in UTF-16, which is none by itself. */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}
