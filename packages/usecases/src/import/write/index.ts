/** The fourth stage: clients, contacts, tickets, notes, as decided, each of them once. */

export { companyClaimOf } from './companies.js';
export { companyReviewsOf } from './company-reviews.js';
export { mayBeIssuedAgain } from './remembered-companies.js';
export { fillLists, listsOf, planLists } from './lists.js';
export { isFailed, writeRows } from './write-rows.js';
