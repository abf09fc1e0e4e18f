import {
  customFieldName,
  decideImport,
  IMPORT_REASONS,
  isFlaggedOptOut,
  isManualWork,
  isPastEarlyStage,
  mergeSources,
  updateNote,
  type FieldChange,
  type Lead,
  type SourceData,
  type TicketSnapshot,
} from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { ImportIntent, KnownLead } from '../../ports/import-store.js';
import type { StageContext } from '../batch.js';
import { leftOfUpdate } from './finish-update.js';
import { mayBeOurs } from '../match/index.js';
import { createTextFit } from './text-fit.js';
import { reopeningOf } from './reopening.js';
import { contactSnapshot, rowReference, type RowPlan, type MatchedRow } from '../import-row-state.js';

const leadTicketType = 1;

const optedOut: RowPlan = {
  kind: 'leave',
  result: 'preserved',
  reason: IMPORT_REASONS.doNotContact,
  kept: {},
};

type UpdateIntent = Extract<ImportIntent, { kind: 'update' }>;

/** Decides what to do with each row (specification, "Import decision for one lead" and "Smart update"). */
export function decide(rows: readonly MatchedRow[], context: StageContext): void {
  const at = isoTime(context.clock.now());
  for (const state of rows) {
    const { source } = state.row;
    state.bySource = {
      ...standingSources(state.known),
      [source.name]: { kind: source.kind, lead: state.lead, receivedAt: at, jobId: state.row.ref.jobId },
    };
    const merged = mergeSources(state.bySource, source.name);
    state.merged = merged.lead;
    state.provenance = merged.provenance;
    state.plan = planFor(state, context, at);
    if (state.plan.kind === 'adopt' || state.plan.kind === 'update' || state.plan.kind === 'reopen') {
      state.ticketId = state.ticket?.id ?? null;
    }
    if (state.ticket !== null) {
      state.psaIds = {
        clientId: state.ticket.clientId,
        siteId: state.ticket.siteId,
        userId: state.ticket.userId,
      };
    }
  }
}

/** What the sources have sent before. Their opt-outs have marked the lead: of one without the mark, they were removed. */
function standingSources(known: KnownLead | null): Readonly<Record<string, SourceData>> {
  const sources = known?.sources ?? {};
  const isOptedOut = Object.values(sources).some(({ lead }) => lead.doNotContact);
  if (known?.doNotContact !== false || !isOptedOut) {
    return sources;
  }
  return Object.fromEntries(
    Object.entries(sources).map(([name, data]) => [
      name,
      { ...data, lead: { ...data.lead, doNotContact: false } },
    ]),
  );
}

function planFor(state: MatchedRow, context: StageContext, at: string): RowPlan {
  const { intent, source, options } = state.row;
  // Work that an earlier run began in the PSA is always finished; no new work starts for a person who has
  // opted out.
  const isBegun = (intent !== null && state.ticket !== null) || isLeftBehind(state, context);
  if (state.suppressed !== null && !isBegun) {
    return optedOut;
  }
  const isOwn =
    intent?.kind === 'create' && state.ticket !== null && state.known?.psaTicketId !== state.ticket.id;
  if (isOwn || isLeftBehind(state, context)) {
    return { kind: 'adopt' };
  }
  if (intent?.kind === 'update' && state.ticket?.id === intent.ticketId) {
    return finishUpdate(intent, state, state.ticket);
  }
  const reopening = reopeningOf(state, context, at);
  if (reopening !== null) {
    return reopening;
  }
  if (state.ticket !== null && isShownOptOut(state, state.ticket)) {
    // People have set CF_105, and its notification may be late or lost.
    return optedOut;
  }
  if (!options.deduplication) {
    return { kind: 'create' };
  }
  const decision = decideImport({
    ticket: state.ticket,
    contact: contactSnapshot(state),
    lead: asStoredByPsa(state, context),
    updateExisting: options.updateExisting,
    customFields: options.customFields,
    integrationUser: context.settings().integrationUser,
  });
  switch (decision.result) {
    case 'create':
      return { kind: 'create' };
    case 'updated': {
      const { result: _result, ...update } = decision;
      const { fieldsUpdated, fieldsPreserved } = update;
      const reference = rowReference(state.row.ref);
      const note = { timestamp: at, sourceLabel: source.label, fieldsUpdated, fieldsPreserved, reference };
      return { kind: 'update', note: updateNote(note), ...update };
    }
    case 'skipped':
      return { kind: 'leave', result: 'skipped', reason: decision.reason, kept: decision.kept };
    case 'preserved':
      return { kind: 'leave', result: 'preserved', reason: decision.reason, kept: {} };
  }
}

/** Without deduplication, a ticket of before is the row's only if it shows an opt-out. */
function isShownOptOut({ row, earlierTicketIds }: MatchedRow, ticket: TicketSnapshot): boolean {
  return row.options.deduplication ? isFlaggedOptOut(ticket) : earlierTicketIds.includes(ticket.id);
}

/** Texts cut to their fields, without values that it drops: only differences from this count as new. */
function asStoredByPsa(
  state: MatchedRow,
  { session, caches }: Pick<StageContext, 'session' | 'caches'>,
): Lead {
  const lead = state.merged;
  const { linkedinUrl } = lead;
  const fit = createTextFit(state, session);
  const fields = Object.entries(lead.customFields)
    .map(([id, value]) => [id, typeof value === 'string' ? fit(Number(id), value) : value] as const)
    .filter(([id, value]) => value !== '' && !caches.fields.isDropped(Number(id)));
  return {
    ...lead,
    linkedinUrl: linkedinUrl === null ? null : session.fit('user.linkedin_url', linkedinUrl) || null,
    customFields: Object.fromEntries(fields),
  };
}

/**
 * Whether the ticket was created by us for a lead that is not recorded, because the previous holder of its
 * key did not finish. The remaining steps of the lead's creation are then done by the first row that finds
 * it. False for a ticket that existed before.
 */
function isLeftBehind({ recordKey, known, ticket }: MatchedRow, { claims, settings }: StageContext): boolean {
  return (
    claims.inherited.has(recordKey) &&
    known === null &&
    ticket !== null &&
    ticket.tickettypeId === leadTicketType &&
    ticket.wasClosed !== true &&
    mayBeOurs(ticket) &&
    !isManualWork(ticket, settings().integrationUser)
  );
}

/**
 * Finishes an update that an earlier run began: writes the remaining fields, unless people have moved the
 * ticket on or changed the field in the meantime. The result and the note cover the whole update.
 */
function finishUpdate(intent: UpdateIntent, state: MatchedRow, ticket: TicketSnapshot): RowPlan {
  const movedOn = isPastEarlyStage(ticket);
  const { ofPeople, ...toWrite } = leftOfUpdate(intent, ticket, contactSnapshot(state));
  const left = movedOn ? { customFields: {}, contact: {} } : toWrite;
  return {
    kind: 'update',
    ...left,
    fieldsUpdated: intent.fieldsUpdated.filter((name) => !ofPeople.includes(name)),
    fieldsPreserved: [...intent.fieldsPreserved, ...ofPeople],
    manualWorkDetected: intent.manualWorkDetected || ofPeople.length > 0,
    note: intent.note,
    changes: changesLeft(left, state, ticket),
    kept: {},
  };
}

function changesLeft(
  left: Pick<UpdateIntent, 'customFields' | 'contact'>,
  { contact }: MatchedRow,
  ticket: TicketSnapshot,
): Readonly<Record<string, FieldChange>> {
  const { phonenumber, linkedin_url: linkedinUrl } = left.contact;
  const customFields = Object.entries(left.customFields).flatMap(([id, to]): [string, FieldChange][] =>
    to === undefined
      ? []
      : [[customFieldName(Number(id)), { from: ticket.customFields[Number(id)] ?? null, to }]],
  );
  return {
    ...(phonenumber === undefined
      ? {}
      : { phonenumber: { from: contact?.phonenumber ?? null, to: phonenumber } }),
    ...(linkedinUrl === undefined
      ? {}
      : { linkedin_url: { from: contact?.linkedinUrl ?? null, to: linkedinUrl } }),
    ...Object.fromEntries(customFields),
  };
}
