import type { TicketSnapshot } from '@leadbridge/domain';
import type { Logger } from '@leadbridge/platform';
import { PsaRefusedError, type TicketChanges } from '@leadbridge/usecases';

import type { PsaIo, PsaOperations } from '../psa/psa-dialect.js';
import { type JsonRecord, readField, readText } from '../psa/read-json.js';
import { stampIn } from './read-created.js';
import { findTickets, pageTickets } from './find-tickets.js';
import type { HaloAccess } from './halo-access.js';
import { type HaloMap, typeNumbers } from './halo-map.js';
import { readHaloAction, readWholeHaloTicket } from './read-halo.js';
import { actions, actionsOf, tickets } from './requests.js';
import { standingTickets } from './standing-tickets.js';
import { fitText } from './write-halo.js';

interface TicketSettings {
  readonly logger: Logger;
  readonly takesArrays: () => boolean;
}

/** Leads and prospects, and their notes. */
export function ticketOperations(access: HaloAccess, settings: TicketSettings) {
  return { ...ticketReads(access), ...ticketWrites(access, settings) };
}

function ticketReads({ io, ready, readOne }: HaloAccess) {
  async function getTicket(id: number): Promise<TicketSnapshot | null> {
    const map = await ready();
    return await readOne(tickets, id, (row) => readWholeHaloTicket(row, map));
  }

  return {
    findTickets: async (query) => findTickets(io, await ready(), query),
    async *pageTickets({ tickettypeId = typeNumbers.lead }) {
      yield* pageTickets(io, await ready(), tickettypeId);
    },
    getTicket,
    standingTickets: async (known) => standingTickets(io, await ready(), known),

    /** Includes the last editor, which only the actions show. */
    async getTicketForUpdate(id) {
      const ticket = await getTicket(id);
      if (ticket === null) {
        return null;
      }
      const { agent } = await ready();
      const done = await io.all(actionsOf(id, {}), (row) => readHaloAction(row, id));
      const others = done.filter(({ agentId }) => agentId !== null && agentId !== agent.id);
      const latest = others.sort((first, second) => second.id - first.id)[0];
      return { ...ticket, lastUpdatedBy: latest?.agentId ?? null };
    },

    async actionsOfTicket(ticketId) {
      const listing = actionsOf(ticketId, { excludesys: true });
      const found = await io.all(listing, (row) => readHaloAction(row, ticketId));
      return found.filter((action) => action.ticketId === ticketId);
    },
  } satisfies Partial<PsaOperations>;
}

function ticketWrites(access: HaloAccess, { logger, takesArrays }: TicketSettings) {
  const { io, write, ready, post } = access;
  return {
    async createTickets(items) {
      const map = await ready();
      const written = items.map((item) => write.ticket(item, map));
      const results = await io.createEach(
        { ...tickets, readMore: stampIn },
        written.map(({ body }) => body),
      );
      return results.map((result, index) => {
        const warnings = written[index]?.warnings ?? [];
        if (warnings.length > 0) {
          logger.warn('a ticket was created without all of its fields', { warnings });
        }
        return result.ok && warnings.length > 0 ? { ...result, warnings } : result;
      });
    },

    async updateTicket(id, changes) {
      const map = await ready();
      const body = write.ticketChanges(changes, map);
      if (Object.keys(body).length === 0) {
        return;
      }
      await post(tickets, id, body);
      if (changes.tickettype_id !== undefined) {
        await repairAfterTypeChange(access, id, changes, map);
      }
    },

    async updateTogether(updates) {
      if (!takesArrays()) {
        return new Set<number>();
      }
      const map = await ready();
      const written = updates.flatMap(({ id, customfields }) => {
        const body = write.ticketChanges({ customfields }, map);
        return Object.keys(body).length === 0 ? [] : [{ id, ...body, ...write.silence() }];
      });
      const results = await io.createEach({ ...tickets, idOptional: true }, written);
      return new Set(written.flatMap(({ id }, index) => (results[index]?.ok === true ? [id] : [])));
    },

    deleteTicket: async (id) => deleteTicket(io, id),

    async createActions(items) {
      const map = await ready();
      return await io.createEach(
        actions,
        items.map((item) => write.note(item, map)),
      );
    },
  } satisfies Partial<PsaOperations>;
}

async function deleteTicket(io: PsaIo, id: number): Promise<boolean> {
  const { path, pattern } = tickets;
  try {
    await io.write({ method: 'DELETE', path: `${path}/${id}`, pattern: `${pattern}/{id}` });
    return true;
  } catch (error) {
    if (!(error instanceof PsaRefusedError) || error.status === 401) {
      throw error;
    }
    // 404 means that it was deleted. Any other status means that the agent may not delete it.
    return error.status === 404;
  }
}

/** A change of the type may reset other fields to their defaults; values that differ are written again. */
async function repairAfterTypeChange(
  { write, readOne, post }: HaloAccess,
  id: number,
  changes: TicketChanges,
  map: HaloMap,
): Promise<void> {
  const left = await readOne(tickets, id, (row) => withoutEffect(changes, row, map));
  const repairs = left === null ? {} : write.ticketChanges(left, map);
  if (Object.keys(repairs).length > 0) {
    await post(tickets, id, repairs);
  }
}

/** The part of a change that the current ticket does not show. */
function withoutEffect(changes: TicketChanges, row: JsonRecord, map: HaloMap): TicketChanges | null {
  const ticket = readWholeHaloTicket(row, map);
  if (ticket === null) {
    return null;
  }
  const { status_id: status, category_1: category } = changes;
  const customfields = (changes.customfields ?? []).filter(({ id: number, value }) => {
    const fitted = typeof value === 'string' ? fitText(map.fields.get(number), value) : value;
    return map.fields.has(number) && fitted !== '' && ticket.customFields[number] !== fitted;
  });
  return {
    ...(status === undefined || status === ticket.statusId ? {} : { status_id: status }),
    ...(category === undefined || readText(readField(row, 'category_1')) === category
      ? {}
      : { category_1: category }),
    ...(customfields.length === 0 ? {} : { customfields }),
  };
}
