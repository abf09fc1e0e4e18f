import type { TicketStamp } from '@leadbridge/domain';
import type { WriteResult } from '@leadbridge/usecases';

import { stampOf } from '../psa/read-entities.js';
import { type JsonRecord, isJsonRecord, readField, readId, readText } from '../psa/read-json.js';
import { readRows } from '../psa/read-rows.js';
import type { ArrayResults, WrittenKind } from '../psa/read-write-results.js';
import { mainSiteOf } from './read-halo.js';
import { key, tickets } from './requests.js';

/** What tells objects of one array apart, the surest first. */
const distinguishingFields = [key, 'emailaddress', 'summary', 'name', 'note'] as const;

/**
 * The answer to an array: all of its objects, in their order. Nothing tells which is which but their order and what was written into them,
 * so an answer of another length, or an object that says something else, is no answer: what became of it is looked up.
 */
export function readCreatedArray(json: unknown, items: readonly object[], kind: WrittenKind): ArrayResults {
  const rows = readRows(json, kind.key)?.rows ?? [];
  const results = items.map((item, index): WriteResult => {
    const row = rows[index];
    const id =
      rows.length === items.length && row !== undefined && agrees(row, item)
        ? readId(readField(row, 'id'))
        : null;
    return id === null
      ? { ok: false, uncertain: true, message: 'The PSA did not return its result' }
      : { ok: true, id, ...siteOf(row), ...(kind.key === tickets.key ? stampIn(row) : {}) };
  });
  return { kind: 'results', results };
}

/** Whether what was written is what was sent: the object with its id, or a new one as far as the surest field of both tells. */
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

/** The site that a new client was given, where the answer names it. */
export function siteOf(row: unknown): { readonly siteId?: number } {
  const siteId = isJsonRecord(row) ? mainSiteOf(row) : null;
  return siteId === null ? {} : { siteId };
}

/** When a new ticket was changed last, where the answer tells it. */
export function stampIn(row: unknown): { readonly stamp?: TicketStamp } {
  return isJsonRecord(row) ? stampOf(row) : {};
}
