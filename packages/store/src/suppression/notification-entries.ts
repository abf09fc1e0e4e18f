import { distinctKeys, suppressionKeyText } from '@leadbridge/domain';
import { currentTrace, newId } from '@leadbridge/platform';
import type { ReadOptOut, TicketOptOut } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { findLeads, gatingKeysOfLead } from './person-leads.js';
import { nextLookAt, untouched } from './suppression-entries.js';
import {
  suppressionIdentity,
  suppressionModel,
  unreadIdentity,
  type SuppressionDocument,
} from './suppression-model.js';
import { markAndFollow, standingEntry } from './write-opt-outs.js';

const maxReferences = 50;

/** The entry of a notification, which names a ticket but no person; see `SuppressionStore.open`. */
export async function openEntry(
  connection: Connection,
  { ticketId, reference, reason, at }: TicketOptOut,
  session: ClientSession,
): Promise<SuppressionDocument> {
  const suppressions = suppressionModel(connection);
  const known = await suppressions
    .findOne({ references: reference })
    .session(session)
    .lean<SuppressionDocument>();
  if (known !== null) {
    return known;
  }
  const time = new Date(at);
  const opened = await suppressions
    .findOneAndUpdate(
      { identity: unreadIdentity(ticketId) },
      {
        $push: { references: { $each: [reference], $slice: -maxReferences } },
        $setOnInsert: {
          _id: newId('sup', time.getTime()),
          origin: 'psa',
          ticketId,
          leadId: null,
          person: null,
          keys: [],
          leadSource: null,
          provider: null,
          reason,
          requestedBy: 'psa',
          requestedAt: time,
          ...untouched(time),
          marks: ['list'],
          ticketAt: time,
          spreadAt: null,
          ...currentTrace(),
        },
      },
      { upsert: true, returnDocument: 'after', session },
    )
    .lean<SuppressionDocument>();
  if (opened === null) {
    throw new Error('The opt-out was not recorded');
  }
  return opened;
}

interface Resolution {
  readonly read: ReadOptOut;
  readonly fence: number;
  readonly at: Date;
  readonly session: ClientSession;
}

/** Adds the data of the ticket to the entry of its notification; see `SuppressionStore.resolve`. */
export async function resolveEntry(
  connection: Connection,
  suppressionId: string,
  resolution: Resolution,
): Promise<SuppressionDocument | null> {
  const { read, fence, at, session } = resolution;
  const suppressions = suppressionModel(connection);
  const own = await suppressions.findById(suppressionId).session(session).lean<SuppressionDocument>();
  if (own === null || own.fence > fence) {
    return null;
  }
  const standing = await findStanding(connection, own, read, session);
  if (standing !== null) {
    await merge(connection, { own, into: standing }, resolution);
    return standing;
  }
  const resolved: SuppressionDocument = {
    ...own,
    identity: suppressionIdentity({ ...read, ticketId: own.ticketId }),
    leadId: await leadOfPerson(connection, own, resolution),
    person: read.person,
    keys: read.keys.map(suppressionKeyText),
    leadSource: read.leadSource,
    status: 'pending',
    error: null,
    statusReason: null,
    pushAt: at,
    ticketAt: own.marks.length > 0 ? at : own.ticketAt,
    fence,
    announced: true,
    spreadAt: nextLookAt(at),
  };
  const { _id, ...fields } = resolved;
  await suppressions.updateOne({ _id }, { $set: fields }, { session });
  await markAndFollow(connection, [{ ...standingEntry(resolved), isNew: !own.announced }], { at, session });
  return (await suppressions.findById(_id).session(session).lean<SuppressionDocument>()) ?? resolved;
}

/** The entry of an earlier opt-out of the same ticket and person. */
async function findStanding(
  connection: Connection,
  { _id, ticketId }: SuppressionDocument,
  read: ReadOptOut,
  session: ClientSession,
): Promise<SuppressionDocument | null> {
  const identity = suppressionIdentity({ ...read, ticketId });
  const keys = { $in: read.keys.map(suppressionKeyText) };
  return await suppressionModel(connection)
    .findOne({ $or: [{ identity }, { ticketId, keys }], _id: { $ne: _id } })
    .sort({ _id: 1 })
    .session(session)
    .lean<SuppressionDocument>();
}

async function merge(
  connection: Connection,
  { own, into }: { readonly own: SuppressionDocument; readonly into: SuppressionDocument },
  { read, at, session }: Resolution,
): Promise<void> {
  const suppressions = suppressionModel(connection);
  await suppressions.deleteOne({ _id: own._id }, { session });
  await suppressions.updateOne(
    { _id: into._id },
    {
      $push: { references: { $each: own.references, $slice: -maxReferences } },
      $addToSet: { keys: { $each: read.keys.map(suppressionKeyText) } },
    },
    { session },
  );
  const entry = standingEntry(into);
  const keys = distinctKeys([...entry.keys, ...read.keys]);
  await markAndFollow(connection, [{ ...entry, keys }], { at, session });
}

/** The lead of the ticket, if the ticket still belongs to the same person. */
async function leadOfPerson(
  connection: Connection,
  { ticketId, leadId }: SuppressionDocument,
  { read, session }: Resolution,
): Promise<number | null> {
  const leads = ticketId === null ? [] : await findLeads(connection, { psaTicketId: ticketId }, session);
  const texts = new Set(read.keys.map(suppressionKeyText));
  const lead = leads.find((each) => gatingKeysOfLead(each).some((key) => texts.has(suppressionKeyText(key))));
  return lead?._id ?? leadId;
}
