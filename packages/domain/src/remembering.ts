/** Limits the memory of one function. */
const maxRemembered = 1_000;
/** Longer than any name. */
const maxLength = 300;

/** A pure function of a text that remembers its latest results. */
export function remembering<T>(find: (text: string) => T): (text: string) => T {
  const found = new Map<string, T>();
  return (text) => {
    if (text.length > maxLength) return find(text);
    const before = found.get(text);
    if (before !== undefined) return before;
    if (found.size >= maxRemembered) found.clear();
    const result = find(text);
    found.set(text, result);
    return result;
  };
}
