/** The second stage: what our records and the PSA know of each row's person, ticket and company. */

export { withoutUpcoming } from './choose-ticket.js';
export {
  givenClient,
  readClues,
  reviewOf,
  ruleOfPlaced,
  type CompanyClues,
  type GivenClient,
} from './company-clues.js';
export { matchContacts } from './match-contacts.js';
export { forgetMirrored } from './match-in-mirror.js';
export { matchOptOutsAnew, withLateOptOuts, type ChangedRow } from './match-opt-outs.js';
export { matchRows } from './match-rows.js';
export { matchLive } from './match-tickets.js';
export { findOwnTicket, mayBeOurs } from './own-ticket.js';
export { readContacts } from './read-contacts.js';
export { readKnown } from './read-known.js';
