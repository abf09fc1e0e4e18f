/** An event that waits to be handed to the webhooks. */
export interface WaitingEvent {
  readonly eventId: string;
  readonly type: string;
}

/** Waiting events of one transaction, at most 50. */
export interface WaitingEvents {
  readonly groupId: string;
  readonly events: readonly WaitingEvent[];
}

export interface NewDelivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
}

/** Hands events to webhooks: one delivery for each that wants it. */
export interface EventDispatchStore {
  /**
   * The oldest groups of events that were not handed on: at least one where there is any, and else no more than `limit` events. Groups that were
   * set aside are left out until it is time to try them again.
   */
  waiting(limit: number): Promise<readonly WaitingEvents[]>;
  /** Active webhooks and what they want. */
  subscriptions(): Promise<readonly { readonly webhookId: string; readonly events: readonly string[] }[]>;
  /**
   * Takes the groups out of the outbox and stores those of the deliveries that are not there yet, in one transaction. False, and nothing stored,
   * where another worker was first.
   */
  dispatch(groupIds: readonly string[], deliveries: readonly NewDelivery[], at: string): Promise<boolean>;
  /** Leaves a group that failed for later, twice as long after each failure up to a minute. */
  setAside(groupId: string): Promise<void>;
  /** The hand-over works: nothing waits, or something was handed on just now. */
  noteProgress(): Promise<void>;
  /** Webhooks with a delivery that is due at `now`. */
  webhooksWithDueDeliveries(now: string): Promise<readonly string[]>;
}

/** What the hand-over of events looks like from outside, by the database's clock. */
export interface DispatchState {
  /** Age of the oldest event that waits; 0 where none does. */
  readonly oldestWaitingSeconds: number;
  /** Events have waited for a minute in which nothing was handed on, or one group of them has failed for a minute. */
  readonly isStalled: boolean;
}

/** Watches the hand-over of events from wherever it does not run. */
export interface DispatchMonitor {
  read(): Promise<DispatchState>;
  /** Looks, and tells the error log of a stall: once, and again every hour that it lasts. True where it did. */
  reportStall(): Promise<boolean>;
}
