/** A copy of a payload with one value replaced. */
export function replaced(payload: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(payload)) {
    return payload.map((entry, index) => (String(index) === key ? replaced(entry, rest, value) : entry));
  }
  const record = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
  return { ...record, [key]: replaced(record[key], rest, value) };
}

/** The paths of every value of a payload. */
export function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, entry]) => pathsOf(entry, [...path, key]))
      : [];
  return path.length === 0 ? inner : [path, ...inner];
}
