import type { Connection } from 'mongoose';

/** When the hand-over of events last made progress, by the database's clock, and whether a stall was reported. */
export interface DispatchProgressDocument {
  _id: 'event-dispatch';
  at?: Date;
  /** When the stall that lasts was last written to the error log; none where none does. */
  toldAt?: Date;
}

export const dispatchProgressId = 'event-dispatch';

export function dispatchProgress(connection: Connection) {
  return connection.collection<DispatchProgressDocument>('dispatch_progress');
}
