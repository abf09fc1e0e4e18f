import { STATUSES } from './lifecycle.js';
import type { ContactSnapshot, Lead, TicketSnapshot } from './model.js';
import { smartUpdate, type KeptField, type SmartUpdate } from './smart-update.js';

export interface ImportFacts {
  /** The ticket with the lead's key, or any ticket of type 2 of the same person; null if there is none. */
  readonly ticket: TicketSnapshot | null;
  readonly contact: ContactSnapshot | null;
  /** The lead after precedence was applied to its sources. */
  readonly lead: Lead;
  readonly updateExisting: boolean;
  /** The option `custom_fields`. */
  readonly customFields: boolean;
  /** The agent that the service writes as. */
  readonly integrationUser: { readonly id: number | string; readonly name: string };
}

export type ImportDecision =
  | { readonly result: 'create' }
  | { readonly result: 'preserved'; readonly reason: string }
  | {
      readonly result: 'skipped';
      readonly reason: string;
      /** Empty if nothing was compared. */
      readonly kept: Readonly<Record<string, KeptField>>;
    }
  | (Omit<SmartUpdate, 'fieldsKept'> & {
      readonly result: 'updated';
      readonly fieldsPreserved: readonly string[];
      readonly manualWorkDetected: boolean;
    });

export const IMPORT_REASONS = {
  noNewData: 'No new data to update',
  leftUnchanged: 'Existing lead left unchanged',
  doNotContact: 'Do Not Contact',
  alreadyProspect: 'Already a prospect',
  pastEarlyStage: 'Lead is past the early stage',
} as const;

/** The fields that no import ever changes. The type of an update cannot express them. */
export const PROTECTED_FIELDS = [
  'status_id',
  'agent_id',
  'priority_id',
  'category_1',
  'notes',
  'last_update_date',
] as const;

/** The fields reported as preserved when people have worked on the ticket. */
const PRESERVED_MANUAL_WORK = ['status_id', 'workflow_position'];
const LEAD_TYPE = 1;
const NEW_LEAD_STATUS = 1;
const LAST_EARLY_STATUS = 2;
const DO_NOT_CONTACT_STATUS = 6;

/**
 * Decides what happens to one lead (specification, "Import decision for one lead", steps 3 to 5): created if
 * there is no ticket, preserved past the early stage, otherwise updated by the smart update or skipped.
 *
 * A ticket whose type or status cannot be read counts as past the early stage, so that unknown states are not
 * overwritten.
 */
export function decideImport(facts: ImportFacts): ImportDecision {
  const { ticket, lead } = facts;
  if (ticket === null) return { result: 'create' };
  const reason = preservedReason(ticket);
  if (reason !== null) return { result: 'preserved', reason };
  if (!facts.updateExisting) {
    return { result: 'skipped', reason: IMPORT_REASONS.leftUnchanged, kept: {} };
  }

  const update = smartUpdate(lead, ticket, facts.contact, facts.customFields);
  if (update.fieldsUpdated.length === 0) {
    return { result: 'skipped', reason: IMPORT_REASONS.noNewData, kept: update.kept };
  }

  const manualWorkDetected = isManualWork(ticket, facts.integrationUser);
  return {
    result: 'updated',
    customFields: update.customFields,
    contact: update.contact,
    fieldsUpdated: update.fieldsUpdated,
    fieldsPreserved: [...(manualWorkDetected ? PRESERVED_MANUAL_WORK : []), ...update.fieldsKept],
    manualWorkDetected,
    changes: update.changes,
    kept: update.kept,
  };
}

/** Whether an import may still change the ticket of a record in this state. */
export function isEarlyStatus(status: string): boolean {
  return STATUSES.lead.slice(0, LAST_EARLY_STATUS).some((early) => early === status);
}

/** Whether people have moved the ticket past the early stage, so that imports leave it unchanged. */
export function isPastEarlyStage(ticket: TicketSnapshot): boolean {
  return preservedReason(ticket) !== null;
}

/** A status above 2 or a type above 1. A ticket that was closed once stays past the early stage. */
function preservedReason(ticket: TicketSnapshot): string | null {
  if (!(ticket.tickettypeId <= LEAD_TYPE)) return IMPORT_REASONS.alreadyProspect;
  if (ticket.statusId === DO_NOT_CONTACT_STATUS) return IMPORT_REASONS.doNotContact;
  return ticket.statusId <= LAST_EARLY_STATUS && ticket.wasClosed !== true
    ? null
    : IMPORT_REASONS.pastEarlyStage;
}

/** The last editor is not the integration user, or status_id is not 1. Without an editor, the status counts. */
export function isManualWork(ticket: TicketSnapshot, user: ImportFacts['integrationUser']): boolean {
  if (ticket.statusId !== NEW_LEAD_STATUS) return true;
  if (ticket.lastUpdatedBy === null) return false;
  const lastUpdatedBy = normalForm(ticket.lastUpdatedBy);
  return lastUpdatedBy !== normalForm(user.id) && lastUpdatedBy !== normalForm(user.name);
}

function normalForm(agent: string | number): string {
  return String(agent).trim().toLowerCase();
}
