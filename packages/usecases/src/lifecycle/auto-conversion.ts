import { mergeQualification, missingForConversion, qualificationFromFields } from '@leadbridge/domain';
import type { QualificationData, TicketSnapshot } from '@leadbridge/domain';
import { isoTime, newId } from '@leadbridge/platform';

import type { JobActor, NewJob } from '../ports/jobs.js';
import type { LeadRecord } from '../ports/records.js';
import type { LeadWork } from './claim-lead.js';

/**
 * The job that converts a lead that has just become `engaged`, or null. Auto-conversion must be enabled, and
 * needs complete qualification data, on our record or in CF_201 to CF_206 of the ticket.
 *
 * @param ticket if it was already read
 */
export async function planAutoConversion(
  work: LeadWork,
  lead: LeadRecord,
  actor: JobActor,
  ticket?: TicketSnapshot,
): Promise<NewJob<'prospect_conversion'> | null> {
  if (lead.status !== 'engaged' || !work.settings().autoConversion) {
    return null;
  }
  const isComplete = (data: QualificationData): boolean => missingForConversion(data).length === 0;
  if (!isComplete(lead.qualification) && !isComplete(await withTicketFields(work, lead, ticket))) {
    return null;
  }
  const now = work.clock.now();
  return {
    jobId: newId('job', now),
    type: 'prospect_conversion',
    input: { lead_id: lead.leadId },
    requestId: 'auto-conversion',
    actor,
    total: 1,
    createdAt: isoTime(now),
  };
}

/** The known qualification data of a lead or prospect, including what people have entered in the PSA since. */
export async function withTicketFields(
  { session }: Pick<LeadWork, 'session'>,
  record: { readonly psaTicketId: number | null; readonly qualification: QualificationData },
  known?: TicketSnapshot,
): Promise<QualificationData> {
  const { psaTicketId } = record;
  const ticket = known ?? (psaTicketId === null ? null : await session.getTicket(psaTicketId));
  return ticket === null
    ? record.qualification
    : mergeQualification(record.qualification, qualificationFromFields(ticket.customFields));
}
