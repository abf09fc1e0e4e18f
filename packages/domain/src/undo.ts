import { DO_NOT_CONTACT_FIELD, customFieldName } from './custom-fields.js';
import { isManualWork, type ImportFacts } from './import-decision.js';
import { isKeptForm, storedForm } from './kept-form.js';
import type { ContactSnapshot, CustomFieldValue, CustomFieldValues, TicketSnapshot } from './model.js';
import type { ContactChange } from './smart-update.js';

/** Why an undo leaves a lead as it is, or found nothing to do. */
export const UNDO_REASONS = {
  movedOn: 'The lead was moved on',
  converted: 'The lead has become a prospect',
  called: 'A call was recorded on the lead',
  edited: 'Somebody has changed the ticket',
  laterImport: 'A later import has changed the lead',
  ticketGone: 'The PSA has no such ticket any more',
  recordGone: 'The lead is not on record any more',
  notImported: 'The row was not imported',
  leftAsItWas: 'The import left the lead as it was',
  undone: 'The row was undone before',
  notStored: 'It was imported by a release that did not store what to put back',
} as const;

/** An import that is to be taken back, and what happened to its lead and ticket since. */
export interface UndoFacts {
  /** Null where the PSA has none. */
  readonly ticket: TicketSnapshot | null;
  readonly integrationUser: ImportFacts['integrationUser'];
  readonly since: {
    /** Whether the record went from one state to another, by whomever. */
    readonly hasMoved: boolean;
    readonly isConverted: boolean;
    readonly hasCall: boolean;
    /** Whether another import has changed the ticket, and stands. */
    readonly isUpdated: boolean;
    /** Whether another import, one that was undone included, has found that people had changed the ticket. */
    readonly isEdited: boolean;
  };
}

/** What an import has written to a ticket and its contact, and what they held before. */
export interface WrittenUpdate {
  readonly customFields: CustomFieldValues;
  readonly contact: ContactChange;
  readonly before: Pick<TicketSnapshot, 'statusId' | 'lastUpdatedBy' | 'customFields'> &
    Partial<ContactSnapshot>;
}

/** What goes back to what it held. An empty text empties a field. */
export interface Restoration {
  readonly customFields: CustomFieldValues;
  readonly contact: ContactChange;
  /** `phonenumber`, `linkedin_url`, `CF_106` … */
  readonly fieldsRestored: readonly string[];
  readonly fieldsKept: readonly string[];
}

const LEAD_TYPE = 1;
const NEW_LEAD_STATUS = 1;

/**
 * Why a ticket that an import has created must stay; null where nobody has touched it since.
 *
 * @param closedStatusId the status that an undo has written before it was interrupted; it is no work of people
 */
export function whyCreatedStays(facts: UndoFacts, closedStatusId: number | null): string | null {
  const { ticket, since } = facts;
  const reason = workedOn(facts);
  if (reason !== null || ticket === null) return reason;
  if (since.isUpdated) return UNDO_REASONS.laterImport;
  const isClosed = closedStatusId !== null && ticket.statusId === closedStatusId;
  if (!isClosed && ticket.statusId !== NEW_LEAD_STATUS) return UNDO_REASONS.movedOn;
  return since.isEdited || isEditedByOthers(ticket, facts) ? UNDO_REASONS.edited : null;
}

/** Why the fields that an import has changed must stay as they are; null where nobody has worked on the ticket since. */
export function whyUpdatedStays(facts: UndoFacts, { before, customFields }: WrittenUpdate): string | null {
  const { ticket, since } = facts;
  const reason = workedOn(facts);
  if (reason !== null) return reason;
  if (ticket === null) return UNDO_REASONS.ticketGone;
  if (ticket.statusId !== before.statusId) return UNDO_REASONS.movedOn;
  // Where the import did not write to the ticket itself, who had written before still is who wrote last.
  const isUnwritten = Object.keys(customFields).length === 0;
  const isFormer = isUnwritten && ticket.lastUpdatedBy === before.lastUpdatedBy;
  return since.isEdited || (!isFormer && isEditedByOthers(ticket, facts)) ? UNDO_REASONS.edited : null;
}

/**
 * Which fields of an update go back: those that still hold what the import wrote. An opt-out is never taken back.
 *
 * @param contact null where it could not be read: its fields are then kept
 */
export function restoration(
  written: WrittenUpdate,
  ticket: Pick<TicketSnapshot, 'customFields'>,
  contact: ContactSnapshot | null,
): Restoration {
  const { before } = written;
  const back: Record<number, CustomFieldValue> = {};
  const contactBack: { phonenumber?: string; linkedin_url?: string } = {};
  const restored: string[] = [];
  const kept: string[] = [];
  const judge = (name: string, field: Field, restore: () => void): void => {
    const verdict = verdictOf(name, field);
    (verdict === 'keep' ? kept : restored).push(name);
    if (verdict === 'restore') {
      restore();
    }
  };

  for (const [key, after] of Object.entries(written.customFields)) {
    const id = Number(key);
    const held = before.customFields[id] ?? null;
    if (id === DO_NOT_CONTACT_FIELD) {
      kept.push(customFieldName(id));
      continue;
    }
    judge(
      customFieldName(id),
      { now: ticket.customFields[id] ?? null, after: after ?? null, before: held },
      () => {
        back[id] = held ?? '';
      },
    );
  }
  const { phonenumber, linkedin_url: linkedinUrl } = written.contact;
  if (phonenumber !== undefined) {
    const field = {
      now: contact?.phonenumber ?? null,
      after: phonenumber,
      before: before.phonenumber ?? null,
    };
    judge('phonenumber', field, () => {
      contactBack.phonenumber = before.phonenumber ?? '';
    });
  }
  if (linkedinUrl !== undefined) {
    const field = {
      now: contact?.linkedinUrl ?? null,
      after: linkedinUrl,
      before: before.linkedinUrl ?? null,
    };
    judge('linkedin_url', field, () => {
      contactBack.linkedin_url = before.linkedinUrl ?? '';
    });
  }
  return { customFields: back, contact: contactBack, fieldsRestored: restored, fieldsKept: kept };
}

interface Field {
  readonly now: CustomFieldValue | null;
  readonly after: CustomFieldValue | null;
  readonly before: CustomFieldValue | null;
}

/** `done`: it holds what it held before already, as after an undo that was interrupted. */
function verdictOf(name: string, { now, after, before }: Field): 'restore' | 'done' | 'keep' {
  if (isSameHeld(now, before)) return 'done';
  return isKeptForm(name, after, now) ? 'restore' : 'keep';
}

function isSameHeld(one: CustomFieldValue | null, other: CustomFieldValue | null): boolean {
  return storedForm(one ?? '') === storedForm(other ?? '');
}

function workedOn({ ticket, since }: UndoFacts): string | null {
  const isProspect = ticket !== null && ticket.tickettypeId > LEAD_TYPE;
  if (since.isConverted || isProspect) return UNDO_REASONS.converted;
  if (since.hasMoved) return UNDO_REASONS.movedOn;
  return since.hasCall ? UNDO_REASONS.called : null;
}

/** By who wrote last alone: the status is judged by itself. */
function isEditedByOthers(ticket: TicketSnapshot, { integrationUser }: UndoFacts): boolean {
  return isManualWork({ ...ticket, statusId: NEW_LEAD_STATUS }, integrationUser);
}
