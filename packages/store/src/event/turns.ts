import type { EventDispatchStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { isDuplicateKey } from '../duplicate-key.js';

interface TurnDocument {
  /** What it is the turn to do. */
  _id: string;
  holder: string;
  until: Date;
}

/** Who does what one worker at a time does. The server's clock decides, as those of the workers may differ. */
export function createTurns(connection: Connection): Pick<EventDispatchStore, 'takeTurn' | 'endTurn'> {
  const turns = connection.collection<TurnDocument>('turns');

  return {
    async takeTurn(turn, holder, lengthMs) {
      const isFree = { $or: [{ $eq: ['$holder', { $literal: holder }] }, { $lt: ['$until', '$$NOW'] }] };
      try {
        const taken = await turns.findOneAndUpdate(
          { _id: turn },
          [
            { $set: { isFree } },
            {
              $set: {
                holder: { $cond: ['$isFree', { $literal: holder }, '$holder'] },
                until: { $cond: ['$isFree', { $add: ['$$NOW', lengthMs] }, '$until'] },
              },
            },
            { $unset: 'isFree' },
          ],
          { upsert: true, returnDocument: 'after' },
        );
        return taken?.holder === holder;
      } catch (error) {
        // Two who were the first ever, at once.
        if (isDuplicateKey(error)) {
          return false;
        }
        throw error;
      }
    },

    async endTurn(turn, holder) {
      await turns.deleteOne({ _id: turn, holder });
    },
  };
}
