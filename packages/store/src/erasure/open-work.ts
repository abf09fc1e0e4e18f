import { unfinishedJobStatuses } from '@leadbridge/contracts';
import type { ErasureStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { findCreations } from '../import/creation-model.js';
import { jobModel, type JobDocument } from '../job/job-model.js';
import { sourceOfJob } from '../job/sources-of-jobs.js';
import { jobRowModel, type JobRowDocument } from '../job/job-row-model.js';
import { lifecycleIntentModel } from '../lifecycle/intent-model.js';

const batchSize = 500;

/** Requested work that is not done; see `ErasureStore`. */
export function createOpenWork(connection: Connection) {
  const jobs = jobModel(connection);
  return {
    ...createOpenRows(connection),

    async openJobs({ leadIds, prospectIds, opportunityIds, psa }, until) {
      const open = await jobs
        .find({
          ...unfinished(until),
          $or: [
            { 'input.lead_id': { $in: [...leadIds] } },
            { 'input.prospect_id': { $in: [...prospectIds] } },
            { 'input.opportunity_id': { $in: [...opportunityIds] } },
            { 'input.notifications.ticketId': { $in: [...psa.ticketIds] } },
          ],
        })
        .select({ type: 1 })
        .lean<Pick<JobDocument, '_id' | 'type'>[]>();
      // An erasure names a lead as well.
      const others = open.filter(({ type }) => type !== 'erasure');
      const intended = await distinctValues<string>(lifecycleIntentModel(connection), '_id', {
        _id: { $in: others.map(({ _id }) => _id) },
      });
      const begun = new Set(intended.map(String));
      return others.map(({ _id, type }) => ({
        jobId: _id,
        // A report of the PSA is not a caller's request: an opt-out in it must be applied.
        isBegun: begun.has(_id) || type === 'dnc_sync' || type === 'ticket_change',
      }));
    },
  } satisfies Partial<ErasureStore>;
}

function createOpenRows(connection: Connection): Pick<ErasureStore, 'openRows' | 'copiedRows'> {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);

  return {
    async *openRows(until) {
      const cursor = jobs
        .find({ type: { $in: ['lead_import', 'bulk_import', 'opt_out_list'] }, ...unfinished(until) })
        .select({ type: 1, 'input.source': 1, 'input.data': 1, row: 1 })
        .lean<Pick<JobDocument, '_id' | 'type' | 'input' | 'row'>>()
        .cursor({ batchSize });
      for await (const job of cursor) {
        const source = sourceOfJob(job);
        if (job.type === 'lead_import') {
          const isBegun = Boolean(job.row?.intent ?? job.row?.outcome);
          yield { jobId: job._id, index: 0, ofBulk: false, source, data: job.input['data'], isBegun };
        } else {
          const creations = await findCreations(connection, [job._id]);
          const pending = rows
            .find({ jobId: job._id, status: 'pending' })
            .sort({ index: 1 })
            .lean<JobRowDocument>()
            .cursor({ batchSize });
          for await (const { _id, jobId, index, data, intent } of pending) {
            // An opt-out is the person's own request: it is taken before anything is erased.
            const isBegun = job.type === 'opt_out_list' || intent !== null || creations.has(_id);
            yield { jobId, index, ofBulk: true, source, data, isBegun };
          }
        }
      }
    },

    /** Few: the jobs that were stored while the erasure was under way, of data that is older. */
    async *copiedRows(since) {
      const at = new Date(since);
      const copies = await jobs
        .find({
          type: { $in: ['lead_import', 'bulk_import'] },
          createdAt: { $gte: at },
          dataFrom: { $lte: at },
        })
        .select({ 'input.source': 1, 'input.data': 1 })
        .lean<Pick<JobDocument, '_id' | 'input'>[]>();
      for (const { _id: jobId, input } of copies) {
        const source = String(input['source']);
        yield { source, data: input['data'] };
        for await (const { data } of rows.find({ jobId }).lean<JobRowDocument>().cursor({ batchSize })) {
          yield { source, data };
        }
      }
    },
  };
}

/** Unfinished jobs whose data was accepted until then. */
function unfinished(until: string) {
  return {
    status: { $in: unfinishedJobStatuses },
    $and: [{ $or: [{ createdAt: { $lte: new Date(until) } }, { dataFrom: { $lte: new Date(until) } }] }],
  };
}
