import type { Clock } from '@leadbridge/platform';

import { PsaBudgetError } from '../ports/psa-errors.js';
import type {
  ClientInMirror,
  MirroredItems,
  MirrorKind,
  MirrorState,
  Observation,
  Observations,
  PsaMirrorStore,
  Observed,
} from '../ports/psa-mirror.js';
import type { PsaSession } from '../ports/psa.js';
import type { ClientDirectory, ClientsAsked } from './client-directory.js';
import { deltaScan } from './delta-scan.js';
import { observationOf } from './mirror-keys.js';
import { isMirrorWhole, isUnexplained, missingFromMirror } from './shortfall.js';

/** How long a delta scan remains valid, in milliseconds. */
const deltaTtlMs = 60_000;
/** The maximum age of the last round: in an older mirror, too much may have changed unobserved. */
const maxRoundAgeMs = 86_400_000;
/** The minimum pause between two scans of all tickets that look for updates, in milliseconds. */
const fullScanPauseMs = 600_000;
const leadTicketType = 1;

export type MirrorView<K extends MirrorKind> = ReturnType<typeof viewOf<K>>;

export interface PsaMirrorDependencies {
  readonly store: PsaMirrorStore;
  readonly clock: Clock;
  /** See `mirrorOrigin`. */
  readonly origin: string;
  readonly maxAgeMs: number;
}

/** The observed state of the PSA, for decisions that may be based on it. */
export type PsaMirror = Pick<StoredMirror, keyof StoredMirror>;

export class StoredMirror implements ClientDirectory {
  /** Milliseconds: older observations must be read live before any decision is based on them. */
  readonly maxAgeMs: number;
  readonly #deps: PsaMirrorDependencies;
  readonly #deltas = new Map<MirrorKind, Promise<number | null>>();
  #fullScan: Promise<void> | null = null;
  #noFullScanUntil = 0;

  constructor(deps: PsaMirrorDependencies) {
    this.#deps = deps;
    this.maxAgeMs = deps.maxAgeMs;
  }

  /**
   * A kind with everything added to the PSA before `notBefore` (Unix milliseconds); queries the PSA once for
   * that. Null if the mirror is not complete, or the PSA lists in no order or fewer entities than it counts: the
   * PSA must then be queried directly.
   */
  async view<K extends MirrorKind>(
    session: Pick<PsaSession, 'listPage'>,
    kind: K,
    notBefore: number,
  ): Promise<MirrorView<K> | null> {
    const state = await this.#upToDate(session, kind, notBefore);
    return state === null || isUnexplained(state.unseen, state.complete?.documents ?? 0)
      ? null
      : viewOf(this.#deps.store, kind, missingFromMirror(state) === 0);
  }

  async clientsOf(asked: ClientsAsked): Promise<readonly ClientInMirror[] | null> {
    const { store } = this.#deps;
    const [states, found] = await Promise.all([store.states(), store.clientsOf(asked)]);
    const known = states.filter(({ kind }) => kind !== 'tickets');
    const isKnown = known.every(
      (state) => state.complete?.hasDomains === true && this.#isRecent(state) && isMirrorWhole(state),
    );
    return isKnown ? found : null;
  }

  /**
   * Observes all lead tickets again if that takes fewer requests than reading `reads` of them one by one.
   *
   * @returns false if it was not done
   */
  async observeTickets(session: Pick<PsaSession, 'pageTickets'>, reads: number): Promise<boolean> {
    const { store, clock } = this.#deps;
    if (this.#fullScan !== null) {
      await this.#fullScan.catch(() => undefined);
      return true;
    }
    const { complete } = await store.state('tickets');
    if (complete === null || complete.pages >= reads || clock.now() < this.#noFullScanUntil) {
      return false;
    }
    this.#noFullScanUntil = clock.now() + fullScanPauseMs;
    this.#fullScan = scanTickets(this.#deps, session).finally(() => {
      this.#fullScan = null;
    });
    try {
      await this.#fullScan;
    } catch (error) {
      // If the budget was too small to finish the scan, it must not be spent on it repeatedly.
      if (!(error instanceof PsaBudgetError)) {
        this.#noFullScanUntil = 0;
      }
      throw error;
    }
    return true;
  }

  async evict(kind: MirrorKind, ids: readonly number[]): Promise<void> {
    await this.#deps.store.remove(kind, ids);
  }

  /** No decision is based on entities about to be written until they are observed again. */
  async outdate(kind: MirrorKind, ids: readonly number[]): Promise<void> {
    await this.#deps.store.outdate(kind, ids);
  }

  /**
   * Runs one delta scan per kind at a time. Concurrent callers share it if it was sent late enough for them.
   *
   * @returns the state after it; null if the mirror decides nothing
   */
  async #upToDate(
    session: Pick<PsaSession, 'listPage'>,
    kind: MirrorKind,
    notBefore: number,
  ): Promise<MirrorState | null> {
    const { store, clock } = this.#deps;
    for (;;) {
      const state = await store.state(kind);
      if (!this.#isReliable(state)) {
        return null;
      }
      const { deltaAt } = state;
      if (deltaAt !== null && deltaAt >= notBefore && clock.now() - deltaAt < deltaTtlMs) {
        return state;
      }
      const running = this.#deltas.get(kind);
      if (running === undefined) {
        const scan = deltaScan({ store, clock }, session, state).finally(() => this.#deltas.delete(kind));
        this.#deltas.set(kind, scan);
        return (await scan) === null ? null : await store.state(kind);
      }
      // Only the caller that runs the scan gets its errors; the others have their own budget.
      await running.catch(() => null);
    }
  }

  #isReliable(state: MirrorState): boolean {
    return state.order !== 'unknown' && this.#isRecent(state) && isMirrorWhole(state);
  }

  #isRecent({ complete, origin }: MirrorState): boolean {
    const isYoung = complete !== null && this.#deps.clock.now() - complete.startedAt < maxRoundAgeMs;
    return origin === this.#deps.origin && isYoung;
  }
}

async function scanTickets(
  { store, clock }: PsaMirrorDependencies,
  session: Pick<PsaSession, 'pageTickets'>,
): Promise<void> {
  let sentAt = clock.now();
  for await (const page of session.pageTickets({ tickettypeId: leadTicketType })) {
    const observations = page.items.map((item) => observationOf('tickets', item, sentAt));
    await store.put('tickets', observations);
    sentAt = clock.now();
  }
}

function viewOf<K extends MirrorKind>(store: PsaMirrorStore, kind: K, provesAbsence: boolean) {
  return {
    /** False if the PSA counts entities that it did not list: what the mirror lacks must be searched for. */
    provesAbsence,
    /** By key; a missing key belongs to no entity in the PSA, if the view proves absence. */
    async byKeys(keys: readonly string[]): Promise<ReadonlyMap<string, readonly Observed<K>[]>> {
      const wanted = new Set(keys);
      const found = wanted.size === 0 ? [] : await store.find(kind, [...wanted]);
      const byKey = new Map<string, Observed<K>[]>();
      for (const observation of found) {
        for (const key of observation.keys.filter((each) => wanted.has(each))) {
          byKey.set(key, [...(byKey.get(key) ?? []), observation]);
        }
      }
      return byKey;
    },

    async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, Observed<K>>> {
      const found = ids.length === 0 ? [] : await store.byIds(kind, [...new Set(ids)]);
      return new Map(found.map((observation) => [observation.id, observation]));
    },
  };
}

/** What a piece of work has written to the PSA or read live, until it is recorded. */
export interface ObservationLog {
  /** @param observedAt Unix milliseconds when the request was sent */
  add<K extends MirrorKind>(kind: K, item: MirroredItems[K], observedAt: number): void;
  all(): Observations;
}

export function createObservationLog(): ObservationLog {
  const log: { [K in MirrorKind]: Map<number, Observed<K>> } = {
    tickets: new Map(),
    contacts: new Map(),
    clients: new Map(),
  };
  return {
    add(kind, item, observedAt) {
      const observations: Map<number, Observation<object>> = log[kind];
      observations.set(item.id, observationOf(kind, item, observedAt));
    },
    all: () => ({
      tickets: [...log.tickets.values()],
      contacts: [...log.contacts.values()],
      clients: [...log.clients.values()],
    }),
  };
}
