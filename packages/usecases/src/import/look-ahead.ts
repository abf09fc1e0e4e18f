import type { PsaClient, PsaSession, PsaUser } from '../ports/psa.js';
import type { PsaKnowledge } from '../psa/psa-knowledge.js';
import type { Roster, Wanted } from '../psa/roster.js';

/** A roster that can be asked before it is known whether the answer is needed. */
export interface AskedRoster<Session, T> extends Roster<Session, T> {
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
export interface AskedKnowledge extends PsaKnowledge {
  readonly users: AskedRoster<PsaSession, PsaUser>;
  readonly clients: AskedRoster<PsaSession, PsaClient>;
}

/** For one batch: what was asked ahead answers this batch alone. */
export function withLookAhead(knowledge: PsaKnowledge): AskedKnowledge {
  return { ...knowledge, users: askedRoster(knowledge.users), clients: askedRoster(knowledge.clients) };
}

export function askedRoster<Session, T>(roster: Roster<Session, T>): AskedRoster<Session, T> {
  const asked = new Map<
    string,
    { readonly notBefore: number; readonly answers: Promise<ReadonlyMap<string, readonly T[]>> }
  >();
  return {
    ...roster,

    ask(session, wanted, options) {
      const answers = roster.find(session, wanted, options);
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
        roster.find(
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
