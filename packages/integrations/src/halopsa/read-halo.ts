import { DO_NOT_CONTACT_FIELD, parseFlag, withoutEntities } from '@leadbridge/domain';
import type { CustomFieldValue, TicketSnapshot } from '@leadbridge/domain';
import type { PsaAction, PsaClient, PsaOpportunity, PsaUser } from '@leadbridge/usecases';

import {
  isGone as isGoneAnywhere,
  readAction,
  readClient,
  readEmails,
  readOpportunity,
  readTicket,
  readUser,
} from '../psa/read-entities.js';
import { type JsonRecord, isJsonRecord, readField, readId, readNumber, readText } from '../psa/read-json.js';
import { fromWire, type HaloField, type HaloMap, normalName, typeNumbers } from './halo-map.js';
import type { HaloUserField } from './halo-settings.js';
import { key } from './requests.js';

/** Whether the PSA returns an entity that no longer exists: deleted, disabled, or merged into another. */
export function isGone(row: JsonRecord): boolean {
  return isGoneAnywhere(row) || parseFlag(readField(row, 'inactive')) === true;
}

/** The type of a ticket, in the specification's numbers. */
export function typeOf(row: JsonRecord, map: HaloMap): number {
  return fromWire(map.typeIds, readNumber(readField(row, 'tickettype_id')));
}

/**
 * A ticket from a list. Such a row never shows all custom fields reliably, so the ticket counts as not
 * showing any.
 */
export function readTicketRow(row: JsonRecord, map: HaloMap): TicketSnapshot | null {
  const ticket = readTicket(row);
  if (ticket === null || isGone(row)) {
    return null;
  }
  const ownKey = readText(readField(row, key));
  const doNotContact = readFields(readField(row, 'customfields'), map)[DO_NOT_CONTACT_FIELD];
  return {
    ...ticket,
    tickettypeId: typeOf(row, map),
    statusId: fromWire(map.statusIds, readNumber(readField(row, 'status_id'))),
    ...(parseFlag(readField(row, 'hasbeenclosed')) === true ? { wasClosed: true } : {}),
    lastUpdatedBy: null,
    customFields: {},
    lacksCustomFields: true,
    ...(typeof doNotContact === 'boolean' ? { doNotContact } : {}),
    ...(ownKey === null ? {} : { ownKey }),
  };
}

/** A ticket that was read individually, with all its custom fields. */
export function readWholeHaloTicket(row: JsonRecord, map: HaloMap): TicketSnapshot | null {
  const ticket = readTicketRow(row, map);
  if (ticket === null) {
    return null;
  }
  const { lacksCustomFields: _lacks, doNotContact: _flag, ...known } = ticket;
  const details = readField(row, 'details');
  const fields = readField(row, 'customfields');
  return {
    ...known,
    ...(fields === undefined ? { lacksCustomFields: true } : { customFields: readFields(fields, map) }),
    ...(typeof details === 'string' ? { details: withoutEntities(details) } : {}),
  };
}

/** The custom fields of a row, possibly not all of them. */
export function rowFields(row: JsonRecord, map: HaloMap): TicketSnapshot['customFields'] {
  return readFields(readField(row, 'customfields'), map);
}

function readFields(
  fields: unknown,
  map: HaloMap,
): Readonly<Partial<Record<number, CustomFieldValue | null>>> {
  const known = [...map.fields.values()];
  const values: Partial<Record<number, CustomFieldValue | null>> = {};
  for (const entry of entriesOf(fields)) {
    const id = readNumber(readField(entry, 'id', 'field_id'));
    const name = normalName(readText(readField(entry, 'name')) ?? '');
    const field = known.find((each) => (id === null ? normalName(each.name) === name : each.id === id));
    if (field !== undefined) {
      values[field.number] = readValue(field, entry);
    }
  }
  return values;
}

/** `[{id, name, value}]`, or an object by id or name. */
function entriesOf(fields: unknown): readonly JsonRecord[] {
  if (Array.isArray(fields)) {
    return fields.filter(isJsonRecord);
  }
  return isJsonRecord(fields)
    ? Object.entries(fields).map(([name, value]) => ({
        [readNumber(name) === null ? 'name' : 'id']: name,
        ...(isJsonRecord(value) ? value : { value }),
      }))
    : [];
}

/**
 * Null only for an empty value: a value that does not fit its field's type is still a value, and is not
 * overwritten.
 */
function readValue(field: HaloField, entry: JsonRecord): CustomFieldValue | null {
  const value = readField(entry, 'value');
  const plain = readText(value) ?? shownText(value);
  switch (field.type) {
    case 'boolean':
      return parseFlag(value) ?? parseFlag(readField(entry, 'display'));
    case 'integer':
      return readNumber(value) ?? plain;
    case 'dropdown': {
      const id = readNumber(value);
      const option = [...field.options.values()].find((each) => each.id === id);
      const isNone = id !== null && id <= 0;
      return option?.name ?? readText(readField(entry, 'display')) ?? (isNone ? null : plain);
    }
    case 'text':
      return plain;
  }
}

/** The text of a value that is an object or a list; null if it is empty. */
function shownText(value: unknown): string | null {
  if (typeof value === 'boolean') {
    return String(value);
  }
  const parts = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap(
    (part) => readText(isJsonRecord(part) ? readField(part, 'display', 'name', 'value', 'id') : part) ?? [],
  );
  return parts.length === 0 ? null : parts.join(', ');
}

/** A contact, including a disabled one. */
function readContact(row: JsonRecord): PsaUser | null {
  const user = readUser(row);
  const fields = [
    readField(row, 'emailaddress', 'email'),
    readField(row, 'email2'),
    readField(row, 'email3'),
  ];
  return user === null
    ? null
    : {
        ...user,
        ...readEmails(...fields),
        ...(parseFlag(readField(row, 'inactive')) === true ? { isInactive: true } : {}),
      };
}

/** A contact. A row of a list may lack the field for the link; the link is then unknown. */
export function readHaloUser(row: JsonRecord, linkedinField: HaloUserField): PsaUser | null {
  const user = readContact(row);
  if (user === null) {
    return null;
  }
  const fields = readField(row, 'customfields');
  if (linkedinField === null) {
    return { ...user, linkedinUrl: null };
  }
  if ('property' in linkedinField) {
    const { property } = linkedinField;
    return Object.hasOwn(row, property)
      ? { ...user, linkedinUrl: readText(row[property]) }
      : { ...user, linkedinUrl: null, isPartial: true };
  }
  const { customField } = linkedinField;
  const entry = entriesOf(fields).find(
    (each) => normalName(readText(readField(each, 'name')) ?? '') === normalName(customField),
  );
  return entry === undefined
    ? { ...user, linkedinUrl: null, isPartial: true }
    : { ...user, linkedinUrl: readText(readField(entry, 'value')) };
}

export function readHaloClient(row: JsonRecord): PsaClient | null {
  return isGone(row) ? null : readClient(row);
}

/** The site that a new client got, if the PSA returns it. */
export function mainSiteOf(row: JsonRecord): number | null {
  return readId(readField(row, 'main_site_id'));
}

export interface HaloAction extends PsaAction {
  /** Null for an action of the system. */
  readonly agentId: number | null;
}

export function readHaloAction(row: JsonRecord, ticketId: number): HaloAction | null {
  const action = readAction(row, ticketId);
  return action === null ? null : { ...action, agentId: readId(readField(row, 'who_agentid')) };
}

export function readHaloOpportunity(row: JsonRecord, map: HaloMap): PsaOpportunity | null {
  const opportunity =
    isGone(row) || typeOf(row, map) !== typeNumbers.opportunity ? null : readOpportunity(row);
  return opportunity === null
    ? null
    : {
        ...opportunity,
        statusId: fromWire(map.statusIds, readNumber(readField(row, 'status_id'))),
        customFields: {
          301: readText(readField(row, 'oppproductchosen')),
          303: readText(readField(row, 'oppcompetitors')),
          304: readText(readField(row, 'oppreason')),
          ...readFields(readField(row, 'customfields'), map),
        },
      };
}

/** The texts of a ticket's tags. */
export function readTags(row: JsonRecord): readonly string[] {
  const tags = readField(row, 'tags');
  return (Array.isArray(tags) ? (tags as readonly unknown[]) : []).flatMap(
    (tag) => readText(isJsonRecord(tag) ? readField(tag, 'text', 'name') : tag) ?? [],
  );
}
