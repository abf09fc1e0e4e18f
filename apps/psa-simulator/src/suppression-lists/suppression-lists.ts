import { isDeepStrictEqual } from 'node:util';

import { equalTexts } from '../auth/equal-texts.js';
import type { Input } from '../state/read-input.js';

export const simulatedProviders = ['provider_a', 'provider_b', 'provider_c'] as const;

export type SimulatedProvider = (typeof simulatedProviders)[number];

/** The bearer key of each provider's list. */
export type SuppressionKeys = Readonly<Record<SimulatedProvider, string>>;

export interface SuppressionListEntry {
  readonly id: number;
  readonly provider: SimulatedProvider;
  readonly entry: Input;
  /** Null where it came without one. */
  readonly idempotencyKey: string | null;
  /** ISO 8601, of the first delivery. */
  readonly receivedAt: string;
  /** How often it was delivered; repetitions carry the same `Idempotency-Key`. */
  readonly deliveries: number;
}

type Writable<Type> = { -readonly [Field in keyof Type]: Type[Field] };

/** The lists of the three providers, on which those stand who asked not to be contacted. */
export class SuppressionLists {
  readonly #keys: SuppressionKeys;
  readonly #listeners = new Set<() => void>();
  #entries: Writable<SuppressionListEntry>[] = [];
  #lastId = 0;

  constructor(keys: SuppressionKeys) {
    this.#keys = keys;
  }

  /** Called after an entry has come, or all have gone. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Whether an `Authorization` header carries the key of this provider, and not that of another. */
  accepts(provider: SimulatedProvider, authorization: string | undefined): boolean {
    const key = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    return key !== undefined && equalTexts(key, this.#keys[provider]);
  }

  /** Takes an entry. A repetition adds none; `conflict` is another entry under an `Idempotency-Key` that was used already. */
  add(
    provider: SimulatedProvider,
    entry: Input,
    idempotencyKey: string | null,
  ): 'added' | 'repeated' | 'conflict' {
    const earlier =
      idempotencyKey === null
        ? undefined
        : this.#entries.find((each) => each.provider === provider && each.idempotencyKey === idempotencyKey);
    if (earlier !== undefined && !isDeepStrictEqual(earlier.entry, entry)) {
      return 'conflict';
    }
    if (earlier === undefined) {
      const receivedAt = new Date().toISOString();
      this.#entries.push({ id: ++this.#lastId, provider, entry, idempotencyKey, receivedAt, deliveries: 1 });
    } else {
      earlier.deliveries += 1;
    }
    this.#changed();
    return earlier === undefined ? 'added' : 'repeated';
  }

  /** Of one provider or all, the oldest first. */
  list(provider?: string): readonly SuppressionListEntry[] {
    return this.#entries
      .filter((each) => provider === undefined || each.provider === provider)
      .map((each) => ({ ...each }));
  }

  /** Puts back what an earlier start kept. */
  restore(entries: readonly SuppressionListEntry[]): void {
    this.#entries = entries.map((each) => ({ ...each }));
    this.#lastId = Math.max(0, ...entries.map(({ id }) => id));
  }

  clear(): void {
    this.#entries = [];
    this.#lastId = 0;
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
