import type { KnownCompany, SuppressedKey } from '../ports/import-store.js';
import type { PsaClient, PsaSession, PsaUser } from '../ports/psa.js';
import type { PsaCaches } from '../psa/psa-caches.js';
import type { PsaCache, Wanted } from '../psa/psa-cache.js';

/** A cache that can be asked before it is known whether the answer is needed. */
export interface RecordedCache<Session, T> extends PsaCache<Session, T> {
  /**
   * Asks now, and waits for nothing: `find` waits for the answer, if it comes to be asked for the same. What goes wrong is told to
   * whoever needs the answer, and to nobody else.
   *
   * @param notBefore as for `find`; one that wants a later reading asks anew
   */
  ask(
    session: Session,
    wanted: readonly Wanted[],
    options: { readonly notBefore: number; readonly upcoming: number },
  ): void;
}

/** What a batch knows of the PSA, of which it can ask ahead. */
export interface RecordedCaches extends PsaCaches {
  readonly users: RecordedCache<PsaSession, PsaUser>;
  readonly clients: RecordedCache<PsaSession, PsaClient>;
  readonly hints: Promise<Hints>;
}

/** What our records say of the leads of a batch, as it stood when the batch began. */
export interface Hints {
  /** As `ImportStore.findOptedOut` answers. */
  readonly optedOut: ReadonlyMap<string, SuppressedKey>;
  /** Companies by their keys; null for one that is not remembered. */
  readonly companies: ReadonlyMap<string, KnownCompany | null>;
}

/** For one batch: what was asked ahead answers this batch alone. */
export function withLookAhead(caches: PsaCaches, hints: Promise<Hints>): RecordedCaches {
  hints.catch(() => undefined);
  return {
    ...caches,
    users: recordedCache(caches.users),
    clients: recordedCache(caches.clients),
    hints,
  };
}

export function recordedCache<Session, T>(cache: PsaCache<Session, T>): RecordedCache<Session, T> {
  const asked = new Map<
    string,
    { readonly notBefore: number; readonly answers: Promise<ReadonlyMap<string, readonly T[]>> }
  >();
  return {
    ...cache,

    ask(session, wanted, options) {
      const answers = cache.find(session, wanted, options);
      answers.catch(() => undefined);
      for (const { key } of wanted) {
        asked.set(key, { notBefore: options.notBefore, answers });
      }
    },

    async find(session, wanted, options) {
      const ahead = wanted.flatMap(({ key }) => {
        const question = asked.get(key);
        return question !== undefined && question.notBefore >= options.notBefore ? [{ key, question }] : [];
      });
      const keys = new Set(ahead.map(({ key }) => key));
      const [found, ...answers] = await Promise.all([
        cache.find(
          session,
          wanted.filter(({ key }) => !keys.has(key)),
          options,
        ),
        ...ahead.map(async ({ key, question }) => [key, (await question.answers).get(key) ?? []] as const),
      ]);
      return new Map([...found, ...answers]);
    },
  };
}
