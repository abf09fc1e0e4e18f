type TimesAs<T, As> = { [K in keyof T]: TimeAs<T[K], As> };
type TimeAs<V, As> = V extends Date ? As : V;

/** A document with its times in ISO 8601, as ports have most of them. */
export function isoTimes<T extends object>(document: T): TimesAs<T, string>;
export function isoTimes(document: object): object {
  return withTimes(document, (time) => time.toISOString());
}

/** The same in Unix milliseconds, for what is compared with the clock. */
export function msTimes<T extends object>(document: T): TimesAs<T, number>;
export function msTimes(document: object): object {
  return withTimes(document, (time) => time.getTime());
}

function withTimes(document: object, told: (time: Date) => unknown): object {
  const entries = Object.entries(document).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    value instanceof Date ? told(value) : value,
  ]);
  return Object.fromEntries(entries);
}

export function dated<T extends { readonly at: string }>(entry: T): Omit<T, 'at'> & { at: Date } {
  return { ...entry, at: new Date(entry.at) };
}
