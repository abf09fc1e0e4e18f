import { suppressionKeyText } from '@leadbridge/domain';

import { userIdKey } from '../../psa/ticket-contacts.js';
import type { Freshness } from '../../psa/psa-cache.js';
import type { StageContext } from '../batch.js';
import { namedCompanyOf } from './company-clues.js';
import { isResumed, keysOfPerson, latestAcceptance, type MatchedRow } from '../import-row-state.js';

/**
 * For leads that a caller waits for: queries the PSA for contacts and clients in parallel with the search for
 * tickets, so that all lookups of a lead take as long as one. Queries only what our records suggest will be
 * needed. Leads that an earlier run may have begun are read step by step.
 */
export function askAhead(rows: readonly MatchedRow[], context: StageContext): void {
  const { ahead, batch, session } = context;
  if (ahead === null || rows.some((state) => isResumed(state, context))) {
    return;
  }
  const options = { notBefore: latestAcceptance(batch.rows, context), upcoming: batch.upcoming };
  // According to the record. If the ticket has since moved to another contact, that takes one more lookup.
  const recorded = rows.flatMap(({ known }) =>
    known?.isEarly === true && known.psaTicketId !== null ? (known.psaUserId ?? []) : [],
  );
  const contacts = [...new Set(recorded)].map(userIdKey).map((key) => ({ key, term: key }));
  if (contacts.length > 0) {
    ahead.users.ask(session, contacts, options);
  }
  const unknown = rows.filter(({ known }) => known === null);
  if (unknown.length > 0) {
    askForNewcomers(unknown, context, options);
  }
}

/** For a person who has opted out, and for a stored company, nothing is looked up. */
function askForNewcomers(rows: readonly MatchedRow[], context: StageContext, options: Freshness): void {
  const { ahead, session, known } = context;
  const isOptedOut = (state: MatchedRow): boolean =>
    keysOfPerson(state).some((key) => known.optedOut.has(suppressionKeyText(key)));
  const fresh = rows.filter((state) => !isOptedOut(state));
  const people = fresh.flatMap(({ lead, key }) =>
    lead.email === null ? [] : [{ key: key.key, term: lead.email }],
  );
  const companies = new Map(
    fresh
      .map(({ lead }) => namedCompanyOf(lead, session))
      .filter((company) => mayNeedName(company, context))
      .filter(({ key }) => !known.companies.has(key))
      .map(({ key, client }) => [key, { key, term: client.name }]),
  );
  if (people.length > 0) {
    ahead?.users.ask(session, people, options);
  }
  if (companies.size > 0) {
    ahead?.clients.ask(session, [...companies.values()], options);
  }
}

/** Without an alias, and where the mirror does not show first to whom a domain belongs. */
function mayNeedName(
  { domains, matchIds }: ReturnType<typeof namedCompanyOf>,
  { settings, directory, known }: StageContext,
): boolean {
  const byDomain = settings().companyMatching === 'domain' && directory !== null && domains.length > 0;
  return !byDomain && matchIds.every((id) => (known.matches.get(id)?.decision ?? null) === null);
}
