import { Schema, type Connection, type Model } from 'mongoose';

/** What the moves of one kind come to. */
export interface MoveSums {
  count: number;
  secondsInFrom: number;
  /** Won opportunities that have a value, and their values. */
  priced: number;
  value: number;
  /** Won opportunities that are known, and the milliseconds from their creation until they were won. */
  dated: number;
  millisecondsToWin: number;
}

/** The moves of the records of one source from one state to another in one bucket of time, added up. */
export interface MoveTotalDocument extends MoveSums {
  /** Width of the bucket in milliseconds. */
  grain: number;
  start: Date;
  source: string;
  from: string;
  to: string;
}

const sum = { type: Number, required: true } as const;

const schema = new Schema<MoveTotalDocument>(
  {
    grain: { type: Number, required: true },
    start: { type: Date, required: true },
    source: { type: String, required: true },
    from: { type: String, required: true },
    to: { type: String, required: true },
    count: sum,
    secondsInFrom: sum,
    priced: sum,
    value: sum,
    dated: sum,
    millisecondsToWin: sum,
  },
  { collection: 'move_totals', versionKey: false },
);
schema.index({ grain: 1, start: 1, source: 1, from: 1, to: 1 }, { unique: true });

export function moveTotalModel(connection: Connection): Model<MoveTotalDocument> {
  return connection.models['MoveTotal'] ?? connection.model<MoveTotalDocument>('MoveTotal', schema);
}
