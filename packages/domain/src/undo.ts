import { DO_NOT_CONTACT_FIELD, customFieldName } from './custom-fields.js';
import { isManualWork, type ImportFacts } from './import-decision.js';
import { isStoredForm, storedForm } from './psa-stored-form.js';
import type { ContactSnapshot, CustomFieldValue, CustomFieldValues, TicketSnapshot } from './model.js';
import type { ContactChange } from './smart-update.js';

/** Why an undo leaves a lead unchanged, or found nothing to do. */
export const UNDO_REASONS = {
  movedOn: 'The status of the lead has changed',
  converted: 'The lead has become a prospect',
  called: 'A call was recorded on the lead',
  edited: 'Someone has changed the ticket',
  laterImport: 'A later import has changed the lead',
  ticketGone: 'The ticket no longer exists in the PSA',
  recordGone: 'The lead is no longer on record',
  notImported: 'The row was not imported',
  leftAsItWas: 'The import left the lead as it was',
  undone: 'The row was undone before',
  notStored: 'It was imported by a release that did not store the previous values',
} as const;

/** An import to undo, and what happened to its lead and ticket since. */
export interface UndoFacts {
  /** Null if the PSA has none. */
  readonly ticket: TicketSnapshot | null;
  readonly integrationUser: ImportFacts['integrationUser'];
  readonly since: {
    /** Whether the record changed its state, no matter who changed it. */
    readonly hasMoved: boolean;
    readonly isConverted: boolean;
    readonly hasCall: boolean;
    /** Whether another import has changed the ticket and is not undone. */
    readonly isUpdated: boolean;
    /** Whether another import, including an undone one, has found that people had changed the ticket. */
    readonly isEdited: boolean;
  };
}

/** The values that an import wrote to a ticket and its contact, and the values before. */
export interface WrittenUpdate {
  readonly customFields: CustomFieldValues;
  readonly contact: ContactChange;
  readonly before: Pick<TicketSnapshot, 'statusId' | 'lastUpdatedBy' | 'customFields'> &
    Partial<ContactSnapshot>;
}

/** The fields to restore, with their old values. An empty text clears a field. */
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
 * Why a ticket that an import created must stay; null if no person has changed it since.
 *
 * @param closedStatusId the status that an interrupted undo wrote; it does not count as manual work
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

/** Why the fields that an import changed must stay; null if no person has worked on the ticket since. */
export function whyUpdatedStays(facts: UndoFacts, { before, customFields }: WrittenUpdate): string | null {
  const { ticket, since } = facts;
  const reason = workedOn(facts);
  if (reason !== null) return reason;
  if (ticket === null) return UNDO_REASONS.ticketGone;
  if (ticket.statusId !== before.statusId) return UNDO_REASONS.movedOn;
  // If the import did not write to the ticket itself, the last editor is still the one before.
  const isUnwritten = Object.keys(customFields).length === 0;
  const isFormer = isUnwritten && ticket.lastUpdatedBy === before.lastUpdatedBy;
  return since.isEdited || (!isFormer && isEditedByOthers(ticket, facts)) ? UNDO_REASONS.edited : null;
}

/**
 * The fields of an update to restore: those that still have the imported value. An opt-out is never reverted.
 *
 * @param contact null if it could not be read; its fields are then kept
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

/** `done`: it already has its previous value, e.g. after an interrupted undo. */
function verdictOf(name: string, { now, after, before }: Field): 'restore' | 'done' | 'keep' {
  if (isSameHeld(now, before)) return 'done';
  return isStoredForm(name, after, now) ? 'restore' : 'keep';
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

/** Only by the last editor; the status is checked separately. */
function isEditedByOthers(ticket: TicketSnapshot, { integrationUser }: UndoFacts): boolean {
  return isManualWork({ ...ticket, statusId: NEW_LEAD_STATUS }, integrationUser);
}
