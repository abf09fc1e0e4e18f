import { unfinishedJobStatuses, type TicketMark } from '@leadbridge/contracts';
import { gatingKeys, isStatus, UNDONE, type LeadStatus } from '@leadbridge/domain';
import type { MarkedEntry, ReconciledRecords, RecordOfTicket } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { distinctValues } from '../distinct-values.js';
import { eventModel, type EventDocument } from '../event/event-model.js';
import { creationModel, type CreationDocument } from '../import/creation-model.js';
import { jobModel, type JobDocument } from '../job/job-model.js';
import { leaveListsToPeople } from '../list-group/leave-lists-to-people.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import { pagesById } from '../pages-by-id.js';
import { keysOfPersonIn } from '../suppression/person-leads.js';
import { overruleWorker } from '../suppression/overrule-worker.js';
import { suppressionModel, type SuppressionDocument } from '../suppression/suppression-model.js';

const pageSize = 1_000;
const leadFields = {
  key: 1,
  personKeys: 1,
  psaTicketId: 1,
  status: 1,
  prospectId: 1,
  irregularChanges: { $slice: -1 },
  updatedAt: 1,
} as const;
const prospectFields = { leadId: 1, status: 1, irregularChanges: { $slice: -1 }, updatedAt: 1 } as const;
const entryFields = { ticketId: 1, leadId: 1, requestedAt: 1, statusAt: 1 } as const;

type ReadLead = Pick<LeadDocument, '_id' | keyof typeof leadFields>;
type ReadProspect = Pick<ProspectDocument, '_id' | keyof typeof prospectFields>;
type ReadEntry = Pick<SuppressionDocument, '_id' | keyof typeof entryFields>;

export function createReconciledRecords(connection: Connection): ReconciledRecords {
  const leads = leadModel(connection);

  return {
    ...createRecordPages(connection),

    async firstCreatedTicket() {
      // Ordered by lead, which has an index, and whose ids grow with the imports.
      const first = await eventModel(connection)
        .findOne({
          leadId: { $gt: 0 },
          'facts.kind': 'import',
          'facts.result': 'created',
          'facts.psaTicketId': { $ne: null },
        })
        .sort({ leadId: 1 })
        .lean<EventDocument>();
      return first?.facts?.kind === 'import' ? first.facts.psaTicketId : null;
    },

    async lastSettledTicket() {
      const oldest = await oldestOpenCreation(connection);
      if (oldest === undefined) {
        return Number.POSITIVE_INFINITY;
      }
      const last = await leads
        .findOne({ createdAt: { $lt: oldest }, psaTicketId: { $ne: null } })
        .sort({ psaTicketId: -1 })
        .select({ psaTicketId: 1 })
        .lean<Pick<LeadDocument, 'psaTicketId'>>();
      return last?.psaTicketId ?? 0;
    },

    async forgetTicket(leadId, psaTicketId, at) {
      const lost = { psaTicketId: null, psaClientId: null, psaUserId: null, updatedAt: new Date(at) };
      const { matchedCount } = await leads.updateOne(
        { _id: leadId, psaTicketId: { $in: [psaTicketId, null] }, prospectId: null },
        { $set: { ...lost, psaSiteId: null } },
      );
      return matchedCount === 1;
    },

    async markAgain(suppressionId, at) {
      const marks = ['flag', 'status', 'list'] satisfies TicketMark[];
      const time = new Date(at);
      const again = { marks, ticketAt: time, ticketAttempts: 0 };
      return await connection.transaction(async (session) => {
        const entry = await overruleWorker(connection, { _id: suppressionId }, again, session);
        if (entry !== null) {
          // Whoever took the flag off the ticket may have taken the ticket off the list as well.
          await leaveListsToPeople(connection, { ticketId: entry.ticketId, suppressionId }, time, session);
        }
        return entry !== null;
      });
    },
  };
}

function createRecordPages(connection: Connection) {
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const suppressions = suppressionModel(connection);

  return {
    async ofTickets(ticketIds) {
      const found = await leads
        .find({ psaTicketId: { $in: [...ticketIds] } })
        .select(leadFields)
        .lean<ReadLead[]>();
      return await withProspects(prospects, found);
    },

    async *pages() {
      const withTicket = (after: object) =>
        collectionOf(leads).find({ ...after, psaTicketId: { $ne: null } }, { projection: leadFields });
      for await (const page of pagesById(withTicket, pageSize)) {
        yield await withProspects(prospects, page);
      }
    },

    async *markedEntries() {
      const isMarked = { ticketId: { $ne: null }, ticketAt: null };
      const marked = (after: object) =>
        collectionOf(suppressions).find({ ...after, ...isMarked }, { projection: entryFields });
      for await (const page of pagesById(marked, pageSize)) {
        yield page.flatMap(markedEntry);
      }
    },
  } satisfies Partial<ReconciledRecords>;
}

async function withProspects(
  prospects: ReturnType<typeof prospectModel>,
  found: readonly ReadLead[],
): Promise<readonly RecordOfTicket[]> {
  const converted = found.filter(({ prospectId }) => prospectId !== null).map(({ _id }) => _id);
  const read =
    converted.length === 0
      ? []
      : await prospects
          .find({ leadId: { $in: converted } })
          .select(prospectFields)
          .lean<ReadProspect[]>();
  const byLead = new Map(read.map((prospect) => [prospect.leadId, prospect]));
  return found.flatMap((lead) => recordOf(lead, byLead.get(lead._id)));
}

/** Creations left by jobs that have ended are never completed; their tickets must be found. */
async function oldestOpenCreation(connection: Connection): Promise<Date | undefined> {
  const times = [await oldestOfBulks(connection), ...(await timesOfSingles(connection))];
  return times
    .filter((time) => time !== undefined)
    .sort((one, other) => one.getTime() - other.getTime())
    .at(0);
}

async function oldestOfBulks(connection: Connection): Promise<Date | undefined> {
  const creations = await creationModel(connection).find().sort({ at: 1 }).lean<CreationDocument[]>();
  const unfinished = await distinctValues<string>(jobModel(connection), '_id', {
    _id: { $in: creations.flatMap(({ jobIds }) => jobIds) },
    status: { $in: [...unfinishedJobStatuses] },
  });
  const open = new Set<string>(unfinished);
  return creations.find(({ jobIds }) => jobIds.some((jobId) => open.has(jobId)))?.at;
}

async function timesOfSingles(connection: Connection): Promise<readonly Date[]> {
  const jobs = await jobModel(connection)
    .find({
      type: 'lead_import',
      status: { $in: unfinishedJobStatuses },
      'row.intent.kind': 'create',
      'row.outcome': null,
    })
    .select({ 'row.intent.at': 1 })
    .lean<Pick<JobDocument, 'row'>[]>();
  return jobs.flatMap(({ row }) => (row?.intent ? [new Date(row.intent.at)] : []));
}

function recordOf(lead: ReadLead, prospect: ReadProspect | undefined): RecordOfTicket[] {
  const { _id: leadId, psaTicketId, status } = lead;
  if (psaTicketId === null || !isLeadStatus(status)) {
    return [];
  }
  const last = (prospect ?? lead).irregularChanges?.at(-1);
  return [
    {
      leadId,
      psaTicketId,
      status,
      prospectStatus:
        prospect !== undefined && isStatus('prospect', prospect.status) ? prospect.status : null,
      irregular:
        last === undefined
          ? null
          : { from: last.from, psaStatusId: last.psaStatusId, psaTickettypeId: last.psaTickettypeId },
      keys: gatingKeys(keysOfPersonIn(lead.personKeys), lead.key),
      changedAt: Math.max(lead.updatedAt.getTime(), prospect?.updatedAt.getTime() ?? 0),
    },
  ];
}

function isLeadStatus(status: string): status is LeadStatus {
  return status === UNDONE || isStatus('lead', status);
}

function markedEntry({ _id, ticketId, leadId, requestedAt, statusAt }: ReadEntry): MarkedEntry[] {
  return ticketId === null
    ? []
    : [
        {
          suppressionId: _id,
          psaTicketId: ticketId,
          leadId,
          changedAt: Math.max(requestedAt.getTime(), statusAt.getTime()),
        },
      ];
}
