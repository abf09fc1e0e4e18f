import { randomUUID } from 'node:crypto';

import type { Connection } from 'mongoose';

import { despiteCollisions } from '../duplicate-key.js';
import { idempotencyModel, type IdempotencyDocument } from './idempotency-model.js';

export interface RunningRequest {
  readonly id: string;
  readonly holder: string;
  /** The job to start; an earlier, crashed run of the request may already have started it. */
  readonly jobId: string;
  /** True if an earlier run of the same request ended without a response. */
  readonly resumed: boolean;
}

export interface FirstResponse {
  readonly status: number;
  readonly jobId: string;
  /** The encrypted response; null if the job record contains it. */
  readonly sealed: Buffer | null;
}

export type KeyClaim =
  | { readonly kind: 'claimed'; readonly running: RunningRequest }
  /** The same request got its response before. */
  | { readonly kind: 'responded'; readonly response: FirstResponse }
  /** The same request is running elsewhere. */
  | { readonly kind: 'running' }
  /** The key belongs to a request with another body. */
  | { readonly kind: 'conflict' };

export interface ClaimRequest {
  readonly id: string;
  readonly fingerprint: string;
  /** The fingerprints of the same request with earlier encryption keys: they count as equal. */
  readonly formerFingerprints?: readonly string[];
  readonly jobId: string;
  /** How long the claim is valid without being renewed. */
  readonly leaseMs: number;
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/** Retention of a key (decisions: "Retrying a request safely"). */
const keyLifetimeMs = 24 * 3_600_000;

/** Of two concurrent first requests, the second finds the entry of the first when it retries. */
const claimAttempts = 3;

/** Uses the server's clock, because those of the machines that share a key may differ. */
export function createIdempotencyStore(connection: Connection) {
  const entries = idempotencyModel(connection);
  return {
    /** `jobId` is used if the key is new. Of concurrent claims exactly one is `claimed`. */
    async claim(request: ClaimRequest): Promise<KeyClaim> {
      return await despiteCollisions(async () => claimOnce(entries, request), claimAttempts);
    },

    /** Extends the lease: a request counts as crashed once its lease has ended. */
    async renew(running: RunningRequest, leaseMs: number): Promise<void> {
      await entries.updateOne(
        { _id: running.id, holder: running.holder, state: 'running' },
        [{ $set: { leaseUntil: { $add: ['$$NOW', leaseMs] } } }],
        { updatePipeline: true },
      );
    },

    /** Stores the first response, once. */
    async finish(
      running: RunningRequest,
      response: { status: number; sealed: Buffer | null },
    ): Promise<void> {
      await entries.updateOne(
        { _id: running.id, holder: running.holder },
        { $set: { state: 'done', status: response.status, sealed: response.sealed } },
      );
    },

    /** Ends the run without a response: the next request with the key continues with the same job at once. */
    async suspend(running: RunningRequest): Promise<void> {
      await entries.updateOne(
        { _id: running.id, holder: running.holder, state: 'running' },
        { $set: { leaseUntil: new Date(0) } },
      );
    },

    /** Deletes the key, so that the request can be retried as a new one. */
    async release(running: RunningRequest): Promise<void> {
      await entries.deleteOne({ _id: running.id, holder: running.holder, state: 'running' });
    },
  };
}

async function claimOnce(
  entries: ReturnType<typeof idempotencyModel>,
  request: ClaimRequest,
): Promise<KeyClaim> {
  const holder = randomUUID();
  const entry = await entries
    .findOneAndUpdate({ _id: request.id }, takeOver(request, holder), {
      upsert: true,
      returnDocument: 'after',
      updatePipeline: true,
    })
    .lean<IdempotencyDocument>();
  if (entry?.holder === holder) {
    const { _id: id, jobId, resumed } = entry;
    return { kind: 'claimed', running: { id, holder, jobId, resumed } };
  }
  if (entry === null || !fingerprintsOf(request).includes(entry.fingerprint)) {
    return { kind: 'conflict' };
  }
  if (entry.state === 'running') {
    return { kind: 'running' };
  }
  const sealed = entry.sealed === null ? null : Buffer.from(entry.sealed.buffer);
  return { kind: 'responded', response: { status: entry.status ?? 200, jobId: entry.jobId, sealed } };
}

function fingerprintsOf({ fingerprint, formerFingerprints = [] }: ClaimRequest): string[] {
  return [fingerprint, ...formerFingerprints];
}

/**
 * Assigns the entry to `holder` if there is none, if it has expired (MongoDB removes such entries once a
 * minute; until then they count as gone), or if the same request has crashed, which then continues with its
 * job. Any other entry is not changed.
 */
function takeOver(request: ClaimRequest, holder: string): Record<string, unknown>[] {
  const isGone = { $lte: ['$expiresAt', '$$NOW'] };
  const hasCrashed = {
    $and: [
      { $eq: ['$state', 'running'] },
      { $lte: ['$leaseUntil', '$$NOW'] },
      { $in: ['$fingerprint', fingerprintsOf(request)] },
    ],
  };
  const keep = (field: string): object => ({ $cond: ['$isGone', null, field] });
  const fresh = { $cond: ['$isGone', { $add: ['$$NOW', keyLifetimeMs] }, '$expiresAt'] };
  const claimedRecord = {
    _id: '$_id',
    fingerprint: { $literal: request.fingerprint },
    state: 'running',
    holder: { $literal: holder },
    leaseUntil: { $add: ['$$NOW', request.leaseMs] },
    jobId: { $ifNull: [keep('$jobId'), { $literal: request.jobId }] },
    resumed: { $not: ['$isGone'] },
    status: null,
    sealed: null,
    expiresAt: fresh,
  };
  return [
    { $set: { isGone, hasCrashed } },
    { $replaceWith: { $cond: [{ $or: ['$isGone', '$hasCrashed'] }, claimedRecord, '$$ROOT'] } },
    { $unset: ['isGone', 'hasCrashed'] },
  ];
}
