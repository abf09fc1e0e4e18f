import type { DeliveryRecord } from './webhooks.js';

export interface WaitingEvent {
  readonly eventId: string;
  readonly type: string;
}

export type NewDelivery = Pick<DeliveryRecord, 'webhookId' | 'eventId' | 'eventType'>;

/** Dispatches events to webhooks: one delivery for each subscribed webhook. */
export interface EventDispatchStore {
  /** The oldest events not yet dispatched, except those that were set aside until their next attempt is due. */
  waiting(limit: number): Promise<readonly WaitingEvent[]>;
  subscriptions(): Promise<readonly { readonly webhookId: string; readonly events: readonly string[] }[]>;
  /** In one transaction, with deliveries that do not exist yet. False if another worker was first. */
  dispatch(eventIds: readonly string[], deliveries: readonly NewDelivery[], at: string): Promise<boolean>;
  /** Postpones an event that failed; the delay doubles with each failure, up to one minute. */
  setAside(eventId: string): Promise<void>;
  /** Records that dispatch works: nothing is waiting, or something was dispatched just now. */
  noteProgress(): Promise<void>;
  /** When the first pending delivery of each webhook is due (ISO 8601); without the deliveries of alerts. */
  firstDue(): Promise<readonly { readonly webhookId: string; readonly dueAt: string }[]>;
}

/** The state of event dispatch, by the database's clock. */
export interface DispatchState {
  /** Age of the oldest waiting event; 0 if none waits. */
  readonly oldestWaitingSeconds: number;
  /** True if events have waited for a minute with nothing dispatched, or one has failed for a minute. */
  readonly isStalled: boolean;
}

export interface DispatchMonitor {
  read(): Promise<DispatchState>;
  /** To the error log: once, and again every hour that it lasts. True if it did. */
  reportStall(): Promise<boolean>;
}
