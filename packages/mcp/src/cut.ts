import { jsonBytes } from './json-bytes.js';

/** How much of a value is kept. */
export interface CutLevel {
  /** Of one text, as JSON. */
  readonly textBytes: number;
  /** Of one list. */
  readonly items: number;
}

/** Tried in this order until a result fits. */
export const cutLevels: readonly [CutLevel, ...CutLevel[]] = [
  { textBytes: 600, items: 20 },
  { textBytes: 150, items: 8 },
  { textBytes: 40, items: 2 },
];

/** Cut to the level; `truncated` names what was cut, by its path. Null values are left out. */
export function untrustedData(
  values: Readonly<Record<string, unknown>>,
  level: CutLevel,
): Readonly<Record<string, unknown>> {
  const truncated = new Set<string>();
  const kept = Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    value === null || value === undefined ? [] : [[name, cutValue(value, name, level, truncated)]],
  );
  return { ...Object.fromEntries(kept), ...(truncated.size === 0 ? {} : { truncated: [...truncated] }) };
}

function cutValue(value: unknown, path: string, level: CutLevel, truncated: Set<string>): unknown {
  if (typeof value === 'string') {
    const text = cutText(value, level.textBytes);
    if (text !== value) {
      truncated.add(path);
    }
    return text;
  }
  if (Array.isArray(value)) {
    if (value.length > level.items) {
      truncated.add(path);
    }
    return value.slice(0, level.items).map((item: unknown) => cutValue(item, path, level, truncated));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, unknown]) => [
        key,
        cutValue(item, `${path}.${key}`, level, truncated),
      ]),
    );
  }
  return value;
}

/** The beginning of a text, with at most so many bytes as JSON; never half of a character. */
export function cutText(text: string, maxBytes: number): string {
  if (jsonBytes(text) <= maxBytes) {
    return text;
  }
  for (let length = maxBytes; ; length = Math.floor(length * 0.8)) {
    const start = `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '')}…`;
    if (length === 0 || jsonBytes(start) <= maxBytes) {
      return start;
    }
  }
}
