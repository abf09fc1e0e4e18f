import type { AnalyticsReader, TransitionFacts, SourceFacts } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { eventModel } from '../event/event-model.js';
import type { ImportCounts } from '../event/import-fact.js';
import { transitionModel } from '../lifecycle/transition-model.js';
import { atOneMoment } from '../totals/at-one-moment.js';
import { partitionPeriod } from '../totals/partition-period.js';
import { erasedRecordModel } from './erased-record-model.js';
import { importTotalModel } from './import-total-model.js';
import { moveTotalModel, type MoveSums } from './move-total-model.js';
import { countStandingRecords } from './standing-records.js';
import { createStandingTotals } from './standing-totals.js';
import { importFactsPipeline, importHistoryPipeline, transitionsPipeline } from './totals-pipelines.js';

/**
 * Adds up the totals of a period's buckets, the facts that are in no total yet, and those of the minutes at
 * both ends.
 */
export function createAnalyticsReader(connection: Connection): AnalyticsReader {
  const facts = eventModel(connection).collection;
  const transitions = transitionModel(connection).collection;
  const standing = createStandingTotals(connection);
  // Registered here too, so that its indexes exist wherever it is read.
  importTotalModel(connection);
  moveTotalModel(connection);
  erasedRecordModel(connection);

  return {
    async sourceFacts(period, source) {
      const totals = await atOneMoment<ImportCounts & { _id: string }>(
        facts,
        importFactsPipeline(partitionPeriod(period), source),
      );
      return totals.map(sourceFacts).filter(({ tried }) => tried > 0);
    },

    async importHistory(period, intervalMs, source) {
      const points = await atOneMoment<ImportCounts & { _id: Date }>(
        facts,
        importHistoryPipeline(period, intervalMs, source),
      );
      return points.map(({ _id: start, ...counts }) => ({ start, ...counts }));
    },

    async transitions(period, source) {
      const totals = await atOneMoment<MoveSums & { _id: { from: string; to: string } }>(
        transitions,
        transitionsPipeline(partitionPeriod(period), source),
      );
      return totals.map(transitionFacts);
    },

    async standing(source) {
      return (await standing.read(source)) ?? (await countStandingRecords(connection, source));
    },
  };
}

function sourceFacts(total: ImportCounts & { readonly _id: string }): SourceFacts {
  const { _id: source, created, updated, skipped, preserved, failed } = total;
  const succeeded = created + updated + skipped + preserved;
  return { source, created, succeeded, tried: succeeded + failed };
}

function transitionFacts(
  total: MoveSums & { readonly _id: { readonly from: string; readonly to: string } },
): TransitionFacts {
  const { _id: move, count, secondsInFrom, priced, value, dated, millisecondsToWin } = total;
  return { ...move, count, secondsInFrom, deals: { priced, value, dated, millisecondsToWin } };
}
