import type { Clock } from '@leadbridge/platform';

import { PsaBudgetError } from '../ports/psa-errors.js';
import type {
  MirroredItems,
  MirrorKind,
  MirrorState,
  Observation,
  Observations,
  PsaMirrorStore,
} from '../ports/psa-mirror.js';
import type { PsaSession } from '../ports/psa.js';
import { deltaScan } from './delta-scan.js';
import { observationOf } from './mirror-keys.js';

/** Milliseconds for which a delta scan answers for what may have come into the PSA since. */
const deltaTtlMs = 60_000;
/** Of a mirror whose last round is older, people may have changed too much in the PSA while nobody looked. */
const maxRoundAgeMs = 86_400_000;
/** Milliseconds between two scans of all tickets for the sake of updates. */
const fullScanPauseMs = 600_000;
const leadTicketType = 1;

/** What the mirror holds of a kind, brought up to date. */
export interface MirrorView<K extends MirrorKind> {
  /** By key; a key that is not there is that of nobody in the PSA. */
  byKeys(keys: readonly string[]): Promise<ReadonlyMap<string, readonly Observation<MirroredItems[K]>[]>>;
  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, Observation<MirroredItems[K]>>>;
}

/** The PSA as it was observed, for those who may decide by it. */
export interface PsaMirror {
  /** Milliseconds: what was observed longer ago is read live before anything is decided by it. */
  readonly maxAgeMs: number;
  /**
   * A kind with all that came into the PSA before `notBefore` (Unix milliseconds), for which the PSA is asked once; null where the
   * mirror cannot say: it is not complete, or the PSA lists in no order. Then the PSA is to be asked itself.
   *
   * @throws PsaBudgetError, PsaUnavailableError, PsaRefusedError
   */
  view<K extends MirrorKind>(
    session: Pick<PsaSession, 'listPage'>,
    kind: K,
    notBefore: number,
  ): Promise<MirrorView<K> | null>;
  /**
   * Observes all lead tickets anew where that takes fewer requests than reading `reads` of them one by one.
   *
   * @returns false where it was not done
   */
  observeTickets(session: Pick<PsaSession, 'pageTickets'>, reads: number): Promise<boolean>;
  evict(kind: MirrorKind, ids: readonly number[]): Promise<void>;
  /** What is about to be written to: nothing is decided by what is known of it until it is observed again. */
  outdate(kind: MirrorKind, ids: readonly number[]): Promise<void>;
}

export interface PsaMirrorDependencies {
  readonly store: PsaMirrorStore;
  readonly clock: Clock;
  /** See `mirrorOrigin`. */
  readonly origin: string;
  readonly maxAgeMs: number;
}

export function createPsaMirror(deps: PsaMirrorDependencies): PsaMirror {
  return new StoredMirror(deps);
}

class StoredMirror implements PsaMirror {
  readonly maxAgeMs: number;
  readonly #deps: PsaMirrorDependencies;
  /** The delta scans that are under way. */
  readonly #deltas = new Map<MirrorKind, Promise<number | null>>();
  #fullScan: Promise<void> | null = null;
  #noFullScanUntil = 0;

  constructor(deps: PsaMirrorDependencies) {
    this.#deps = deps;
    this.maxAgeMs = deps.maxAgeMs;
  }

  async view<K extends MirrorKind>(
    session: Pick<PsaSession, 'listPage'>,
    kind: K,
    notBefore: number,
  ): Promise<MirrorView<K> | null> {
    return (await this.#isUpToDate(session, kind, notBefore)) ? viewOf(this.#deps.store, kind) : null;
  }

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
      // A budget that does not carry it to its end is not to be spent on it again and again.
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

  async outdate(kind: MirrorKind, ids: readonly number[]): Promise<void> {
    await this.#deps.store.outdate(kind, ids);
  }

  /** One delta scan at a time of each kind; those who come meanwhile use it where it was sent late enough for them. */
  async #isUpToDate(
    session: Pick<PsaSession, 'listPage'>,
    kind: MirrorKind,
    notBefore: number,
  ): Promise<boolean> {
    const { store, clock } = this.#deps;
    for (;;) {
      const state = await store.state(kind);
      if (!this.#isReliable(state)) {
        return false;
      }
      const { deltaAt } = state;
      if (deltaAt !== null && deltaAt >= notBefore && clock.now() - deltaAt < deltaTtlMs) {
        return true;
      }
      const running = this.#deltas.get(kind);
      if (running === undefined) {
        const scan = deltaScan({ store, clock }, session, state).finally(() => this.#deltas.delete(kind));
        this.#deltas.set(kind, scan);
        return (await scan) !== null;
      }
      // Whoever runs it is told of its faults; the others have a budget of their own.
      await running.catch(() => null);
    }
  }

  #isReliable({ complete, order, origin }: MirrorState): boolean {
    const isOurs = origin === this.#deps.origin;
    const isYoung = complete !== null && this.#deps.clock.now() - complete.startedAt < maxRoundAgeMs;
    return isOurs && order !== 'unknown' && isYoung;
  }
}

async function scanTickets(
  { store, clock }: PsaMirrorDependencies,
  session: Pick<PsaSession, 'pageTickets'>,
): Promise<void> {
  let sentAt = clock.now();
  for await (const page of session.pageTickets({ tickettypeId: leadTicketType })) {
    const observations = page.items.map((item) => observationOf('tickets', item, sentAt));
    await store.put('tickets', observations, null);
    sentAt = clock.now();
  }
}

function viewOf<K extends MirrorKind>(store: PsaMirrorStore, kind: K): MirrorView<K> {
  return {
    async byKeys(keys) {
      const wanted = new Set(keys);
      const found = wanted.size === 0 ? [] : await store.find(kind, [...wanted]);
      const byKey = new Map<string, Observation<MirroredItems[K]>[]>();
      for (const observation of found) {
        for (const key of observation.keys.filter((each) => wanted.has(each))) {
          byKey.set(key, [...(byKey.get(key) ?? []), observation]);
        }
      }
      return byKey;
    },

    async byIds(ids) {
      const found = ids.length === 0 ? [] : await store.byIds(kind, [...new Set(ids)]);
      return new Map(found.map((observation) => [observation.id, observation]));
    },
  };
}

/** What a piece of work has written to the PSA or read live, until it is recorded. */
export interface ObservationLog {
  /** @param observedAt Unix milliseconds at which the request was sent */
  add<K extends MirrorKind>(kind: K, item: MirroredItems[K], observedAt: number): void;
  all(): Observations;
}

export function createObservationLog(): ObservationLog {
  const log: { [K in MirrorKind]: Map<number, Observation<MirroredItems[K]>> } = {
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
