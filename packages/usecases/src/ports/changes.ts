import type { ChangeKind } from '@leadbridge/contracts';

/**
 * Reports writes to the database by any process of the service. It puts load on the database only while there
 * is a subscriber, and for one minute after.
 */
export interface ChangeWatch {
  /**
   * Calls `changed` for every write, and for every kind for which writes may have been missed.
   *
   * @returns a function that ends the subscription
   */
  subscribe(changed: (kind: ChangeKind) => void): () => void;
  /**
   * The kinds written since `atMs`; all kinds if that is unknown.
   *
   * @param atMs Unix milliseconds
   */
  changedSince(atMs: number): readonly ChangeKind[];
  /**
   * False while the database provides no change stream: it is unavailable, refuses, or has only just been
   * asked.
   */
  isLive(): boolean;
  close(): Promise<void>;
}
