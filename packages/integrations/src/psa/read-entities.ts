import {
  parseFlag,
  PSA_STATUS_IDS,
  STATUSES,
  statusName,
  withoutEntities,
  distinctEmails,
  readAddresses,
} from '@leadbridge/domain';
import type { Status, TicketSnapshot, TicketStamp } from '@leadbridge/domain';
import type { PsaAction, PsaClient, PsaNamed, PsaOpportunity, PsaSite, PsaUser } from '@leadbridge/usecases';

import { readCustomFields } from './read-custom-fields.js';
import { type JsonRecord, isJsonRecord, readField, readId, readNumber, readText } from './read-json.js';

/** Reads one row; null if it has no identifier. */
export type RowReader<T> = (row: JsonRecord) => T | null;

/** The addresses of a ticket or of a contact. */
type ReadEmails = Pick<TicketSnapshot, 'email' | 'otherEmails'>;

/**
 * Every address in some fields, by the same rule as a lead's, because they are compared: people write several
 * into one field, and names around them. A text without a valid address still shows that a contact exists.
 */
export function readEmails(...values: readonly unknown[]): ReadEmails {
  const texts = values.flatMap((value) => readText(value) ?? []);
  const addresses = distinctEmails(texts.flatMap((text) => readAddresses(text).addresses));
  const [email = texts.find((text) => text.includes('@'))?.toLowerCase() ?? null, ...otherEmails] = addresses;
  return { email, ...(otherEmails.length === 0 ? {} : { otherEmails }) };
}

/** The text or number of a reference that may be an object: an agent as `7`, `"Agent"` or `{id: 7, name: "Agent"}`. */
function readAgent(value: unknown): string | number | null {
  const agent = isJsonRecord(value) ? readField(value, 'id', 'name') : value;
  return readNumber(agent) ?? readText(agent);
}

function readNestedId(row: JsonRecord, name: string): number | null {
  const nested = readField(row, name);
  return (
    readId(readField(row, `${name}_id`)) ?? (isJsonRecord(nested) ? readId(readField(nested, 'id')) : null)
  );
}

/** Whether the PSA returns an entity that no longer exists: deleted, or merged into another. */
export function isGone(row: JsonRecord): boolean {
  return (
    parseFlag(readField(row, 'deleted', 'is_deleted')) === true ||
    (readNumber(readField(row, 'merged_into_id')) ?? 0) > 0
  );
}

/** An unknown status or type: past the early stage, so that nothing of the ticket is overwritten. */
const unknownCode = 1_000;

const statusesByName = new Map(
  (Object.values(STATUSES).flat() as readonly Status[]).map((status) => [
    statusName(status).toLowerCase(),
    PSA_STATUS_IDS[status] ?? unknownCode,
  ]),
);
const typesByName = new Map([
  ['lead', 1],
  ['prospect', 2],
  ['opportunity', 3],
]);

/** A status or a type: a number, an object that contains one, or only a name. Null if it is missing. */
function readCode(value: unknown, byName: ReadonlyMap<string, number>): number | null {
  if (isJsonRecord(value)) {
    return readCode(readField(value, 'id', 'name'), byName);
  }
  const name = readText(value);
  return name === null ? null : (readNumber(value) ?? byName.get(name.toLowerCase()) ?? unknownCode);
}

/** The custom fields of a row: under their name, else next to the other fields as `CF_105`. */
function customFieldsOf(row: JsonRecord): unknown {
  const fields = readField(row, 'customfields');
  const beside =
    fields === undefined ? Object.entries(row).filter(([name]) => /^CF_?\d{3}$/i.test(name)) : [];
  return beside.length === 0 ? fields : Object.fromEntries(beside);
}

/** Null for a ticket that no longer exists. `assumedType` stands in for a type that was asked for. */
export function readTicket(row: JsonRecord, assumedType = 0): TicketSnapshot | null {
  const id = readId(readField(row, 'id', 'ticket_id'));
  if (id === null || isGone(row)) {
    return null;
  }
  const customFields = customFieldsOf(row);
  const email = emailFieldOf(row);
  return {
    id,
    tickettypeId:
      readCode(readField(row, 'tickettype_id', 'ticket_type_id', 'tickettype'), typesByName) ?? assumedType,
    statusId: readCode(readField(row, 'status_id', 'status'), statusesByName) ?? 0,
    summary: readText(readField(row, 'summary', 'subject')) ?? '',
    clientId: readNestedId(row, 'client'),
    siteId: readNestedId(row, 'site'),
    userId: readNestedId(row, 'user'),
    ...readEmails(email),
    userName: readText(readField(row, 'user_name')),
    clientName: readText(readField(row, 'client_name')),
    lastUpdatedBy: readAgent(
      readField(
        row,
        'last_updated_by',
        'last_updated_by_id',
        'last_update_by',
        'last_modified_by',
        'updated_by',
      ),
    ),
    customFields: readCustomFields(customFields),
    ...(customFields === undefined ? { lacksCustomFields: true } : {}),
    ...(email === undefined ? { lacksEmail: true } : {}),
    ...stampOf(row),
  };
}

/** When a ticket was last changed, if a row contains it. */
export function stampOf(row: JsonRecord): { readonly stamp?: TicketStamp } {
  const changedAt = readTime(readField(row, 'last_update_date', 'last_update'));
  const actedAt = readTime(readField(row, 'lastactiondate', 'last_action_date'));
  return changedAt === null ? {} : { stamp: { changedAt, actedAt } };
}

/** In one format: a PSA may leave out trailing zeros of the fraction. Other texts stay. */
function readTime(value: unknown): string | null {
  return readText(value)?.replace(/(?:\.0+|(\.\d*?[1-9])0+)?(Z?)$/i, '$1') ?? null;
}

/** A ticket that was requested by its id. Tickets of lists do not need the details, which are long. */
export function readWholeTicket(row: JsonRecord): TicketSnapshot | null {
  const ticket = readTicket(row);
  const details = readField(row, 'details');
  return ticket === null || typeof details !== 'string'
    ? ticket
    : { ...ticket, details: withoutEntities(details) };
}

/** In the ticket itself or in its contact; undefined if it cannot contain one. */
function emailFieldOf(row: JsonRecord): unknown {
  const user = readField(row, 'user');
  const own = readField(row, 'user_email', 'emailaddress', 'email', 'user_emailaddress', 'reported_by_email');
  const ofUser = isJsonRecord(user) ? readField(user, 'emailaddress', 'email') : undefined;
  return readEmails(own).email === null ? (ofUser ?? own) : own;
}

export function readUser(row: JsonRecord): PsaUser | null {
  const id = readId(readField(row, 'id'));
  return id === null || isGone(row)
    ? null
    : {
        id,
        ...readEmails(readField(row, 'emailaddress', 'email')),
        firstName: readText(readField(row, 'firstname')),
        lastName: readText(readField(row, 'surname', 'lastname')),
        clientId: readNestedId(row, 'client'),
        clientName: readText(readField(row, 'client_name')),
        siteId: readNestedId(row, 'site'),
        phonenumber: readText(readField(row, 'phonenumber', 'phone')),
        linkedinUrl: readText(readField(row, 'linkedin_url', 'linkedin')),
      };
}

export function readClient(row: JsonRecord): PsaClient | null {
  const id = readId(readField(row, 'id'));
  const website = readText(readField(row, 'website'));
  return id === null || isGone(row)
    ? null
    : {
        id,
        name: readText(readField(row, 'name', 'clientname')) ?? '',
        ...(website === null ? {} : { website }),
      };
}

/** A site; `assumedClient` is used if the response omits the client although one was requested. */
export function readSite(row: JsonRecord, assumedClient: number): PsaSite | null {
  const id = readId(readField(row, 'id'));
  return id === null
    ? null
    : {
        id,
        clientId: readNestedId(row, 'client') ?? assumedClient,
        name: readText(readField(row, 'name', 'sitename')) ?? '',
      };
}

/** An Action; `assumedTicket` is used if the response omits the ticket although one was requested. */
export function readAction(row: JsonRecord, assumedTicket: number): PsaAction | null {
  const id = readId(readField(row, 'id'));
  return id === null
    ? null
    : {
        id,
        ticketId: readNestedId(row, 'ticket') ?? assumedTicket,
        note: readText(readField(row, 'note', 'note_html')) ?? '',
      };
}

/** A list, a status or a ticket type. Identifiers of look-ups may be 0. */
export function readNamed(row: JsonRecord): PsaNamed | null {
  const id = readNumber(readField(row, 'id'));
  return id === null ? null : { id, name: readText(readField(row, 'name', 'list_name', 'title')) ?? '' };
}

export function readOpportunity(row: JsonRecord): PsaOpportunity | null {
  const id = readId(readField(row, 'id', 'opportunity_id'));
  const statusId = readNestedId(row, 'status');
  return id === null || isGone(row)
    ? null
    : {
        id,
        summary: readText(readField(row, 'summary', 'name')) ?? '',
        clientId: readNestedId(row, 'client'),
        userId: readNestedId(row, 'user'),
        details: readText(readField(row, 'details')),
        ...(statusId === null ? {} : { statusId }),
        customFields: readCustomFields(customFieldsOf(row)),
      };
}

/** An item of a list: its own identifier, if it has one, and the ticket that it adds to the list. */
export function readListItem(row: JsonRecord): { readonly id: number; readonly ticketId: number } | null {
  const ticketId = readNestedId(row, 'ticket') ?? readId(readField(row, 'entity_id'));
  return ticketId === null ? null : { id: readId(readField(row, 'id', 'item_id')) ?? ticketId, ticketId };
}
