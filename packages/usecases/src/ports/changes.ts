import type { ChangeKind } from '@leadbridge/contracts';

/** Reports writes by any process. Loads the database only while there is a subscriber, and a minute after. */
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
  /** False while the database provides no change stream: unavailable, refused, or just asked. */
  isLive(): boolean;
  close(): Promise<void>;
}
