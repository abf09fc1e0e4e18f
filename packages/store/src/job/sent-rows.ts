import type { JobStore, SentRef, SentRow } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { jobModel, type JobDocument } from './job-model.js';
import { jobRowModel, rowId, type JobRowDocument } from './job-row-model.js';

type Import = Pick<JobDocument, '_id' | 'type' | 'input' | 'parentJobId'>;

/** Where people's names of rows are read from: nothing else stores them, so an erasure leaves no copy. */
export function createSentRows(connection: Connection): JobStore['sentRows'] {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);

  const findJobs = async (ids: readonly string[]): Promise<ReadonlyMap<string, Import>> => {
    const documents = await jobs
      .find({ _id: { $in: [...new Set(ids)] } })
      .select({ type: 1, parentJobId: 1, 'input.source': 1, 'input.data': 1 })
      .lean<Import[]>();
    return new Map(documents.map((job) => [job._id, job]));
  };

  return async (refs) => {
    const own = await findJobs(refs.map(({ jobId }) => jobId));
    const undone = await findJobs([...own.values()].flatMap((job) => undoneBy(job) ?? []));
    const importOf = ({ jobId }: SentRef): Import | undefined => {
      const job = own.get(jobId);
      return job === undefined ? undefined : (undone.get(undoneBy(job) ?? '') ?? job);
    };
    const idsOf = (ref: SentRef): string[] => {
      const job = importOf(ref);
      return job?.type === 'bulk_import' && ref.index !== null ? [rowId(job._id, ref.index)] : [];
    };
    const documents = await rows
      .find({ _id: { $in: refs.flatMap(idsOf) } })
      .select({ data: 1 })
      .lean<Pick<JobRowDocument, '_id' | 'data'>[]>();
    const dataById = new Map(documents.map(({ _id, data }) => [_id, data]));
    return refs.flatMap((ref): SentRow[] => {
      const job = importOf(ref);
      const { source, data: single = null } = job?.input ?? {};
      const data = job?.type === 'lead_import' ? single : (dataById.get(idsOf(ref)[0] ?? '') ?? null);
      return typeof source !== 'string' || data === null ? [] : [{ ...ref, source, data }];
    });
  };
}

function undoneBy({ type, parentJobId }: Import): string | null {
  return type === 'undo_import' ? (parentJobId ?? null) : null;
}
