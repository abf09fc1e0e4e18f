import {
  customFieldName,
  customFields,
  DO_NOT_CONTACT_FIELD,
  isStoredForm,
  restoration,
  UNDO_REASONS,
  UNDONE,
  UNDONE_SHOWS,
  whyCreatedStays,
  whyUpdatedStays,
} from '@leadbridge/domain';
import type { ContactSnapshot, TicketSnapshot, UndoFacts, WrittenUpdate } from '@leadbridge/domain';

import type { ImportIntent, SucceededOutcome } from '../ports/import-store.js';
import type { ImportedRow, LaterRow, UndoIntent, UndoLead, UndoOutcome } from '../ports/undo-store.js';
import type { UndoContext, UndoPlan, UndoWork } from './undo-work.js';

type UpdateIntent = Extract<ImportIntent, { kind: 'update' }>;

/** A row with a change that is known precisely enough to be undone. */
export interface UndoableRow {
  readonly imported: ImportedRow & { readonly fence: number; readonly decidedAt: string };
  readonly outcome: SucceededOutcome;
  readonly lead: UndoLead;
  /** Set for an update. */
  readonly written: (UpdateIntent & WrittenUpdate) | null;
}

export type Decision =
  | { readonly kind: 'outcome'; readonly outcome: UndoOutcome }
  | { readonly kind: 'plan'; readonly plan: UndoPlan };

/** The undoable change of a row, or why there is none. */
export function readUndoable({
  imported,
  lead,
}: Pick<UndoWork, 'imported' | 'lead'>): UndoableRow | UndoOutcome {
  const outcome = imported?.outcome ?? null;
  if (imported === null || outcome?.status !== 'succeeded') {
    return nothing(null, UNDO_REASONS.notImported);
  }
  if (outcome.result !== 'created' && outcome.result !== 'updated') {
    return nothing(outcome, UNDO_REASONS.leftAsItWas);
  }
  if (imported.undoneBy !== null || lead?.status === UNDONE) {
    return nothing(outcome, UNDO_REASONS.undone);
  }
  if (lead === null) {
    return nothing(outcome, UNDO_REASONS.recordGone);
  }
  const { fence, decidedAt, intent } = imported;
  const written = outcome.result === 'updated' ? writtenBy(intent) : null;
  return fence === null || decidedAt === null || (outcome.result === 'updated' && written === null)
    ? nothing(outcome, UNDO_REASONS.notStored)
    : { imported: { ...imported, fence, decidedAt }, outcome, lead, written };
}

function writtenBy(intent: ImportIntent | null): UndoableRow['written'] {
  return intent?.kind === 'update' && intent.before !== undefined
    ? { ...intent, before: intent.before }
    : null;
}

interface Found {
  /** Null if the PSA does not have it. */
  readonly ticket: TicketSnapshot | null;
  readonly contact: ContactSnapshot | null;
  /** The imports that changed the lead, in the order of the store. */
  readonly imports: readonly LaterRow[];
  readonly parentJobId: string;
}

/** Decides what to do for a row (design "Undo": what people have worked on stays). */
export function decideUndo(
  row: UndoableRow,
  found: Found,
  work: Pick<UndoWork, 'intent'>,
  context: Pick<UndoContext, 'settings' | 'session'>,
): Decision {
  const { outcome, lead, written } = row;
  // Changes to the ticket by another row of the same import are undone together with it.
  const later = laterThan(row, found.imports).filter(({ jobId }) => jobId !== found.parentJobId);
  const standing = later.filter(({ isUndone }) => !isUndone);
  const isItsTicket = lead.psaTicketId === null || lead.psaTicketId === outcome.psaTicketId;
  const facts: UndoFacts = {
    ticket: lead.psaTicketId === null ? null : found.ticket,
    integrationUser: context.settings().integrationUser,
    since: {
      ...happenedSince(row, work.intent),
      isUpdated: standing.length > 0 || !isItsTicket,
      isEdited: outcome.manualWorkDetected !== true && later.some((each) => each.manualWorkDetected),
    },
  };
  if (written === null) {
    const reason =
      whyCreatedStays(facts, work.intent?.closedStatusId ?? null) ??
      (isWrittenOver(facts.ticket, lead, context) ? UNDO_REASONS.edited : null);
    return reason === null ? plan({ kind: 'close' }) : kept(outcome, reason);
  }
  const reason = isItsTicket ? whyUpdatedStays(facts, written) : UNDO_REASONS.laterImport;
  return reason !== null || facts.ticket === null
    ? kept(outcome, reason ?? UNDO_REASONS.ticketGone)
    : plan({ kind: 'restore', restoration: restoration(written, facts.ticket, found.contact) });
}

/** The later imports, by the order of their claims on the lead. */
export function laterThan(
  { imported, lead }: Pick<UndoableRow, 'imported' | 'lead'>,
  imports: readonly LaterRow[],
): readonly LaterRow[] {
  return imports.filter(
    ({ leadId, psaTicketId, fence }) =>
      fence > imported.fence &&
      (leadId === lead.leadId || (psaTicketId !== null && psaTicketId === lead.psaTicketId)),
  );
}

function happenedSince(
  { imported: { decidedAt }, lead }: UndoableRow,
  intent: UndoIntent | null,
): Pick<UndoFacts['since'], 'hasMoved' | 'isConverted' | 'hasCall'> {
  const isSince = (at: string | null): boolean => at !== null && Date.parse(at) > Date.parse(decidedAt);
  const { irregular } = lead;
  // An interrupted undo may already have been notified of its own write before it was recorded.
  const isOwn = intent !== null && irregular?.to === UNDONE_SHOWS && irregular.at >= intent.at;
  return {
    hasMoved: isSince(lead.statusAt) || (!isOwn && isSince(irregular?.at ?? null)),
    isConverted: lead.prospectId !== null,
    hasCall: isSince(lead.calledAt),
  };
}

/** The fields that people use to describe a lead, and that no PSA fills by itself. */
const textFields = customFields.filter(({ type }) => type === 'text').map(({ id }) => id);

/**
 * Whether a field contains a value that no import has sent. Checked if the PSA does not return the last
 * editor, or if that was the service marking an opt-out: a person may have edited the ticket before.
 */
function isWrittenOver(
  ticket: TicketSnapshot | null,
  { lead, sources, doNotContact }: UndoLead,
  { session }: Pick<UndoContext, 'session'>,
): boolean {
  if (ticket === null || (ticket.lastUpdatedBy !== null && !doNotContact)) {
    return false;
  }
  const brought = [lead, ...Object.values(sources).map((source) => source.lead)];
  const fields = new Set([...Object.keys(lead.customFields).map(Number), ...textFields]);
  if (doNotContact) {
    fields.delete(DO_NOT_CONTACT_FIELD);
  }
  return [...fields].some((id) => {
    const held = ticket.customFields[id] ?? null;
    const isBrought = brought.some(({ customFields: { [id]: value } }) =>
      isStoredForm(
        customFieldName(id),
        typeof value === 'string' ? session.fit(id, value) : (value ?? null),
        held,
      ),
    );
    return held !== null && !isBrought;
  });
}

function plan(undo: UndoPlan): Decision {
  return { kind: 'plan', plan: undo };
}

function kept(outcome: SucceededOutcome, reason: string): Decision {
  return { kind: 'outcome', outcome: { ...about(outcome), result: 'kept', reason } };
}

function nothing(outcome: SucceededOutcome | null, reason: string): UndoOutcome {
  return { ...about(outcome), result: 'nothing_to_undo', reason };
}

function about(outcome: SucceededOutcome | null): Pick<UndoOutcome, 'status' | 'leadId' | 'psaTicketId'> {
  return {
    status: 'succeeded',
    leadId: outcome?.leadId ?? null,
    psaTicketId: outcome?.psaTicketId ?? null,
  };
}
