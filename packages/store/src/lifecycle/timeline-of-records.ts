import type { TimelineEntry } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';

type Kind = 'lead' | 'prospect' | 'opportunity';
type Became = Exclude<Kind, 'lead'>;

interface RecordHistory extends Pick<LeadDocument, '_id' | 'history' | 'irregularChanges'> {
  readonly notes?: OpportunityDocument['notes'];
}

const fields = { history: 1, irregularChanges: 1 } as const;

/**
 * The timeline entries that the records of a lead contain: their transitions, what the lead became, and
 * notes.
 */
export function createRecordEntries(connection: Connection) {
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const opportunities = opportunityModel(connection);

  return async (leadId: number): Promise<TimelineEntry[]> => {
    const [lead, prospect] = await Promise.all([
      leads.findById(leadId).select(fields).lean<RecordHistory>(),
      prospects.findOne({ leadId }).select(fields).lean<RecordHistory & Pick<ProspectDocument, '_id'>>(),
    ]);
    const opportunity =
      prospect === null
        ? null
        : await opportunities
            .findOne({ prospectId: prospect._id })
            .select({ history: 1, notes: 1 })
            .lean<RecordHistory>();
    const histories = [lead, prospect, opportunity].flatMap((document) => document?.history ?? []);
    const followed = new Set(histories.map(beginningOf));
    return [
      ...entriesOf('lead', lead, followed),
      ...entriesOf('prospect', prospect, followed),
      ...entriesOf('opportunity', opportunity, followed),
    ];
  };
}

/**
 * An irregular transition that was followed is also in a history: of its own record, or of the prospect that
 * the lead became by it.
 */
function beginningOf({ from, at }: { readonly from: string | null; readonly at: Date }): string {
  return `${at.getTime()} ${from ?? ''}`;
}

/** @param followed the starts of all transitions that the records have made */
function entriesOf(
  record: Kind,
  document: RecordHistory | null,
  followed: ReadonlySet<string>,
): TimelineEntry[] {
  if (document === null) {
    return [];
  }
  const { history, irregularChanges = [], notes = [] } = document;
  return [
    ...history.map((move, index) => moveEntry(record, document._id, { move, index })),
    ...irregularChanges.flatMap((change, index): TimelineEntry[] => {
      const { from, to, at, by } = change;
      const base = { entryId: idOf(`${record}_irregular`, at, index), at: at.toISOString() };
      return followed.has(beginningOf(change))
        ? []
        : [{ kind: 'status', ...base, record, from, to, by, reason: null, isFollowed: false }];
    }),
    ...notes.map(({ at, by, text }, index): TimelineEntry => ({
      kind: 'note',
      entryId: idOf(`${record}_note`, at, index),
      at: at.toISOString(),
      ...{ record, text, by },
    })),
  ];
}

/** At the start of the history of a prospect or an opportunity, the lead became one. */
function moveEntry(
  record: Kind,
  recordId: number,
  { move, index }: { readonly move: LeadDocument['history'][number]; readonly index: number },
): TimelineEntry {
  const { from, to, at, by, reason } = move;
  const base = { entryId: idOf(`${record}_status`, at, index), at: at.toISOString(), by };
  return index === 0 && isBecome(record)
    ? { kind: 'conversion', ...base, record, recordId }
    : { kind: 'status', ...base, record, from, to, reason, isFollowed: true };
}

function isBecome(record: Kind): record is Became {
  return record !== 'lead';
}

/** The same id for the same entry in every read; entries of one moment sort in their order. */
function idOf(kind: string, at: Date, index: number): string {
  return `${kind}_${at.getTime()}_${String(index).padStart(6, '0')}`;
}
