interface Family {
  /** The first HELP and the first TYPE, by these words. */
  readonly head: Map<string, string>;
  readonly samples: string[];
}

/**
 * Joins texts in the format of Prometheus into one. The lines of a family must stand together below one HELP and one TYPE, so those of the
 * same name are put together; the first text says what the family is. Series are told apart by labels that the texts bring along.
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
