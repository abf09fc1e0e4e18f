import {
  customFieldName,
  isStoredForm,
  mergeSources,
  qualityScore,
  UNDO_REASONS,
  UNDONE,
  type SourceData,
} from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { BeforeUpdate } from '../ports/import-store.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type {
  LaterRow,
  PatchedRow,
  UndoLead,
  UndoneLead,
  UndoOutcome,
  UndoRecord,
} from '../ports/undo-store.js';
import { laterThan, readUndoable, type UndoableRow } from './decide-undo.js';
import type { UndoContext, UndoWork } from './undo-work.js';

type Undone = UndoWork & { readonly lead: UndoLead };

/** In one transaction: outcomes, records, corrections of later imports, and events. */
export async function recordUndo(
  rows: readonly UndoWork[],
  imports: readonly LaterRow[],
  errorLogEntries: readonly NewErrorLogEntry[],
  context: UndoContext,
): Promise<void> {
  const { run, store, clock, fence } = context;
  const { job } = run;
  const at = isoTime(clock.now());
  const parts = rows.map((row) => {
    const planned = row.outcome === null && row.fault === null && row.plan !== null;
    row.outcome = planned ? outcomeOf(row) : row.outcome;
    return planned && row.lead !== null && !job.input.dry_run
      ? changesOf({ ...row, lead: row.lead }, imports, at, context)
      : noChanges;
  });
  const decided = rows.flatMap(({ index, outcome }) => (outcome === null ? [] : [{ index, outcome }]));
  if (decided.length === 0) {
    return;
  }
  await store.record({
    jobId: job.jobId,
    parentJobId: job.input.parent_job_id,
    isDryRun: job.input.dry_run,
    fence,
    at,
    rows: decided,
    leads: parts.flatMap(({ leads }) => leads),
    patches: parts.flatMap(({ patches }) => patches),
    uncounted: parts.flatMap(({ uncounted }) => uncounted),
    transitions: parts.flatMap(({ transitions }) => transitions),
    events: parts.flatMap(({ events }) => events),
    errorLogEntries: [...errorLogEntries],
  });
}

function outcomeOf({ plan, ticket, imported }: UndoWork): UndoOutcome {
  const outcome = imported?.outcome?.status === 'succeeded' ? imported.outcome : null;
  const about = {
    status: 'succeeded',
    result: 'undone',
    leadId: outcome?.leadId ?? null,
    psaTicketId: outcome?.psaTicketId ?? null,
  } as const;
  if (plan?.kind === 'restore') {
    const { fieldsRestored, fieldsKept } = plan.restoration;
    return { ...about, fieldsRestored, fieldsKept };
  }
  return ticket === null ? { ...about, reason: UNDO_REASONS.ticketGone } : about;
}

type Changes = Pick<UndoRecord, 'leads' | 'patches' | 'uncounted' | 'transitions' | 'events'>;

const noChanges: Changes = { leads: [], patches: [], uncounted: [], transitions: [], events: [] };

function changesOf(work: Undone, imports: readonly LaterRow[], at: string, context: UndoContext): Changes {
  const row = readUndoable(work);
  if ('status' in row) {
    return noChanges;
  }
  return work.plan?.kind === 'close'
    ? closedLead(work, row, at, context)
    : restoredLead(work, row, laterThan(row, imports), context);
}

function closedLead({ lead }: Undone, row: UndoableRow, at: string, { run }: UndoContext): Changes {
  const { job } = run;
  const { leadId, status, createdSource: source } = lead;
  const reason = `The import ${job.input.parent_job_id} was undone`;
  const seconds = (Date.parse(at) - Date.parse(lead.statusAt)) / 1_000;
  return {
    ...noChanges,
    leads: [
      {
        leadId,
        move: { from: status, to: UNDONE, by: job.actor.name, reason },
        ...standing(lead, { ...lead.sources, [job.input.source]: null }),
      },
    ],
    uncounted: [{ source: job.input.source, at: row.imported.decidedAt }],
    transitions: [
      {
        ...{ kind: 'lead', recordId: leadId, leadId, source, from: status, to: UNDONE, at },
        secondsInFrom: Math.max(0, seconds),
      },
    ],
    events: [
      {
        type: 'lead.status_changed',
        data: {
          ...{ lead_id: leadId, psa_ticket_id: lead.psaTicketId, source },
          ...{ job_id: job.jobId, from: status, to: UNDONE },
        },
      },
    ],
  };
}

function restoredLead(
  { plan }: Undone,
  row: UndoableRow,
  later: readonly LaterRow[],
  { run: { job } }: UndoContext,
): Changes {
  const { lead, written, imported } = row;
  const { source } = job.input;
  if (written === null || plan?.kind !== 'restore') {
    return noChanges;
  }
  const isOwn = lead.sources[source]?.receivedAt === imported.decidedAt;
  const leads = isOwn
    ? [{ leadId: lead.leadId, ...standing(lead, { ...lead.sources, [source]: written.before.source }) }]
    : [];
  const { fieldsRestored } = plan.restoration;
  const data = {
    ...{ lead_id: lead.leadId, psa_ticket_id: lead.psaTicketId, source, job_id: job.jobId },
    ...{
      quality_score: leads[0]?.merged?.qualityScore ?? qualityScore(lead.lead),
      fields_updated: fieldsRestored,
    },
  };
  return {
    ...noChanges,
    leads,
    patches: later.flatMap((other) => patched(other, row, written, source)),
    events: fieldsRestored.length === 0 ? [] : [{ type: 'lead.updated', data }],
  };
}

/** The record with these source data. Without any, it keeps its values; an opt-out is always kept. */
function standing(
  { lead, doNotContact }: UndoLead,
  bySource: Readonly<Record<string, SourceData | null>>,
): Omit<UndoneLead, 'leadId' | 'move'> {
  const sources = Object.fromEntries(
    Object.entries(bySource).filter((entry): entry is [string, SourceData] => entry[1] !== null),
  );
  const [latest] = Object.entries(sources).sort(([, one], [, other]) =>
    other.receivedAt.localeCompare(one.receivedAt),
  );
  if (latest === undefined) {
    return { sources };
  }
  const merged = mergeSources(sources, latest[0]);
  const kept = {
    ...merged.lead,
    doNotContact: merged.lead.doNotContact || lead.doNotContact || doNotContact,
  };
  return {
    sources,
    merged: {
      ...{ source: latest[0], lead: kept, provenance: merged.provenance },
      qualityScore: qualityScore(kept),
    },
  };
}

/** Once this import is undone, an undo of the later one must not bring its values back. */
function patched(
  { rowId, before, source: itsSource }: LaterRow,
  { imported }: UndoableRow,
  written: NonNullable<UndoableRow['written']>,
  source: string,
): PatchedRow[] {
  if (before === null) {
    return [];
  }
  const fields = Object.entries(written.customFields).filter(
    ([id, after]) =>
      Number(id) in before.customFields &&
      isStoredForm(customFieldName(Number(id)), after ?? null, before.customFields[Number(id)] ?? null),
  );
  const { phonenumber, linkedin_url: linkedinUrl } = written.contact;
  const isFound = (name: string, found: string | null | undefined, after: string | undefined): boolean =>
    found !== undefined && after !== undefined && isStoredForm(name, after, found);
  const change: Partial<BeforeUpdate> = {
    ...(fields.length === 0
      ? {}
      : {
          customFields: {
            ...before.customFields,
            ...Object.fromEntries(
              fields.map(([id]) => [id, written.before.customFields[Number(id)] ?? null]),
            ),
          },
        }),
    ...(isFound('phonenumber', before.phonenumber, phonenumber)
      ? { phonenumber: written.before.phonenumber ?? null }
      : {}),
    ...(isFound('linkedin_url', before.linkedinUrl, linkedinUrl)
      ? { linkedinUrl: written.before.linkedinUrl ?? null }
      : {}),
    ...(itsSource === source && before.source?.receivedAt === imported.decidedAt
      ? { source: written.before.source }
      : {}),
  };
  return Object.keys(change).length === 0 ? [] : [{ rowId, before: { ...before, ...change } }];
}
