import { suppressionKeyText } from '@leadbridge/domain';

import { userIdKey } from '../../psa/ticket-contacts.js';
import type { ImportBatch, StageContext } from '../batch.js';
import { companyOfLead } from '../client-of-lead.js';
import type { Hints } from '../look-ahead.js';
import {
  keysOfPerson,
  latestAcceptance,
  startWork,
  type CleanRow,
  type ImportRowState,
} from '../import-row-state.js';

/**
 * What our records contain about leads that a caller waits for, read while their claims are still being
 * taken. It only decides which PSA queries are sent ahead.
 */
export async function findHints(
  rows: readonly CleanRow[],
  { store, psa }: Pick<StageContext, 'store' | 'psa'>,
  { priority }: Pick<ImportBatch, 'priority'>,
): Promise<Hints> {
  const session = psa.session({ priority });
  const companyKeys = rows.map(({ lead }) => companyOfLead(lead, session).key);
  const [optedOut, remembered] = await Promise.all([
    store.findOptedOut(rows.map(startWork).flatMap(keysOfPerson)),
    store.findCompanies(companyKeys),
  ]);
  return { optedOut, companies: new Map(companyKeys.map((key) => [key, remembered.get(key) ?? null])) };
}

/**
 * For leads that a caller waits for: queries the PSA for contacts and clients in parallel with the search for
 * tickets, so that all lookups of a lead take as long as one. Queries only what our records suggest will be
 * needed. Leads that an earlier run may have begun are read step by step.
 *
 * @returns once everything is queried, without waiting for the results
 */
export async function askAhead(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
  const { ahead, batch, claims, session } = context;
  const isResumed = ({ row, recordKey }: ImportRowState): boolean =>
    row.intent !== null || claims.inherited.has(recordKey);
  if (ahead === null || rows.some(isResumed)) {
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
    await askForNewcomers(unknown, context, options);
  }
}

/**
 * A person who has opted out gets no ticket, so nothing is looked up; a stored company need not be found
 * either.
 */
async function askForNewcomers(
  rows: readonly ImportRowState[],
  { ahead, session }: StageContext,
  options: { readonly notBefore: number; readonly upcoming: number },
): Promise<void> {
  if (ahead === null) {
    return;
  }
  const companyOf = ({ lead }: ImportRowState) => companyOfLead(lead, session);
  const { optedOut, companies: remembered } = await ahead.hints;
  const isOptedOut = (state: ImportRowState): boolean =>
    keysOfPerson(state).some((key) => optedOut.has(suppressionKeyText(key)));
  const fresh = rows.filter((state) => !isOptedOut(state));
  const people = fresh.flatMap(({ lead, key }) =>
    lead.email === null ? [] : [{ key: key.key, term: lead.email }],
  );
  const companies = new Map(
    fresh
      .map(companyOf)
      .filter(({ key }) => (remembered.get(key) ?? null) === null)
      .map(({ key, client }) => [key, { key, term: client.name }]),
  );
  if (people.length > 0) {
    ahead.users.ask(session, people, options);
  }
  if (companies.size > 0) {
    ahead.clients.ask(session, [...companies.values()], options);
  }
}
