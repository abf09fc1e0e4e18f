/**
 * Joins texts in the format of Prometheus into one. The lines of a family must stand together below one HELP and one TYPE, so those of the
 * same name are put together; the first text says what the family is. Series are told apart by labels that the texts bring along.
 */
export function joinExpositions(texts: readonly string[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>();
  for (const text of texts) {
    let current: { head: string[]; samples: string[] } | null = null;
    let isFirst = true;
    for (const line of text.split('\n')) {
      const name = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1];
      if (name === undefined) {
        if (line !== '' && !line.startsWith('#')) {
          current?.samples.push(line);
        }
        continue;
      }
      const known = families.get(name);
      if (known === undefined) {
        current = { head: [line], samples: [] };
        isFirst = true;
        families.set(name, current);
        continue;
      }
      isFirst = isFirst && known === current;
      if (isFirst) {
        known.head.push(line);
      }
      current = known;
    }
  }
  return [...families.values()]
    .map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`)
    .join('\n');
}
