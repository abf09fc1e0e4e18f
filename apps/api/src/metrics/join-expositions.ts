interface Family {
  readonly head: Map<string, string>;
  readonly samples: string[];
}

/**
 * Joins texts in the format of Prometheus. All lines of a family must follow one HELP and one TYPE, so those
 * with the same name are combined; the first text defines the family. Labels in the texts distinguish the
 * series.
 */
export function joinExpositions(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) {
    let current: Family | null = null;
    for (const line of text.split('\n')) {
      const [, word, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (word !== undefined && name !== undefined) {
        current = families.get(name) ?? { head: new Map(), samples: [] };
        families.set(name, current);
        if (!current.head.has(word)) {
          current.head.set(word, line);
        }
      } else if (line !== '' && !line.startsWith('#')) {
        current?.samples.push(line);
      }
    }
  }
  return [...families.values()]
    .map(({ head, samples }) => `${[...head.values(), ...samples].join('\n')}\n`)
    .join('\n');
}
