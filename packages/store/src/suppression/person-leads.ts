import { gatingKeys, personOfLead, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import type { OptOutRecord } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { readSuppressionKeys } from './suppressed-keys.js';

const projection = {
  key: 1,
  personKeys: 1,
  psaTicketId: 1,
  psaUserId: 1,
  lead: 1,
  createdSource: 1,
  status: 1,
  doNotContact: 1,
} as const;
export type PersonLeadDocument = Pick<LeadDocument, '_id' | keyof typeof projection>;

/**
 * The leads with one of the keys, oldest first.
 *
 * @param unmarkedOnly omits those that are marked as Do Not Contact
 */
export async function findLeadsByKeys(
  connection: Connection,
  keys: readonly SuppressionKey[],
  { limit, unmarkedOnly, session }: { limit: number; unmarkedOnly: boolean; session?: ClientSession },
): Promise<PersonLeadDocument[]> {
  const texts = { $in: keys.map(suppressionKeyText) };
  return await leadModel(connection)
    .find({ personKeys: texts, ...(unmarkedOnly ? { doNotContact: { $ne: true } } : {}) })
    .select(projection)
    .sort({ _id: 1 })
    .limit(limit)
    .session(session ?? null)
    .lean<PersonLeadDocument[]>();
}

/** More leads than any person has. */
const maxCovered = 1_000;

/** The leads with one of the keys, and those that share a gating key with such a lead, oldest first. */
export async function findCoveredLeads(
  connection: Connection,
  keys: readonly SuppressionKey[],
): Promise<PersonLeadDocument[]> {
  const found = new Map<number, PersonLeadDocument>();
  const visited = new Set(keys.map(suppressionKeyText));
  let frontier = keys;
  while (frontier.length > 0 && found.size < maxCovered) {
    const leads = await findLeadsByKeys(connection, frontier, { limit: maxCovered, unmarkedOnly: false });
    leads.forEach((lead) => found.set(lead._id, lead));
    frontier = leads.flatMap(gatingKeysOfLead).filter((key) => !visited.has(suppressionKeyText(key)));
    frontier.forEach((key) => visited.add(suppressionKeyText(key)));
  }
  return [...found.values()].sort((one, other) => one._id - other._id);
}

export async function findLeadsById(
  connection: Connection,
  leadIds: readonly number[],
  session: ClientSession,
): Promise<PersonLeadDocument[]> {
  return leadIds.length === 0
    ? []
    : await leadModel(connection)
        .find({ _id: { $in: [...leadIds] } })
        .select(projection)
        .session(session)
        .lean<PersonLeadDocument[]>();
}

/** Oldest first. */
export async function findLeads(
  connection: Connection,
  filter: { _id: number } | { psaTicketId: number },
  session?: ClientSession,
): Promise<PersonLeadDocument[]> {
  return await leadModel(connection)
    .find(filter)
    .sort({ _id: 1 })
    .select(projection)
    .session(session ?? null)
    .lean<PersonLeadDocument[]>();
}

export function optOutRecord(document: PersonLeadDocument): OptOutRecord {
  return {
    leadId: document._id,
    psaTicketId: document.psaTicketId,
    status: document.status,
    doNotContact: document.doNotContact,
    person: personOfLead(document.lead),
    keys: gatingKeysOfLead(document),
    source: document.createdSource,
    psaUserId: document.psaUserId ?? null,
  };
}

/** The keys that match the person of a lead after an opt-out. */
export function gatingKeysOfLead(document: PersonLeadDocument): readonly SuppressionKey[] {
  return gatingKeys(personKeysOfLead(document), document.key);
}

/** Every key of the person of a lead. */
export function personKeysOfLead({
  personKeys,
}: Pick<LeadDocument, 'personKeys'>): readonly SuppressionKey[] {
  return keysOfPersonIn(personKeys);
}

/** The person's own keys among those in a document: a domain belongs to all its people. */
export function keysOfPersonIn(texts: readonly string[]): readonly SuppressionKey[] {
  return readSuppressionKeys(texts).filter(({ kind }) => kind !== 'domain');
}
