import { personKeys } from '@leadbridge/domain';
import type { OptOutPerson, OptOutRecord } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { leadModel, type LeadDocument } from '../lead/lead-model.js';

/** A person has a handful of leads; a key that matches more than these is no person's. */
const mostLeads = 100;

const projection = { key: 1, psaTicketId: 1, lead: 1, status: 1, doNotContact: 1 } as const;
export type OptOutLeadDocument = Pick<LeadDocument, '_id' | keyof typeof projection>;

/** All leads of a person, by any of the keys or by the email (a lead without deduplication has a key of its own). */
export async function findLeadsOfPerson(
  connection: Connection,
  person: { keys: readonly string[]; email: string | null },
  session?: ClientSession,
): Promise<OptOutLeadDocument[]> {
  return await leadModel(connection)
    .find({
      $or: [
        { key: { $in: [...person.keys] } },
        ...(person.email === null ? [] : [{ 'lead.email': person.email }]),
      ],
    })
    .select(projection)
    .sort({ _id: 1 })
    .limit(mostLeads)
    .session(session ?? null)
    .lean<OptOutLeadDocument[]>();
}

export async function findLead(
  connection: Connection,
  filter: { _id: number } | { psaTicketId: number },
): Promise<OptOutLeadDocument | null> {
  return await leadModel(connection)
    .findOne(filter)
    .sort({ _id: 1 })
    .select(projection)
    .lean<OptOutLeadDocument>();
}

export function optOutRecord(document: OptOutLeadDocument): OptOutRecord {
  return {
    leadId: document._id,
    psaTicketId: document.psaTicketId,
    status: document.status,
    person: personOf(document),
    keys: keysOf(document),
  };
}

function personOf({ lead }: OptOutLeadDocument): OptOutPerson {
  return {
    email: lead.email,
    firstName: lead.firstName,
    lastName: lead.lastName,
    companyName: lead.company.name,
  };
}

function keysOf({ lead, key }: OptOutLeadDocument): readonly string[] {
  const keys = personKeys(lead);
  return keys.length > 0 ? keys : [key];
}
