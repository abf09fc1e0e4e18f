/**
 * The value with each of its items or fields changed; the same value if none is, so that nothing is written. Only lists
 * and plain objects have parts.
 */
export function mapParts(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => change(item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([field, part]) => [field, change(part)] as const);
  return entries.some(([field, part]) => part !== value[field]) ? Object.fromEntries(entries) : value;
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
