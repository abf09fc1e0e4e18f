import { storedForm, type CustomFieldValue, type TicketSnapshot } from '@leadbridge/domain';

import type { PsaIo, PsaListing } from '../psa/psa-dialect.js';
import type { HaloField, HaloMap } from './halo-map.js';
import { readTicketRow, rowFields } from './read-halo.js';
import { oldestFirst, tickets } from './requests.js';

/** The largest page of this PSA. */
const maxIds = 100;
/**
 * Builds that do not know the filter for ids and return other tickets; forgotten when the names are looked up
 * again.
 */
const ignoringIds = new WeakSet<HaloMap>();

/**
 * Returns which of these tickets are confirmed unchanged in the PSA. A list may omit, clear or truncate
 * custom fields, so a row only counts if it matches the whole known state, including both timestamps. The
 * last editor is then unchanged too.
 */
export async function standingTickets(
  io: PsaIo,
  map: HaloMap,
  known: readonly TicketSnapshot[],
): Promise<ReadonlySet<number>> {
  const askable = known.filter(
    ({ stamp, lacksCustomFields }) => typeof stamp?.actedAt === 'string' && lacksCustomFields !== true,
  );
  const standing = new Set<number>();
  for (let from = 0; from < askable.length && !ignoringIds.has(map); from += maxIds) {
    const asked = new Map(askable.slice(from, from + maxIds).map((ticket) => [ticket.id, ticket]));
    const { items } = await io.page(
      ticketsByIds([...asked.keys()], map),
      (row) => {
        const ticket = readTicketRow(row, map);
        return ticket === null ? null : { ...ticket, customFields: rowFields(row, map) };
      },
      1,
    );
    if (items.some(({ id }) => !asked.has(id))) {
      ignoringIds.add(map);
      break;
    }
    for (const shown of items) {
      const before = asked.get(shown.id);
      if (before !== undefined && isAsKnown(shown, before, map)) {
        standing.add(shown.id);
      }
    }
  }
  return standing;
}

function ticketsByIds(ids: readonly number[], map: HaloMap): PsaListing {
  const fields = [...map.fields.values()].map(({ id }) => id);
  return {
    ...tickets,
    query: { ticketids: ids.join(','), include_custom_fields: fields.join(','), ...oldestFirst },
  };
}

function isAsKnown(shown: TicketSnapshot, known: TicketSnapshot, map: HaloMap): boolean {
  return (
    shown.stamp !== undefined &&
    shown.stamp.changedAt === known.stamp?.changedAt &&
    shown.stamp.actedAt === known.stamp.actedAt &&
    shown.tickettypeId === known.tickettypeId &&
    shown.statusId === known.statusId &&
    shown.clientId === known.clientId &&
    shown.userId === known.userId &&
    [...map.fields.values()].every(
      (field) =>
        Object.hasOwn(shown.customFields, field.number) &&
        comparable(shown.customFields[field.number], field) ===
          comparable(known.customFields[field.number], field),
    )
  );
}

/**
 * An unticked box is empty. A truncated text does not match, because a person may have changed the part after
 * it.
 */
function comparable(value: CustomFieldValue | null | undefined, { type }: HaloField): string {
  return storedForm(type === 'boolean' && value === false ? '' : (value ?? ''));
}
