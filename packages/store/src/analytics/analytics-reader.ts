import { STATUSES } from '@leadbridge/domain';
import type { AnalyticsReader, MoveFacts, SourceFacts } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { importFactModel } from '../import/import-fact-model.js';
import { leadModel } from '../lead/lead-model.js';
import { transitionModel } from '../lifecycle/transition-model.js';
import { opportunityModel } from '../opportunity/opportunity-model.js';
import { prospectModel } from '../prospect/prospect-model.js';
import { createDayTotals } from './day-totals.js';

const millisecondsPerDay = 24 * 3_600_000;
const succeededCounts = ['$created', '$updated', '$skipped', '$preserved'];
/** Days since the Unix epoch. */
const dayOf = { $toInt: { $floor: { $divide: [{ $toLong: '$at' }, millisecondsPerDay] } } };

/** Adds up recorded facts; every figure comes from an index that holds all it needs, and days that are over are added up once. */
export function createAnalyticsReader(connection: Connection): AnalyticsReader {
  const facts = importFactModel(connection);
  const transitions = transitionModel(connection);
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const opportunities = opportunityModel(connection);

  const factTotals = createDayTotals<SourceFacts>(
    async ({ from, to }) =>
      await facts.aggregate([
        { $match: { at: { $gte: from, $lte: to } } },
        {
          $group: {
            _id: { day: dayOf, source: '$source' },
            created: { $sum: '$created' },
            succeeded: { $sum: { $add: succeededCounts } },
            tried: { $sum: { $add: [...succeededCounts, '$failed'] } },
          },
        },
        {
          $project: {
            _id: 0,
            day: '$_id.day',
            total: { source: '$_id.source', created: '$created', succeeded: '$succeeded', tried: '$tried' },
          },
        },
      ]),
    () => Date.now(),
  );
  const moveTotals = createDayTotals<MoveFacts & { readonly source: string }>(
    async ({ from, to }) =>
      await transitions.aggregate([
        { $match: { at: { $gte: from, $lte: to } } },
        {
          $group: {
            _id: { day: dayOf, source: '$source', from: '$from', to: '$to' },
            count: { $sum: 1 },
            secondsInFrom: { $sum: '$secondsInFrom' },
          },
        },
        {
          $project: {
            _id: 0,
            day: '$_id.day',
            total: {
              source: '$_id.source',
              from: '$_id.from',
              to: '$_id.to',
              count: '$count',
              secondsInFrom: '$secondsInFrom',
            },
          },
        },
      ]),
    () => Date.now(),
  );

  return {
    async sourceFacts(period, source) {
      const bySourceName = new Map<string, SourceFacts>();
      for (const fact of await factTotals(period)) {
        const sum = bySourceName.get(fact.source) ?? {
          source: fact.source,
          created: 0,
          succeeded: 0,
          tried: 0,
        };
        bySourceName.set(fact.source, {
          source: fact.source,
          created: sum.created + fact.created,
          succeeded: sum.succeeded + fact.succeeded,
          tried: sum.tried + fact.tried,
        });
      }
      return [...bySourceName.values()]
        .filter((fact) => fact.tried > 0 && (source === undefined || fact.source === source))
        .sort((left, right) => left.source.localeCompare(right.source));
    },

    async prospectsCreated({ from, to }, source) {
      return await prospects.countDocuments({ createdAt: { $gte: from, $lte: to }, ...bySource(source) });
    },

    async opportunitiesWon({ from, to }, source) {
      return await transitions.countDocuments({
        to: 'won',
        at: { $gte: from, $lte: to },
        ...bySource(source),
      });
    },

    async moves(period, source) {
      const byMove = new Map<string, MoveFacts>();
      for (const { source: of, from, to, count, secondsInFrom } of await moveTotals(period)) {
        if (source === undefined || source === of) {
          const sum = byMove.get(`${from} ${to}`) ?? { from, to, count: 0, secondsInFrom: 0 };
          byMove.set(`${from} ${to}`, {
            from,
            to,
            count: sum.count + count,
            secondsInFrom: sum.secondsInFrom + secondsInFrom,
          });
        }
      }
      return [...byMove.keys()].sort().flatMap((key) => byMove.get(key) ?? []);
    },

    async standing(source) {
      const collections = { lead: leads, prospect: prospects, opportunity: opportunities } as const;
      const counts = (['lead', 'prospect', 'opportunity'] as const).flatMap((kind) =>
        STATUSES[kind].map(async (status): Promise<[string, number]> => {
          const filter =
            source === undefined ? {} : { [kind === 'lead' ? 'createdSource' : 'source']: source };
          // A lead that was converted keeps its last status; it stands where its prospect stands.
          const open =
            kind === 'lead' ? { prospectId: null } : kind === 'prospect' ? { opportunityId: null } : {};
          return [status, await collections[kind].collection.countDocuments({ status, ...open, ...filter })];
        }),
      );
      return new Map(await Promise.all(counts));
    },

    async deals({ from, to }, source) {
      const won = await transitions
        .find({ to: 'won', at: { $gte: from, $lte: to }, ...bySource(source) })
        .select({ _id: 0, recordId: 1, at: 1 })
        .lean<{ recordId: number; at: Date }[]>();
      const wonAt = new Map(won.map(({ recordId, at }) => [recordId, at]));
      const deals = await opportunities
        .find({ _id: { $in: [...wonAt.keys()] } })
        .select({ createdAt: 1, 'opportunity.value': 1 })
        .lean<{ _id: number; createdAt: Date; opportunity?: { value?: unknown } }[]>();
      const values = deals.flatMap(({ opportunity }) =>
        typeof opportunity?.value === 'number' ? [opportunity.value] : [],
      );
      const days = deals.flatMap(({ _id, createdAt }) => {
        const at = wonAt.get(_id);
        return at === undefined ? [] : [(at.getTime() - createdAt.getTime()) / millisecondsPerDay];
      });
      return { averageValue: average(values), averageDaysToWin: average(days) };
    },
  };
}

function bySource(source: string | undefined): { source?: string } {
  return source === undefined ? {} : { source };
}

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}
