import { storedForm, type CustomFieldValue, type TicketSnapshot } from '@leadbridge/domain';

import type { PsaIo } from '../psa/psa-dialect.js';
import type { HaloField, HaloMap } from './halo-map.js';
import { readTicketRow, rowFields } from './read-halo.js';
import { ticketsByIds } from './tickets-by-ids.js';

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
  const asked = new Map(askable.map((ticket) => [ticket.id, ticket]));
  const fields = [...map.fields.values()].map(({ id }) => id);
  const shown = await ticketsByIds(
    { io, map },
    [...asked.keys()],
    { include_custom_fields: fields.join(',') },
    (row) => {
      const ticket = readTicketRow(row, map);
      return ticket === null ? null : { ...ticket, customFields: rowFields(row, map) };
    },
  );
  const standing = shown.filter((ticket) => {
    const before = asked.get(ticket.id);
    return before !== undefined && isAsKnown(ticket, before, map);
  });
  return new Set(standing.map(({ id }) => id));
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
