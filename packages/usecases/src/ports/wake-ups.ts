export type WakeUp = 'configuration' | 'events' | 'psa_mirror' | 'suppressions';

/** Says when something was written, so that nobody has to ask for it many times a second. */
export interface WakeUps {
  /**
   * Calls `listener` soon after every write, and whenever writes may have been missed.
   *
   * @returns a function that ends this
   */
  on(what: WakeUp, listener: () => void): () => void;
  /** False while writes may be missed: whoever waits for them has to ask, as often as if nobody woke them. */
  isLive(): boolean;
}
