/** Words that must not come back, each with the term to use. Written so that this file does not find itself. */
const words = [
  { word: /answe[r]/iu, term: 'response' },
  { word: /\bcom(e|es|ing) apar[t]\b/iu, term: 'differ' },
  {
    word: /\b(gotO[n]|bringAgai[n]|takeLiv[e]|lookAgai[n]|isInTheWa[y]|whileThePsaIsAwa[y])\b/u,
    term: 'a name that says what it does',
  },
];

/** Where such a word stays: in these files, in these places. */
const kept = [
  // Public: codes, fields, a metric, a fault of the simulator, and a type of the client.
  [/./u, /IDEMPOTENCY_ANSWE[R]_UNKNOWN|idempotent_answe[r]s|unreadable_answe[r]/gu],
  [/./u, /psa_last_answe[r]_timestamp_seconds|kind: 'answe[r]'/gu],
  [
    /^apps\/psa-simulator\/src\/(faults\/fault-rule|http\/reply)\.ts$/u,
    /['`]answe[r]['`]|\/\*\* answe[r]:/gu,
  ],
  [/^packages\/client\/src\/(api-methods|index)\.ts$/u, /\bAnswe[r]\b/gu],
  // In Redis, which processes of two releases share.
  [/./u, /\banswe[r]AgeMs\b/gu],
  [/^apps\/api\/src\/pipeline\/rate-limit\/redis-limiter\.ts$/u, /\banswe[r]\b/gu],
  // A person's, on the phone.
  [/\.tsx?$/u, /'no answe[r]( about[^']*)?'|'No answe[r]'|Answe[r]ed the first call/gu],
];

/** `path:line: word → term` for each word in a file, and in its path, for which the project has a standard term. */
export function unwantedWords(path, text) {
  const exceptions = kept.filter(([files]) => files.test(path)).map(([, places]) => places);
  return [path, ...text.split('\n')].flatMap((line, index) => {
    const rest = exceptions.reduce((left, places) => left.replace(places, ''), line);
    return words.flatMap(({ word, term }) => {
      const match = word.exec(rest);
      return match === null ? [] : [`${path}:${Math.max(1, index)}: ${match[0]} → ${term}`];
    });
  });
}
