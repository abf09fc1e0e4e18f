import type { ChangeKind } from '@leadbridge/contracts';

/** Tells what is stored by any process of the service. It costs the database something only while somebody listens, and for a minute after. */
export interface ChangeWatch {
  /**
   * Calls `changed` for every write, and for every kind where writes may have been missed.
   *
   * @returns ends it
   */
  subscribe(changed: (kind: ChangeKind) => void): () => void;
  /**
   * The kinds that were written since `atMs`; all of them where that is not known.
   *
   * @param atMs Unix milliseconds
   */
  changedSince(atMs: number): readonly ChangeKind[];
  /** False while the database provides no change stream: it is away, refuses, or has been asked a moment ago. */
  isLive(): boolean;
  close(): Promise<void>;
}
