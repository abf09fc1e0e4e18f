import { STATUSES } from '@leadbridge/domain';
import type { AnalyticsReader, MoveFacts, SourceFacts } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { importFactModel } from '../import/import-fact-model.js';
import { leadModel } from '../lead/lead-model.js';
import { transitionModel } from '../lifecycle/transition-model.js';
import { opportunityModel } from '../opportunity/opportunity-model.js';
import { prospectModel } from '../prospect/prospect-model.js';

const millisecondsPerDay = 24 * 3_600_000;

/** Adds up recorded facts; every figure comes from an index that holds all it needs. */
export function createAnalyticsReader(connection: Connection): AnalyticsReader {
  const facts = importFactModel(connection);
  const transitions = transitionModel(connection);
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const opportunities = opportunityModel(connection);

  return {
    async sourceFacts({ from, to }, source) {
      return await facts.aggregate<SourceFacts>([
        { $match: { at: { $gte: from, $lte: to }, ...bySource(source) } },
        {
          $group: {
            _id: '$source',
            created: { $sum: '$created' },
            updated: { $sum: '$updated' },
            skipped: { $sum: '$skipped' },
            preserved: { $sum: '$preserved' },
            failed: { $sum: '$failed' },
          },
        },
        {
          $project: {
            _id: 0,
            source: '$_id',
            created: 1,
            succeeded: { $add: ['$created', '$updated', '$skipped', '$preserved'] },
            tried: { $add: ['$created', '$updated', '$skipped', '$preserved', '$failed'] },
          },
        },
        { $match: { tried: { $gt: 0 } } },
        { $sort: { source: 1 } },
      ]);
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

    async moves({ from, to }, source) {
      return await transitions.aggregate<MoveFacts>([
        { $match: { at: { $gte: from, $lte: to }, ...bySource(source) } },
        {
          $group: {
            _id: { from: '$from', to: '$to' },
            count: { $sum: 1 },
            secondsInFrom: { $sum: '$secondsInFrom' },
          },
        },
        { $project: { _id: 0, from: '$_id.from', to: '$_id.to', count: 1, secondsInFrom: 1 } },
        { $sort: { from: 1, to: 1 } },
      ]);
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
