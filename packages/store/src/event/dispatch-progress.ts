import type { Connection } from 'mongoose';

/**
 * When the dispatch of events last made progress, by the database's clock, and whether a stall was reported.
 */
export interface DispatchProgressDocument {
  _id: 'event-dispatch';
  at?: Date;
  /** When the current stall was last written to the error log; missing if there is none. */
  toldAt?: Date;
}

export const dispatchProgressId = 'event-dispatch';

export function dispatchProgress(connection: Connection) {
  return connection.collection<DispatchProgressDocument>('dispatch_progress');
}
