import { unescaped } from '../cleansing/entities.js';
import { withoutFormula } from '../cleansing/formula.js';
import type { FlatField } from './field-names.js';
import { flatField } from './find-field.js';
import { isPayload, MAX_DEPTH, type Payload } from './payload.js';

/** Fields that have an address, and no text of its own. */
const LINKS: ReadonlySet<FlatField | null> = new Set(['website', 'linkedin_url', 'email', 'phone'] as const);

/**
 * A payload whose texts have no HTML escapes, at any depth that is read: some sources store `R&amp;D` for
 * `R&D`. A PSA is read without them, and has to be searched so. What spreadsheets write as a formula is a text.
 * The same payload if there are none.
 */
export function unescapedPayload(payload: Payload): Payload {
  const value = unescapedValue(payload, '', 0);
  return isPayload(value) ? value : payload;
}

function unescapedValue(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'string') {
    return value.startsWith('=')
      ? withoutFormula(unescaped(value), LINKS.has(flatField(key)))
      : unescaped(value);
  }
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
    return value;
  }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => unescapedValue(item, key, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const members = Object.entries(value).map(([name, item]: [string, unknown]) => {
    const plain = unescapedValue(item, name, depth + 1);
    return { name, plain, isChanged: plain !== item };
  });
  return members.some(({ isChanged }) => isChanged)
    ? Object.fromEntries(members.map(({ name, plain }) => [name, plain]))
    : value;
}
