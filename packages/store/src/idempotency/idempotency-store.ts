import { randomUUID } from 'node:crypto';

import type { Connection } from 'mongoose';

import { isDuplicateKey } from '../duplicate-key.js';
import { idempotencyModel, type IdempotencyDocument } from './idempotency-model.js';

/** A key's first request that is (or may be) still running. */
export interface RunningRequest {
  readonly id: string;
  readonly holder: string;
  /** The job to start; the one that an earlier, crashed run of the request may have started already. */
  readonly jobId: string;
  /** True where an earlier run of the same request ended without an answer. */
  readonly resumed: boolean;
}

/** What the first request was answered with. */
export interface FirstAnswer {
  readonly status: number;
  readonly jobId: string;
  /** The encrypted answer; null where the job record tells it. */
  readonly sealed: Buffer | null;
}

export type KeyClaim =
  | { readonly kind: 'claimed'; readonly running: RunningRequest }
  /** The same request was answered before. */
  | { readonly kind: 'answered'; readonly answer: FirstAnswer }
  /** The same request is running elsewhere. */
  | { readonly kind: 'running' }
  /** The key belongs to a request with another body. */
  | { readonly kind: 'conflict' };

export interface ClaimRequest {
  readonly id: string;
  /** Of the request, kept with the key. */
  readonly fingerprint: string;
  /** The same request's, as they would have been with encryption keys of before: they count as equal. */
  readonly formerFingerprints?: readonly string[];
  readonly jobId: string;
  /** Unix milliseconds, both. */
  readonly now: number;
  readonly leaseUntil: number;
}

export interface IdempotencyStore {
  /**
   * Takes a key for a request, or tells what became of the request that has it. `jobId` is used where the key is new. Of any number
   * of claims at the same time exactly one is `claimed`.
   */
  claim(request: ClaimRequest): Promise<KeyClaim>;
  /** Keeps the claim alive: a request counts as crashed once its lease has ended. */
  renew(running: RunningRequest, leaseUntil: number): Promise<void>;
  /** Stores the first answer, once. */
  finish(running: RunningRequest, answer: { status: number; sealed: Buffer | null }): Promise<void>;
  /** Ends the run without an answer: the next request with the key goes on with the same job at once. */
  suspend(running: RunningRequest): Promise<void>;
  /** Forgets the key, so that the request can be tried again as a new one. */
  release(running: RunningRequest): Promise<void>;
}

const hour = 3_600_000;

/** How long a key is kept (decisions: "Retrying a request safely"). */
const keyLifetime = 24 * hour;

export function createIdempotencyStore(connection: Connection): IdempotencyStore {
  const entries = idempotencyModel(connection);

  return {
    async claim(request) {
      const fresh = newEntry(request);
      try {
        await entries.create(fresh);
        return claimed(fresh, false);
      } catch (error) {
        if (!isDuplicateKey(error)) {
          throw error;
        }
      }
      return await meet(request, fresh);
    },

    async renew(running, leaseUntil) {
      await entries.updateOne(
        { _id: running.id, holder: running.holder, state: 'running' },
        { $set: { leaseUntil: new Date(leaseUntil) } },
      );
    },

    async finish(running, answer) {
      await entries.updateOne(
        { _id: running.id, holder: running.holder },
        { $set: { state: 'done', status: answer.status, sealed: answer.sealed } },
      );
    },

    async suspend(running) {
      await entries.updateOne(
        { _id: running.id, holder: running.holder, state: 'running' },
        { $set: { leaseUntil: new Date(0) } },
      );
    },

    async release(running) {
      await entries.deleteOne({ _id: running.id, holder: running.holder, state: 'running' });
    },
  };

  /** The key exists: tell of the request that has it, or take over from one that has expired or crashed. */
  async function meet(request: ClaimRequest, fresh: IdempotencyDocument): Promise<KeyClaim> {
    const held = await entries.findById(request.id).lean<IdempotencyDocument>();
    if (held === null) {
      return { kind: 'running' };
    }
    // MongoDB removes expired entries once a minute; until then they count as gone.
    if (held.expiresAt.getTime() <= request.now) {
      return await overtake(held, fresh, false);
    }
    if (![request.fingerprint, ...(request.formerFingerprints ?? [])].includes(held.fingerprint)) {
      return { kind: 'conflict' };
    }
    if (held.state === 'done') {
      const sealed = held.sealed === null ? null : Buffer.from(held.sealed.buffer);
      return { kind: 'answered', answer: { status: held.status ?? 200, jobId: held.jobId, sealed } };
    }
    if (held.leaseUntil.getTime() > request.now) {
      return { kind: 'running' };
    }
    return await overtake(held, { ...fresh, jobId: held.jobId, expiresAt: held.expiresAt }, true);
  }

  async function overtake(
    held: IdempotencyDocument,
    entry: IdempotencyDocument,
    resumed: boolean,
  ): Promise<KeyClaim> {
    const replaced = await entries.replaceOne(
      { _id: held._id, holder: held.holder, state: held.state, leaseUntil: held.leaseUntil },
      entry,
    );
    return replaced.matchedCount === 1 ? claimed(entry, resumed) : { kind: 'running' };
  }
}

function newEntry(request: ClaimRequest): IdempotencyDocument {
  return {
    _id: request.id,
    fingerprint: request.fingerprint,
    state: 'running',
    holder: randomUUID(),
    leaseUntil: new Date(request.leaseUntil),
    jobId: request.jobId,
    status: null,
    sealed: null,
    expiresAt: new Date(request.now + keyLifetime),
  };
}

function claimed(entry: IdempotencyDocument, resumed: boolean): KeyClaim {
  return {
    kind: 'claimed',
    running: { id: entry._id, holder: entry.holder, jobId: entry.jobId, resumed },
  };
}
