import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultSources, DO_NOT_CONTACT_FIELD, LEAD_SOURCE_FIELD, PSA_STATUS_IDS } from '@leadbridge/domain';
import type { NewPsaTicket, PsaPage, PsaPort, PsaSession, WriteResult } from '@leadbridge/usecases';

import { createMemoryPsa } from '../../packages/usecases/src/testing/memory-psa.js';
import { haloAsSpecified } from '../support/each-psa.js';
import { openServers, type Servers } from '../support/open-servers.js';

const leadType = 1;
const { new_lead: fresh = 0, researching = 0 } = PSA_STATUS_IDS;
const label = defaultSources[0]?.label ?? '';

/** A client of a simulated PSA in a dialect, and the PSA in memory that unit tests use. */
const psas = [
  { name: 'in memory', dialect: null },
  { name: 'in the dialect of the specification', dialect: {} },
  { name: 'in the dialect of HaloPSA', dialect: haloAsSpecified },
] as const;

function idOf(results: readonly WriteResult[] | WriteResult): number {
  const [result] = [results].flat();
  if (result?.ok !== true) {
    throw new Error(`The PSA did not create it: ${result?.message ?? 'no result'}`);
  }
  return result.id;
}

async function allOf<T>(pages: AsyncIterable<PsaPage<T>>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const { items } of pages) {
    all.push(...items);
  }
  return all;
}

describe.each(psas)('the contract of the PSA, $name', ({ dialect }) => {
  let servers: Servers | null = null;
  let psa: PsaPort;
  let session: PsaSession;

  beforeAll(async () => {
    servers = dialect === null ? null : await openServers(dialect);
    psa = servers?.psa ?? createMemoryPsa();
    session = psa.session({ priority: 'single' });
  });
  afterAll(async () => {
    await servers?.close();
  });

  /** A client with a contact. */
  async function somebody() {
    const word = randomUUID().slice(0, 8);
    const email = `${word}@example.com`;
    const clientId = idOf(await session.createClients([{ name: `Company ${word}` }]));
    const [existing] = await session.sitesOfClient(clientId);
    const siteId = existing?.id ?? idOf(await session.createSites([{ client_id: clientId, name: 'Main' }]));
    const named = { firstname: 'Alex', surname: word, emailaddress: email };
    const userId = idOf(await session.createUsers([{ ...named, client_id: clientId, site_id: siteId }]));
    return { word, email, clientId, siteId, userId };
  }

  function ticketOf(
    { word, clientId, siteId, userId }: Awaited<ReturnType<typeof somebody>>,
    given: Partial<NewPsaTicket> = {},
  ): NewPsaTicket {
    return {
      ...{ key: `lb-${word}`, lists: [], client_id: clientId, site_id: siteId, user_id: userId },
      ...{ tickettype_id: leadType, summary: `Lead ${word}`, details: 'Details', status_id: fresh },
      ...{ priority_id: 3, category_1: 'Lead', category_2: 'Lead', ...given },
      customfields: given.customfields ?? [{ id: LEAD_SOURCE_FIELD, value: label }],
    };
  }

  it('finds a client by its name, and nothing by another', async () => {
    const { word, clientId } = await somebody();
    const named = await session.searchClients(`Company ${word}`);
    expect(named).toContainEqual(expect.objectContaining({ id: clientId, name: `Company ${word}` }));
    expect(await session.searchClients(`Company ${randomUUID()}`)).toEqual([]);
  });

  it('finds a contact by its address, and reads it by its id', async () => {
    const { email, clientId, userId, word } = await somebody();
    const shown = { id: userId, clientId, email, firstName: 'Alex', lastName: word };
    expect(await session.findUsers({ email })).toContainEqual(expect.objectContaining(shown));
    expect(await session.getUser(userId)).toMatchObject(shown);
    await session.updateUser(userId, { phonenumber: '+12025550143' });
    expect(await session.getUser(userId)).toMatchObject({ phonenumber: '+12025550143' });
    expect(await session.getUser(999_999)).toBeNull();
  });

  it('creates several at once, with a result for each in their order', async () => {
    const names = [randomUUID(), randomUUID(), randomUUID()];
    const results = await session.createClients(names.map((name) => ({ name })));
    const found = await Promise.all(names.map(async (name) => session.searchClients(name)));
    expect(found.map(([client]) => client?.id)).toEqual(results.map((result) => idOf(result)));
  });

  it('shows a ticket as it was written, and its changes alone', async () => {
    const person = await somebody();
    const id = idOf(await session.createTickets([ticketOf(person)]));
    const written = {
      ...{ id, tickettypeId: leadType, statusId: fresh, summary: `Lead ${person.word}` },
      ...{ clientId: person.clientId, userId: person.userId },
    };
    const ticket = await session.getTicketForUpdate(id);
    expect(ticket).toMatchObject(written);
    expect(ticket?.customFields[LEAD_SOURCE_FIELD]).toBe(label);
    await session.updateTicket(id, {
      status_id: researching,
      customfields: [{ id: DO_NOT_CONTACT_FIELD, value: true }],
    });
    const changed = await session.getTicketForUpdate(id);
    expect(changed).toMatchObject({ ...written, statusId: researching });
    expect(changed?.customFields).toMatchObject({
      [DO_NOT_CONTACT_FIELD]: true,
      [LEAD_SOURCE_FIELD]: label,
    });
    expect(await session.getTicket(999_999)).toBeNull();
  });

  it('finds the tickets of a person, and those of a client', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const [id, ofOther] = (await session.createTickets([ticketOf(person), ticketOf(other)])).map((result) =>
      idOf(result),
    );
    const ofPerson = await session.findTickets({ email: person.email, userIds: [person.userId] });
    expect(ofPerson.map((ticket) => ticket.id)).toContain(id);
    expect(ofPerson.map((ticket) => ticket.id)).not.toContain(ofOther);
    const ofClient = await session.findTickets({ clientId: person.clientId, tickettypeId: leadType });
    expect(ofClient.map((ticket) => ticket.id)).toEqual([id]);
  });

  it('pages through all tickets, contacts and clients', async () => {
    const person = await somebody();
    const id = idOf(await session.createTickets([ticketOf(person)]));
    const tickets = await allOf(session.pageTickets({ tickettypeId: leadType }));
    expect(tickets.map((ticket) => ticket.id)).toContain(id);
    const shown = { id: person.userId, email: person.email };
    expect(await allOf(session.pageUsers())).toContainEqual(expect.objectContaining(shown));
    const clients = await allOf(session.pageClients());
    expect(clients.map((client) => client.id)).toContain(person.clientId);
    const { items } = await session.listPage('tickets', { page: 1, order: 'newest_first' });
    expect(items.map((ticket) => ticket.id)).toContain(id);
  });

  it('keeps the notes of a ticket', async () => {
    const id = idOf(await session.createTickets([ticketOf(await somebody())]));
    const note = `Note ${randomUUID()}`;
    await session.createActions([{ ticket_id: id, outcome: 'Note', note, hiddenfromuser: true }]);
    expect((await session.actionsOfTicket(id)).map((action) => action.note)).toEqual(
      expect.arrayContaining([expect.stringContaining(note)]),
    );
  });

  it('refuses to write for work that has lost its claim, and records the writes of a dry run', async () => {
    const name = `Company ${randomUUID()}`;
    const lost = new Error('lost');
    const late = psa.session({ priority: 'single', beforeWrite: async () => Promise.reject(lost) });
    await expect(late.createClients([{ name }])).rejects.toBe(lost);
    let requests = 0;
    const recorder = { nextId: () => -1, wrote: (count: number) => void (requests += count) };
    const dry = psa.session({ priority: 'single', recorder });
    expect(await dry.createClients([{ name }])).toEqual([expect.objectContaining({ ok: true, id: -1 })]);
    expect(requests).toBe(1);
    expect(await session.searchClients(name)).toEqual([]);
  });
});
