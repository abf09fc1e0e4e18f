/** The same value if no part is changed, so that nothing is written. */
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
