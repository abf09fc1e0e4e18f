import type { ImportDecision } from '../import-decision.js';
import type { ContactSnapshot, TicketSnapshot } from '../model.js';

/** The state of a ticket and its contact in a PSA. */
export interface PsaState {
  readonly ticket: TicketSnapshot;
  readonly contact: ContactSnapshot | null;
}

/** The state of the PSA after the integration user applied a decision. */
export function applyDecision(state: PsaState, decision: ImportDecision): PsaState {
  if (decision.result !== 'updated') return state;
  const { contact } = state;
  return {
    ticket: {
      ...state.ticket,
      customFields: { ...state.ticket.customFields, ...decision.customFields },
    },
    contact: contact && {
      phonenumber: decision.contact.phonenumber ?? contact.phonenumber,
      linkedinUrl: decision.contact.linkedin_url ?? contact.linkedinUrl,
    },
  };
}
