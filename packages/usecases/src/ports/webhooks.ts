import type { DeliveryStatus, PageQuery, SwitchOffReason, WebhookFormat } from '@leadbridge/contracts';
import type { Traced } from '@leadbridge/platform';

import type { AuditEntry } from './audit.js';
import type { Page } from './page.js';

/** A secret that was replaced and still signs until `until` (ISO 8601). */
export interface PreviousSecret {
  readonly sealed: string;
  readonly until: string;
}

/** A registered webhook. Times are ISO 8601. */
export interface WebhookRecord {
  readonly webhookId: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** Event identifiers, or `*`. */
  readonly events: readonly string[];
  readonly active: boolean;
  /** Sealed with the context of `secretContext`. */
  readonly sealedSecret: string;
  /** Newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Since when every delivery has failed; null while none is failing. */
  readonly failingSince: string | null;
  readonly switchedOff: { readonly reason: SwitchOffReason; readonly at: string } | null;
}

export type WebhookChange = Partial<Pick<WebhookRecord, 'url' | 'format' | 'events' | 'active'>>;

/** Registered webhooks. Each change writes `audit` in the same transaction. */
export interface WebhookStore {
  /**
   * Stores nothing if there are already `maximum` webhooks, or if another one has the same URL (`duplicate`)
   * and `allowDuplicate` is not set. Of two concurrent calls with the same URL, one is a duplicate.
   */
  create(
    webhook: WebhookRecord,
    maximum: number,
    audit: AuditEntry,
    allowDuplicate?: boolean,
  ): Promise<'created' | 'full' | 'duplicate'>;
  find(webhookId: string): Promise<WebhookRecord | null>;
  /** Oldest first. */
  list(): Promise<readonly WebhookRecord[]>;
  /**
   * Activating the webhook clears its earlier failures; deactivating it ends its pending deliveries. Null if
   * there is no such webhook. `duplicate`, and nothing changed, if another webhook has the new URL and
   * `allowDuplicate` is not set.
   */
  change(
    webhookId: string,
    change: WebhookChange,
    at: string,
    audit: AuditEntry,
    allowDuplicate?: boolean,
  ): Promise<WebhookRecord | 'duplicate' | null>;
  /** Removes its deliveries too. False if there is no such webhook. */
  remove(webhookId: string, audit: AuditEntry): Promise<boolean>;
  /** Null if the current secret is no longer `replaced`: another caller was first. */
  replaceSecret(
    webhookId: string,
    replaced: string,
    secrets: { readonly sealedSecret: string; readonly previousSecrets: readonly PreviousSecret[] },
    at: string,
    audit: AuditEntry,
  ): Promise<WebhookRecord | null>;
  /** Keeps the time of the first of consecutive failures. */
  markFailing(webhookId: string, at: string): Promise<void>;
  markWorking(webhookId: string): Promise<void>;
  /** With the reason for the operators. True for the call that switched it off. */
  switchOff(webhookId: string, reason: SwitchOffReason, at: string, audit: AuditEntry): Promise<boolean>;
}

/** Names with values: a name may be any token, which would not be safe as a key of a stored object. */
export type KeptHeaders = readonly (readonly [name: string, value: string])[];

/** What was sent, as far as it is kept: its secrets masked, its length limited. It holds ids, no personal data. */
export interface KeptRequest {
  readonly headers: KeptHeaders;
  readonly body: string;
}

/** One attempt. Times are ISO 8601. */
export interface DeliveryAttempt {
  readonly at: string;
  /** Null if there was no response. */
  readonly statusCode: number | null;
  readonly durationMilliseconds: number;
  /** Null for a success. */
  readonly error: string | null;
  /** The first characters of the response body: personal, as a target may repeat what it looked up. */
  readonly response: string | null;
  /** As personal as the body. Absent if there was no response. */
  readonly responseHeaders?: KeptHeaders | null;
}

/** One event for one webhook. Times are ISO 8601. */
export interface DeliveryRecord {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly attemptCount: number;
  /** Of the last attempt, or of an end without one; null after a success and before the first attempt. */
  readonly error: string | null;
  /** Of the last attempt; null before the first one, and if nothing was sent. */
  readonly request: KeptRequest | null;
  /** The latest attempts, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** A due delivery with its payload, in the trace of the change that the event reports. */
export interface DueDelivery
  extends Traced, Pick<DeliveryRecord, 'deliveryId' | 'eventId' | 'eventType' | 'attemptCount'> {
  /** ISO 8601; null if the event is no longer kept. */
  readonly occurredAt: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** Attempts since it was last requested: by the event, a replay or a redelivery. */
  readonly roundAttempts: number;
}

/** The outcome of an attempt. `nextAttemptAt` is set if the delivery is still pending. */
export interface AttemptRecord extends Pick<
  DeliveryRecord,
  'webhookId' | 'deliveryId' | 'eventId' | 'eventType' | 'request' | 'status' | 'nextAttemptAt'
> {
  readonly attempt: DeliveryAttempt;
  /** The number of attempts before this one, so that two workers do not record the same attempt twice. */
  readonly attemptCountBefore: number;
  /** The lead that the event is about, for the operators' error log. */
  readonly leadId: number | null;
}

export type AttemptOutcome = Pick<DeliveryAttempt, 'error' | 'durationMilliseconds'>;

export interface DeliveryQuery extends PageQuery {
  readonly status?: DeliveryStatus;
  readonly event?: string;
}

/** The deliveries to replay: events in a time range, or deliveries that failed at or after a time. */
export type ReplaySelection =
  | { readonly kind: 'range'; readonly events: readonly string[]; readonly from: string; readonly to: string }
  | { readonly kind: 'failed'; readonly since: string };

export interface DeliveryStore {
  /** Deliveries of a webhook that are due at `now`, the longest overdue first. */
  due(
    webhookId: string,
    now: string,
    options: { readonly limit: number; readonly testsOnly: boolean },
  ): Promise<readonly DueDelivery[]>;
  /** Concurrent calls are written together. */
  recordAttempt(record: AttemptRecord): Promise<void>;
  /**
   * Ends the pending deliveries of a webhook that is switched off as failed, except tests, and removes those of one
   * that was removed. Does nothing if it was switched on again.
   */
  endWaiting(webhookId: string, at: string): Promise<void>;
  list(webhookId: string, query: DeliveryQuery): Promise<Page<DeliveryRecord>>;
  find(webhookId: string, deliveryId: string): Promise<DeliveryRecord | null>;
  /** The attempts of the last `limit` deliveries. */
  latestAttempts(webhookId: string, limit: number): Promise<readonly AttemptOutcome[]>;
  /** Stores a test event and its one delivery. */
  createTest(webhookId: string, data: Readonly<Record<string, unknown>>, at: string): Promise<DeliveryRecord>;
  /** Makes a delivery due now, and keeps its earlier attempts. */
  redeliver(webhookId: string, deliveryId: string, at: string): Promise<DeliveryRecord | null>;
  countReplay(webhookId: string, selection: ReplaySelection): Promise<number>;
  /** Makes every delivery of the selection due now; returns how many. */
  replay(webhookId: string, selection: ReplaySelection, at: string): Promise<number>;
}

export interface OutgoingEvent
  extends
    Pick<WebhookRecord, 'url' | 'format'>,
    Pick<DueDelivery, 'eventId' | 'eventType' | 'data' | keyof Traced> {
  readonly occurredAt: string;
  /** In plain text: the current secret, followed by previous ones that still sign. */
  readonly secrets: readonly [string, ...string[]];
}

export type SendOutcome = (
  | {
      readonly kind: 'responded';
      readonly status: number;
      readonly retryAfterMilliseconds: number | null;
      readonly response: string;
      readonly responseHeaders?: KeptHeaders;
    }
  | { readonly kind: 'no_response'; readonly error: string }
) & {
  /** Absent if nothing was sent, or not over HTTP. */
  readonly request?: KeptRequest;
};

export interface WebhookSender {
  /** Makes one attempt; never throws because of what a target does. */
  send(event: OutgoingEvent): Promise<SendOutcome>;
  close(): void;
}

/** The rate limit of events per webhook and minute. */
export interface TargetRate {
  /** Reserves places for those of the `wanted` that may be sent now; if none, says how long to wait. */
  take(
    webhookId: string,
    wanted: number,
  ): Promise<{ readonly places: readonly string[]; readonly waitMilliseconds: number }>;
  /** The requests of these places have ended. */
  settle(webhookId: string, places: readonly string[]): Promise<void>;
}

export interface DeliveryLanes {
  /** Never rejects: a wake-up that is lost now is recovered from the stored deliveries. */
  wake(webhookIds: readonly string[]): Promise<void>;
}

export interface TargetPolicy {
  /** Why a webhook must not have this URL, as the end of a sentence; null if it is allowed. */
  fault(url: string): string | null;
}

export interface SignedRequest {
  readonly body: Uint8Array;
  /** The `X-Webhook-Signature` header. */
  readonly signature: string | undefined;
  /** Every timestamp in the headers or the body: Unix seconds or milliseconds, or ISO 8601. */
  readonly timestamps: readonly unknown[];
}

export type SignatureVerdict =
  | { readonly verified: true }
  | { readonly verified: false; readonly reason: string };

/** Verifies a signature over raw bytes; `now` is in Unix milliseconds. */
export type VerifySignature = (
  request: SignedRequest,
  secrets: readonly string[],
  now: number,
) => SignatureVerdict;
