/** What a row is searched by: its email addresses, and every other text. */
export interface SearchTexts {
  readonly emails: readonly string[];
  readonly texts: readonly string[];
}

/** Whether a row must hold what is searched as a whole, or each word of it somewhere. */
export type Matching = 'phrase' | 'words';

const betweenWords = /[^\p{L}\p{N}]+/u;
const tailLength = 3;

/**
 * The bucket of an address for substring search: the end of its local part with the first label of its domain. Every
 * address that contains a searched address shares its bucket. Null where that cannot be told: a short local part, a
 * domain without a dot, or not exactly one "@".
 */
function bucketOf(text: string): string | null {
  const at = text.indexOf('@');
  const dot = text.indexOf('.', at);
  if (at < tailLength || dot < 0 || text.includes('@', at + 1)) {
    return null;
  }
  return `${text.slice(at - tailLength, at)}${text.slice(at, dot)}`;
}

/**
 * Loose search as PSAs do it: case-insensitive substrings of any texts of a row. A phrase that is an email address is
 * served from buckets of addresses instead of a scan, with the same rows as the scan would find.
 */
export class SearchIndex {
  readonly #haystacks = new Map<number, string>();
  readonly #buckets = new Map<string, Set<number>>();
  /** Rows with an "@" that the buckets do not cover: they are looked at in every search for an address. */
  readonly #uncovered = new Set<number>();
  readonly #bucketsOfRow = new Map<number, readonly string[]>();

  set(id: number, { emails, texts }: SearchTexts): void {
    this.delete(id);
    const addresses = emails.filter((email) => email !== '').map((email) => email.toLowerCase());
    const others = texts.filter((text) => text !== '').map((text) => text.toLowerCase());
    this.#haystacks.set(id, [...addresses, ...others].join('\n'));
    const buckets: string[] = [];
    for (const address of addresses) {
      const bucket = bucketOf(address);
      if (bucket === null) {
        this.#uncovered.add(id);
        continue;
      }
      buckets.push(bucket);
      const ids = this.#buckets.get(bucket);
      if (ids === undefined) {
        this.#buckets.set(bucket, new Set([id]));
      } else {
        ids.add(id);
      }
    }
    this.#bucketsOfRow.set(id, buckets);
    if (others.some((text) => text.includes('@'))) {
      this.#uncovered.add(id);
    }
  }

  delete(id: number): void {
    for (const bucket of this.#bucketsOfRow.get(id) ?? []) {
      const ids = this.#buckets.get(bucket);
      ids?.delete(id);
      if (ids?.size === 0) {
        this.#buckets.delete(bucket);
      }
    }
    this.#bucketsOfRow.delete(id);
    this.#uncovered.delete(id);
    this.#haystacks.delete(id);
  }

  clear(): void {
    this.#haystacks.clear();
    this.#buckets.clear();
    this.#uncovered.clear();
    this.#bucketsOfRow.clear();
  }

  /** Ids of the rows that could match, or null where only a scan can tell. */
  candidates(needle: string): readonly number[] | null {
    const bucket = bucketOf(needle);
    if (bucket === null) {
      return null;
    }
    const ids = new Set([...(this.#buckets.get(bucket) ?? []), ...this.#uncovered]);
    return [...ids].sort((one, other) => one - other);
  }

  /** `needle` is lower-case. */
  matches(id: number, needle: string, matching: Matching = 'phrase'): boolean {
    const haystack = this.#haystacks.get(id);
    const wanted = matching === 'words' ? needle.split(betweenWords) : [needle];
    return haystack !== undefined && wanted.every((each) => haystack.includes(each));
  }
}
