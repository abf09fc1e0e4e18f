import type { Connection } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import { jobRowModel } from './job-row-model.js';

/**
 * The conditions of jobs, one of which is true for a job that imported a lead or changed it, its prospect or
 * its opportunity; each has an index.
 */
export async function jobsOfLead(connection: Connection, leadId: number): Promise<object[]> {
  const [jobIds, prospects] = await Promise.all([
    distinctValues<string>(jobRowModel(connection), 'jobId', { 'outcome.leadId': leadId }),
    prospectModel(connection)
      .find({ leadId })
      .select({ opportunityId: 1 })
      .lean<Pick<ProspectDocument, '_id' | 'opportunityId'>[]>(),
  ]);
  const opportunityIds = prospects.flatMap(({ opportunityId }) => opportunityId ?? []);
  return [
    { _id: { $in: jobIds } },
    { 'input.lead_id': leadId },
    { 'result.lead_id': leadId },
    { 'input.prospect_id': { $in: prospects.map(({ _id }) => _id) } },
    { 'input.opportunity_id': { $in: opportunityIds } },
  ];
}
