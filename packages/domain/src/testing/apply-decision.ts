import type { ImportDecision } from '../import-decision.js';
import type { ContactSnapshot, TicketSnapshot } from '../model.js';

/** A ticket and its contact as a PSA holds them. */
export interface PsaState {
  readonly ticket: TicketSnapshot;
  readonly contact: ContactSnapshot | null;
}

/** What the PSA holds once a decision has been carried out by the integration user. */
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
