import type { Connection } from 'mongoose';

import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import { jobRowModel } from './job-row-model.js';

/** What the jobs have, one of it, that imported or moved a lead, or the prospect and the opportunity that it became; by an index each. */
export async function jobsOfLead(connection: Connection, leadId: number): Promise<object[]> {
  const [jobIds, prospects] = await Promise.all([
    jobRowModel(connection).distinct('jobId', { 'outcome.leadId': leadId }),
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
