import type { DeliveryStatus, PageQuery, SwitchOffReason } from '@leadbridge/contracts';
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
  /** Event identifiers, or `*`. */
  readonly events: readonly string[];
  readonly active: boolean;
  /** Sealed with the context of `secretContext`. */
  readonly sealedSecret: string;
  /** The newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Since when every delivery has failed. */
  readonly failingSince: string | null;
  readonly switchedOff: { readonly reason: SwitchOffReason; readonly at: string } | null;
}

export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly active?: boolean;
}

/** Registered webhooks. What changes one writes `audit` in the same transaction. */
export interface WebhookStore {
  /**
   * Stores nothing where there are `maximum` already, or another has the address (`duplicate`) and `allowDuplicate` is not set. Of two that come at
   * the same moment with one address, one is a duplicate.
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
   * Switching on forgets earlier failures; switching off ends what waits. Null where there is no such webhook; `duplicate`, and nothing changed,
   * where another has the new address and `allowDuplicate` is not set.
   */
  change(
    webhookId: string,
    change: WebhookChange,
    at: string,
    audit: AuditEntry,
    allowDuplicate?: boolean,
  ): Promise<WebhookRecord | 'duplicate' | null>;
  /** With its deliveries. False where there is none. */
  remove(webhookId: string, audit: AuditEntry): Promise<boolean>;
  /** Null where the secret is not `replaced` any more: somebody else was first. */
  replaceSecret(
    webhookId: string,
    replaced: string,
    secrets: { readonly sealedSecret: string; readonly previousSecrets: readonly PreviousSecret[] },
    at: string,
    audit: AuditEntry,
  ): Promise<WebhookRecord | null>;
  /** Keeps the first moment of a row of failures. */
  markFailing(webhookId: string, at: string): Promise<void>;
  markWorking(webhookId: string): Promise<void>;
  /** Switches an active webhook off, and tells the operators why; true for the call that did it. */
  switchOff(webhookId: string, reason: SwitchOffReason, at: string, audit: AuditEntry): Promise<boolean>;
}

/** One try. Times are ISO 8601. */
export interface DeliveryAttempt {
  readonly at: string;
  /** Null where no answer came. */
  readonly statusCode: number | null;
  readonly durationMilliseconds: number;
  /** Null for a success. */
  readonly error: string | null;
  /** The first characters of the answer's body. */
  readonly response: string | null;
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
  /** Why the last try failed, or why it was ended without one; null after a success, and before the first try. */
  readonly error: string | null;
  /** The last ones, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** A delivery whose time has come, with what is to be sent, in the trace of what the event tells of. */
export interface DueDelivery extends Traced {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** ISO 8601; null where the event is not kept any more. */
  readonly occurredAt: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** Tries so far, in all. */
  readonly attemptCount: number;
  /** Tries since it was asked for: by the event, a replay or a redelivery. */
  readonly roundAttempts: number;
}

/** What a try led to. `nextAttemptAt` is set where it is pending still. */
export interface AttemptRecord {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly attempt: DeliveryAttempt;
  /** Tries before this one: a record of the same try by another worker is not written twice. */
  readonly attemptCountBefore: number;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: string | null;
  /** Whom the event is about, for the operators' error log. */
  readonly leadId: number | null;
}

export interface DeliveryQuery extends PageQuery {
  readonly status?: DeliveryStatus;
  readonly event?: string;
}

/** What is replayed: the events of a range of time, or the deliveries that failed at or after a time. */
export type ReplaySelection =
  | { readonly kind: 'range'; readonly events: readonly string[]; readonly from: string; readonly to: string }
  | { readonly kind: 'failed'; readonly since: string };

export interface DeliveryStore {
  /** Deliveries of a webhook that are due at `now`, the longest due first. */
  due(
    webhookId: string,
    now: string,
    options: { readonly limit: number; readonly testsOnly: boolean },
  ): Promise<readonly DueDelivery[]>;
  /** Calls that arrive together are written together. */
  recordAttempt(record: AttemptRecord): Promise<void>;
  /** Ends what waits for a webhook that is switched off, tests excepted, as failed. */
  endWaiting(webhookId: string, at: string): Promise<void>;
  list(webhookId: string, query: DeliveryQuery): Promise<Page<DeliveryRecord>>;
  find(webhookId: string, deliveryId: string): Promise<DeliveryRecord | null>;
  /** Stores a test event and its one delivery. */
  createTest(webhookId: string, data: Readonly<Record<string, unknown>>, at: string): Promise<DeliveryRecord>;
  /** Makes a delivery due now, with all its tries before it. */
  redeliver(webhookId: string, deliveryId: string, at: string): Promise<DeliveryRecord | null>;
  countReplay(webhookId: string, selection: ReplaySelection): Promise<number>;
  /** Makes every delivery of the selection due now; answers how many. */
  replay(webhookId: string, selection: ReplaySelection, at: string): Promise<number>;
}

/** An event on its way to one webhook. */
export interface OutgoingEvent extends Traced {
  readonly url: string;
  readonly eventId: string;
  readonly eventType: string;
  /** ISO 8601 */
  readonly occurredAt: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** In clear: the current secret, followed by those that still sign. */
  readonly secrets: readonly [string, ...string[]];
}

export type SendOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfterMilliseconds: number | null;
      readonly response: string;
    }
  | { readonly kind: 'no_answer'; readonly error: string };

export interface WebhookSender {
  /** One try; never throws for what a target does. */
  send(event: OutgoingEvent): Promise<SendOutcome>;
  close(): void;
}

/** The limit of events per webhook and minute. */
export interface TargetRate {
  /** Places for as many of `wanted` events as may leave now; where none may, the time until one may. */
  take(
    webhookId: string,
    wanted: number,
  ): Promise<{ readonly places: readonly string[]; readonly waitMilliseconds: number }>;
  /** The requests of these places have ended. */
  settle(webhookId: string, places: readonly string[]): Promise<void>;
}

/** Sets the delivery of a webhook's events in motion. */
export interface DeliveryLanes {
  /** Never rejects: what cannot be told now is found from the rows. */
  wake(webhookIds: readonly string[]): Promise<void>;
}

export interface TargetPolicy {
  /** Why a webhook must not have this address, as the end of a sentence; null where nothing speaks against it. */
  fault(url: string): string | null;
}

/** A request that claims to be signed. */
export interface SignedRequest {
  /** The raw bytes, before anything parsed them. */
  readonly body: Uint8Array;
  /** The `X-Webhook-Signature` header. */
  readonly signature: string | undefined;
  /** Every timestamp that was sent, in a header or the body: Unix seconds or milliseconds, or ISO 8601. */
  readonly timestamps: readonly unknown[];
}

export type SignatureVerdict =
  { readonly verified: true } | { readonly verified: false; readonly reason: string };

/** Checks a signature over raw bytes; `now` in Unix milliseconds. */
export type VerifySignature = (
  request: SignedRequest,
  secrets: readonly string[],
  now: number,
) => SignatureVerdict;
