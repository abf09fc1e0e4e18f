/** A count of requests over a fixed span of time that begins with the first of them. */
export interface LimitWindow {
  readonly name: 'hour' | 'minute' | 'bulk' | 'sign_in' | 'notification';
  /** Whose requests are counted: a credential's or an address's. */
  readonly subject: string;
  readonly quota: number;
  /** Requests on top of the quota that are let through. */
  readonly burst: number;
  readonly seconds: number;
  /** How long everything is refused once the window is overdrawn; 0 for no longer than the window lasts. */
  readonly blockSeconds: number;
  /** False to look at the window alone: it does not count this request, and does not refuse it. */
  readonly counts: boolean;
}

/** A place among the operations that may run at the same time. */
export interface LimitSlot {
  readonly name: 'concurrent_sync' | 'concurrent_streams';
  readonly subject: string;
  /** The request that takes the place. */
  readonly holder: string;
  readonly places: number;
}

export interface LimitDemand {
  readonly windows: readonly LimitWindow[];
  readonly slot: LimitSlot | null;
}

export interface WindowState {
  /** Left of the quota, after this request. */
  readonly remaining: number;
  /** Unix milliseconds. */
  readonly resetAt: number;
}

export interface LimitDecision {
  /** Index of the window that refuses; `slot` when all places are taken; null when the request may go on. */
  readonly refusedBy: number | 'slot' | null;
  /** Unix milliseconds, by the clock that the windows are kept by. */
  readonly now: number;
  /** In the order of the demand. */
  readonly windows: readonly WindowState[];
}

/** Counts requests. A refused request is not counted, nor does it take a place. */
export interface Limiter {
  decide(demand: LimitDemand): Promise<LimitDecision>;
  /** Gives a place back; harmless when it was never taken. */
  release(slot: LimitSlot): void;
}
