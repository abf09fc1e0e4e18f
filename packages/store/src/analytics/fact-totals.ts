import type { FactTotals } from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { eventModel, isFact } from '../event/event-model.js';
import type { ImportFact } from '../event/import-fact.js';
import { transitionModel, type TransitionRowDocument } from '../lifecycle/transition-model.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';
import { rollUpChunk, type Fact, type Tally } from '../totals/roll-up-chunk.js';
import { erasedRecordModel, type ErasedRecordDocument } from './erased-record-model.js';
import { importTotalModel } from './import-total-model.js';
import { moveTotalModel, type MoveSums } from './move-total-model.js';

type Move = TransitionRowDocument & Fact;

/** The value of a won opportunity and its age; neither changes after the win. */
interface Deal {
  _id: number;
  createdAt: Date;
  opportunity?: { value?: unknown };
}

/** Rolls up facts into buckets of time. Any number of processes may do this at once. */
export function createFactTotals(connection: Connection): FactTotals {
  const imports = talliedImports(connection);
  const transitions = talliedTransitions(connection);

  return {
    rollUp: async () =>
      (await rollUpChunk(connection, imports)) + (await rollUpChunk(connection, transitions)),
  };
}

function talliedImports(connection: Connection): Tally<ImportFact & Fact> {
  return {
    facts: eventModel(connection),
    only: isFact,
    totals: importTotalModel(connection),
    contributions: (facts) =>
      Promise.resolve(
        facts.map(({ at, source, created, updated, skipped, preserved, failed }) => ({
          at,
          key: { source },
          sums: { created, updated, skipped, preserved, failed },
        })),
      ),
  };
}

function talliedTransitions(connection: Connection): Tally<Move> {
  const opportunities = collectionOf(opportunityModel(connection));
  return {
    facts: transitionModel(connection),
    totals: moveTotalModel(connection),
    contributions: async (facts, session) => {
      const deals = await dealsOf({ connection, opportunities }, facts, session);
      return facts.map((move) => {
        const { at, source, from, to, secondsInFrom } = move;
        const deal = to === 'won' ? deals.get(move.recordId) : undefined;
        const sums: MoveSums = { count: 1, secondsInFrom, ...dealSums(at, deal) };
        return { at, key: { source, from, to }, sums: { ...sums } };
      });
    },
  };
}

interface DealModels {
  readonly connection: Connection;
  readonly opportunities: mongo.Collection<OpportunityDocument>;
}

async function dealsOf(
  { connection, opportunities }: DealModels,
  facts: readonly Move[],
  session: ClientSession,
): Promise<Map<number, Deal>> {
  const won = facts.filter(({ to }) => to === 'won').map(({ recordId }) => recordId);
  if (won.length === 0) {
    return new Map();
  }
  const deals = await opportunities
    .find<Deal>({ _id: { $in: won } }, { session, projection: { createdAt: 1, 'opportunity.value': 1 } })
    .toArray();
  const erased = await erasedRecordModel(connection)
    .find({ kind: 'opportunity', recordId: { $in: won } })
    .session(session)
    .lean<ErasedRecordDocument[]>();
  return new Map([
    ...deals.map((deal): [number, Deal] => [deal._id, deal]),
    ...erased.map(({ recordId, createdAt, value }): [number, Deal] => [
      recordId,
      { _id: recordId, createdAt, opportunity: { value } },
    ]),
  ]);
}

function dealSums(wonAt: Date, deal: Deal | undefined): Omit<MoveSums, 'count' | 'secondsInFrom'> {
  const value = deal?.opportunity?.value;
  const priced = typeof value === 'number';
  return {
    priced: priced ? 1 : 0,
    value: priced ? value : 0,
    dated: deal === undefined ? 0 : 1,
    millisecondsToWin: deal === undefined ? 0 : wonAt.getTime() - deal.createdAt.getTime(),
  };
}
