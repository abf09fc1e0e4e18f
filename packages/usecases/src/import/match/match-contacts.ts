import { isPastEarlyStage } from '@leadbridge/domain';
import pMap from 'p-map';

import { isRefusalOfOne } from '../../ports/psa-errors.js';
import type { PsaUser } from '../../ports/psa.js';
import { isOfKey } from '../../psa/lead-tickets.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import type { StageContext } from '../batch.js';
import { planned, type MatchedRow } from '../import-row-state.js';
import { freshnessOf } from './choose-ticket.js';
import type { ChangedRow } from './match-opt-outs.js';
import { knownContacts } from './read-contacts.js';

/**
 * For new leads: checks whether the person is already a contact. If so, the contact is reused and its tickets
 * count: a ticket past the Lead stage means that the lead is preserved, and a ticket missed by the first
 * search, because it moved while pages were being read, is decided on.
 */
export async function matchContacts(
  rows: readonly MatchedRow[],
  context: StageContext,
): Promise<readonly ChangedRow[]> {
  const { caches, session } = context;
  const fresh = planned(rows, 'create');
  const { notBefore, upcoming } = freshnessOf(fresh, context);
  const wanted = fresh.flatMap(({ lead, key }) =>
    lead.email === null ? [] : [{ key: key.key, term: lead.email }],
  );
  const mirrored = await knownContacts(fresh, context);
  const live = wanted.filter(({ key }) => !mirrored.has(key));
  const found = await caches.users.find(session, live, {
    notBefore,
    upcoming: live.length === wanted.length ? upcoming : 0,
  });
  await pMap(
    fresh,
    async (state) => {
      const known = mirrored.get(state.key.key) ?? found.get(state.key.key) ?? [];
      const contacts = [...known].sort((a, b) => a.id - b.id);
      const contact = contacts.find(({ isInactive }) => isInactive !== true);
      if (contact !== undefined) {
        state.arePsaIdsRemembered ||= mirrored.has(state.key.key);
        state.contact = contact;
        state.psaIds = { clientId: contact.clientId, siteId: contact.siteId, userId: contact.id };
      }
      if (contacts.length > 0 && state.row.options.deduplication) {
        await matchByContacts(state, contacts, notBefore, context);
      }
    },
    { concurrency: concurrentReads },
  );
  return fresh
    .filter(({ ticket, contact }) => ticket !== null || contact !== null)
    .map((state) => ({ state, before: { ticket: null, contact: null } }));
}

/** Two contacts may have the same email: the tickets of both belong to the person. */
async function matchByContacts(
  state: MatchedRow,
  contacts: readonly PsaUser[],
  notBefore: number,
  context: StageContext,
): Promise<void> {
  const { caches, session } = context;
  try {
    const own = await caches.tickets.ofContacts(session, { key: state.key, contacts, notBefore });
    const oldestFirst = [...own].sort((a, b) => a.id - b.id);
    const sameKey = oldestFirst.find((ticket) => isOfKey(ticket, state.key.key));
    state.ticket = oldestFirst.find(isPastEarlyStage) ?? sameKey ?? null;
  } catch (error) {
    if (!isRefusalOfOne(error)) {
      throw error;
    }
    state.fault = error;
  }
}
