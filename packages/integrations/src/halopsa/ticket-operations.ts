import type { TicketSnapshot } from '@leadbridge/domain';
import type { Logger } from '@leadbridge/platform';
import { PsaRefusedError, type TicketChanges } from '@leadbridge/usecases';

import type { PsaOperations } from '../psa/psa-dialect.js';
import { type JsonRecord, readField, readText } from '../psa/read-json.js';
import { stampIn } from './read-created.js';
import { findTickets, pageTickets } from './find-tickets.js';
import type { HaloAccess } from './halo-access.js';
import { type HaloMap, typeNumbers } from './halo-map.js';
import { readHaloAction, readWholeHaloTicket } from './read-halo.js';
import { actions, actionsOf, tickets } from './requests.js';
import { standingTickets } from './standing-tickets.js';
import { fitText } from './write-halo.js';

type TicketOperations = Pick<
  PsaOperations,
  | 'findTickets'
  | 'pageTickets'
  | 'getTicket'
  | 'getTicketForUpdate'
  | 'standingTickets'
  | 'createTickets'
  | 'updateTicket'
  | 'updateTogether'
  | 'deleteTicket'
  | 'actionsOfTicket'
  | 'createActions'
>;

interface TicketSettings {
  readonly logger: Logger;
  readonly takesArrays: () => boolean;
}

/** Leads and prospects, and their notes. */
export function ticketOperations(access: HaloAccess, settings: TicketSettings): TicketOperations {
  const { io, write, ready } = access;
  return {
    findTickets: async (query) => findTickets(io, await ready(), query),
    async *pageTickets({ tickettypeId = typeNumbers.lead }) {
      yield* pageTickets(io, await ready(), tickettypeId);
    },
    getTicket: async (id) => getTicket(access, id),
    getTicketForUpdate: async (id) => getTicketForUpdate(access, id),
    standingTickets: async (known) => standingTickets(io, await ready(), known),
    createTickets: async (items) => createTickets(access, settings, items),
    updateTicket: async (id, changes) => updateTicket(access, id, changes),
    updateTogether: async (updates) =>
      settings.takesArrays() ? await updateTogether(access, updates) : new Set(),
    deleteTicket: async (id) => deleteTicket(access, id),

    async actionsOfTicket(ticketId) {
      const listing = actionsOf(ticketId, { excludesys: true });
      const found = await io.all(listing, (row) => readHaloAction(row, ticketId));
      return found.filter((action) => action.ticketId === ticketId);
    },

    async createActions(items) {
      const map = await ready();
      return await io.createEach(
        actions,
        items.map((item) => write.note(item, map)),
      );
    },
  };
}

async function getTicket({ ready, readOne }: HaloAccess, id: number): Promise<TicketSnapshot | null> {
  const map = await ready();
  return await readOne(tickets, id, (row) => readWholeHaloTicket(row, map));
}

/** Includes the last editor, which only the actions show. */
async function getTicketForUpdate(access: HaloAccess, id: number): Promise<TicketSnapshot | null> {
  const ticket = await getTicket(access, id);
  if (ticket === null) {
    return null;
  }
  const { agent } = await access.ready();
  const done = await access.io.all(actionsOf(id, {}), (row) => readHaloAction(row, id));
  const others = done.filter(({ agentId }) => agentId !== null && agentId !== agent.id);
  const latest = others.sort((first, second) => second.id - first.id)[0];
  return { ...ticket, lastUpdatedBy: latest?.agentId ?? null };
}

async function createTickets(
  { io, write, ready }: HaloAccess,
  { logger }: TicketSettings,
  items: Parameters<TicketOperations['createTickets']>[0],
): ReturnType<TicketOperations['createTickets']> {
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
}

async function updateTicket(access: HaloAccess, id: number, changes: TicketChanges): Promise<void> {
  const { write, ready, post } = access;
  const map = await ready();
  const body = write.ticketChanges(changes, map);
  if (Object.keys(body).length === 0) {
    return;
  }
  await post(tickets, id, body);
  if (changes.tickettype_id !== undefined) {
    await repairAfterTypeChange(access, id, changes, map);
  }
}

async function updateTogether(
  { io, write, ready }: HaloAccess,
  updates: Parameters<TicketOperations['updateTogether']>[0],
): ReturnType<TicketOperations['updateTogether']> {
  const map = await ready();
  const written = updates.flatMap(({ id, customfields }) => {
    const body = write.ticketChanges({ customfields }, map);
    return Object.keys(body).length === 0 ? [] : [{ id, ...body, ...write.silence() }];
  });
  const results = await io.createEach({ ...tickets, idOptional: true }, written);
  return new Set(written.flatMap(({ id }, index) => (results[index]?.ok === true ? [id] : [])));
}

async function deleteTicket({ io }: HaloAccess, id: number): Promise<boolean> {
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
