import type { TicketStamp } from '@leadbridge/domain';
import type { WriteResult } from '@leadbridge/usecases';

import { isAnother } from '../psa/is-another.js';
import { stampOf } from '../psa/read-entities.js';
import { type JsonRecord, isJsonRecord, readField, readId, readText } from '../psa/read-json.js';
import { readRows } from '../psa/read-rows.js';
import type { ArrayResults, WrittenKind } from '../psa/read-write-results.js';
import { mainSiteOf } from './read-halo.js';
import { key, tickets } from './requests.js';

/** The fields that distinguish the objects of an array, the most reliable first. */
const distinguishingFields = [key, 'emailaddress', 'summary', 'name', 'note'] as const;

/**
 * The response to an array: all of its objects, in order. Only the order and the content identify an object,
 * so a response with another length, or with an object whose content differs, is not used; the results are
 * looked up instead.
 */
export function readCreatedArray(json: unknown, items: readonly object[], kind: WrittenKind): ArrayResults {
  const rows = readRows(json, kind.key)?.rows ?? [];
  const results = items.map((item, index): WriteResult => {
    const row = rows[index];
    const id =
      rows.length === items.length && row !== undefined && agrees(row, item) && !isAnother(row, item)
        ? readId(readField(row, 'id'))
        : null;
    return id === null
      ? { ok: false, uncertain: true, message: 'The PSA did not return its result' }
      : { ok: true, id, ...siteOf(row), ...(kind.key === tickets.key ? stampIn(row) : {}) };
  });
  return { kind: 'results', results };
}

/**
 * Whether the returned object is the one that was sent: the same id, or for a new one the same value of the
 * most reliable field.
 */
function agrees(row: JsonRecord, item: object): boolean {
  const written = new Map<string, unknown>(Object.entries(item));
  const [id, ticketId] = [written.get('id'), readId(readField(row, 'ticket_id'))];
  if (id !== undefined) {
    return readId(readField(row, 'id')) === id;
  }
  if (written.has('ticket_id') && ticketId !== null && ticketId !== written.get('ticket_id')) {
    return false;
  }
  const field = distinguishingFields.find((name) => written.has(name) && readField(row, name) !== undefined);
  return (
    field !== undefined &&
    readText(readField(row, field))?.toLowerCase() === readText(written.get(field))?.toLowerCase()
  );
}

/** The site that a new client got, if the response contains it. */
export function siteOf(row: unknown): { readonly siteId?: number } {
  const siteId = isJsonRecord(row) ? mainSiteOf(row) : null;
  return siteId === null ? {} : { siteId };
}

/** When a new ticket was last changed, if the response contains it. */
export function stampIn(row: unknown): { readonly stamp?: TicketStamp } {
  return isJsonRecord(row) ? stampOf(row) : {};
}
