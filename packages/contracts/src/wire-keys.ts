type CamelCase<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;

/** Objects under these keys stay unchanged: their own keys are kinds and field names. */
const verbatimKeys = ['counts', 'erased', 'plan', 'planned', 'current'] as const;
type VerbatimKey = (typeof verbatimKeys)[number];

/** The type of a wire form in code: the same with its keys in camelCase. */
export type Camelized<Wire> = Wire extends readonly (infer Item)[]
  ? readonly Camelized<Item>[]
  : Wire extends object
    ? {
        readonly [Key in keyof Wire as Key extends string ? CamelCase<Key> : Key]: Key extends VerbatimKey
          ? Wire[Key]
          : Camelized<Wire[Key]>;
      }
    : Wire;

/** The value with its keys in camelCase, in their order. */
export function camelizeKeys<T>(value: T): Camelized<T>;
export function camelizeKeys(value: unknown): unknown {
  return renameKeys(value, toCamelCase);
}

export function toCamelCase(key: string): string {
  return key.replaceAll(/_([a-z])/gu, (_match, letter: string) => letter.toUpperCase());
}

/** The value with its keys in snake_case, as in requests and responses; the inverse of `camelizeKeys`. */
export function snakeKeys(value: unknown): unknown {
  return renameKeys(value, (key) => key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`));
}

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => renameKeys(item, rename));
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      rename(key),
      isVerbatim(key) ? part : renameKeys(part, rename),
    ]),
  );
}

export function isVerbatim(key: string): boolean {
  return verbatimKeys.some((verbatim) => verbatim === key);
}
