import type { PsaClient, PsaSession, PsaUser } from '../ports/psa.js';
import type { PsaCaches } from '../psa/psa-caches.js';
import type { Freshness, PsaCache, Wanted } from '../psa/psa-cache.js';

/** A cache that can be queried before it is known whether the result is needed. */
export interface RecordedCache<Session, T> extends PsaCache<Session, T> {
  /**
   * Sends the query now without waiting: `find` waits for its result if it later asks for the same. Errors
   * are reported only to a caller of `find` that needs the result.
   * A `find` that needs a later reading queries again.
   */
  ask(session: Session, wanted: readonly Wanted[], fresh: Freshness): void;
}

export interface RecordedCaches extends PsaCaches {
  readonly users: RecordedCache<PsaSession, PsaUser>;
  readonly clients: RecordedCache<PsaSession, PsaClient>;
}

/** Serves a single batch: results that were queried ahead are used by that batch only. */
export function withLookAhead(caches: PsaCaches): RecordedCaches {
  return { ...caches, users: recordedCache(caches.users), clients: recordedCache(caches.clients) };
}

export function recordedCache<Session, T>(cache: PsaCache<Session, T>): RecordedCache<Session, T> {
  const asked = new Map<
    string,
    { readonly notBefore: number; readonly results: Promise<ReadonlyMap<string, readonly T[]>> }
  >();
  return {
    ...cache,

    ask(session, wanted, options) {
      const results = cache.find(session, wanted, options);
      results.catch(() => undefined);
      for (const { key } of wanted) {
        asked.set(key, { notBefore: options.notBefore, results });
      }
    },

    async find(session, wanted, options) {
      const ahead = wanted.flatMap(({ key }) => {
        const question = asked.get(key);
        return question !== undefined && question.notBefore >= options.notBefore ? [{ key, question }] : [];
      });
      const keys = new Set(ahead.map(({ key }) => key));
      const [found, ...results] = await Promise.all([
        cache.find(
          session,
          wanted.filter(({ key }) => !keys.has(key)),
          options,
        ),
        ...ahead.map(async ({ key, question }) => [key, (await question.results).get(key) ?? []] as const),
      ]);
      return new Map([...found, ...results]);
    },
  };
}
