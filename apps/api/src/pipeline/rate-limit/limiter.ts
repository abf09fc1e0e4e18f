/** A count of requests over a fixed period that begins with the first of them. */
export interface LimitWindow {
  readonly name: 'hour' | 'minute' | 'bulk' | 'sign_in' | 'oidc' | 'notification';
  /** Whose requests are counted: a credential's or an address's. */
  readonly subject: string;
  readonly quota: number;
  /** Requests that are allowed in addition to the quota. */
  readonly burst: number;
  readonly seconds: number;
  /** How long everything is refused once the window is exceeded; 0 for no longer than the window lasts. */
  readonly blockSeconds: number;
  /** False to only read the window: it neither counts nor refuses this request. */
  readonly counts: boolean;
}

export interface LimitSlot {
  readonly name: 'concurrent_sync' | 'concurrent_streams';
  readonly subject: string;
  readonly holder: string;
  readonly places: number;
}

export interface LimitDemand {
  readonly windows: readonly LimitWindow[];
  readonly slot: LimitSlot | null;
}

export interface WindowState {
  /** The remaining quota after this request. */
  readonly remaining: number;
  /** Unix milliseconds. */
  readonly resetAt: number;
}

export interface LimitDecision {
  /** Index of the window that refuses; `slot` if all slots are taken; null if the request may continue. */
  readonly refusedBy: number | 'slot' | null;
  /** Unix milliseconds, by the clock of the windows. */
  readonly now: number;
  /** In the order of the demand. */
  readonly windows: readonly WindowState[];
}

/** Counts requests. A refused request is neither counted nor given a slot. */
export interface Limiter {
  decide(demand: LimitDemand): Promise<LimitDecision>;
  /** Releases a slot; harmless if it was never taken. */
  release(slot: LimitSlot): void;
}
