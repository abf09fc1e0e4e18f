import type { CustomFieldValue, TicketSnapshot } from '@leadbridge/domain';
import type { PsaDialect, PsaIo, PsaListing, PsaOperations } from '@leadbridge/integrations';
import { PsaRefusedError, type NewPsaTicket, type PsaUser, type WriteResult } from '@leadbridge/usecases';

import { maxAccountName, thirdPageSize, thirdPsaHeaders } from './third-psa.js';

type Row = Readonly<Record<string, unknown>>;

/** Required by the PSA for every ticket, and missing in a lead. */
const defaults = { queueId: 8 } as const;

const entity = (name: string) => ({ path: `/${name}`, pattern: `/${name}`, key: 'items' }) as const;
const accounts = entity('accounts');
const contacts = entity('contacts');
const tickets = entity('tickets');
const notes = entity('notes');

/** A query is a POST, and its next page belongs to its body. */
function asked({ path, pattern, key }: ReturnType<typeof entity>, body: object): PsaListing {
  return { path: `${path}/query`, pattern: `${pattern}/query`, key, body };
}

/**
 * The dialect of `startThirdPsa`: queries by POST with cursors, headers instead of tokens, rows of ids, a
 * search in two steps, 500 for refusals, no arrays, no sites and no lists. With it the use cases import
 * unchanged.
 */
export const thirdDialect: PsaDialect = {
  name: 'third',
  authorisation: { kind: 'headers', headers: thirdPsaHeaders },
  paging: {
    pageSize: thirdPageSize,
    request: ({ path, pattern, body }, page, previous) => {
      const after = page === 1 ? 0 : ((previous as Row | null)?.['next'] ?? null);
      return after === null ? null : { method: 'POST', path, pattern, body: { ...(body as Row), after } };
    },
  },
  creation: {
    maxArrayLength: () => 1,
    arrayQuery: {},
    refusedArrayMayHaveApplied: false,
    single: (item) => item,
    readArray: () => ({ kind: 'refused', message: 'It takes no arrays' }),
    readSingle: (json) => createdIn(json),
  },
  probe: { method: 'GET', path: '/accounts/1', pattern: '/accounts/{id}' },
  classify: ({ status, body }) => (status === 500 && body.includes('"errors"') ? 'refused' : null),
  open: operations,
};

function createdIn(json: unknown): WriteResult {
  const id = Number((json as Row | null)?.['itemId']);
  return Number.isSafeInteger(id) && id > 0
    ? { ok: true, id }
    : { ok: false, uncertain: true, message: 'It did not tell the id' };
}

function readTicket(row: Row): TicketSnapshot {
  const isWhole = row['title'] !== undefined;
  return {
    id: Number(row['id']),
    tickettypeId: Number(row['typeId']),
    statusId: Number(row['statusId']),
    summary: isWhole ? String(row['title']) : '',
    clientId: Number(row['accountId']),
    siteId: null,
    userId: Number(row['contactId']),
    email: null,
    lacksEmail: true,
    userName: null,
    clientName: null,
    lastUpdatedBy: isWhole ? Number(row['changedBy']) : null,
    customFields: isWhole ? (row['udf'] as Readonly<Record<number, CustomFieldValue>>) : {},
    ...(isWhole ? { details: String(row['text']) } : { lacksCustomFields: true }),
  };
}

function readContact(row: Row): PsaUser {
  const accountId = Number(row['accountId']);
  return {
    id: Number(row['id']),
    email: String(row['email']),
    firstName: String(row['first']),
    lastName: String(row['last']),
    clientId: accountId,
    clientName: null,
    siteId: accountId,
    phonenumber: typeof row['phone'] === 'string' ? row['phone'] : null,
    linkedinUrl: null,
  };
}

const fieldsOf = (fields: NewPsaTicket['customfields']): Row =>
  Object.fromEntries(fields.map(({ id, value }) => [id, value]));

function operations(io: PsaIo): PsaOperations {
  const one = async <T>({ path, pattern }: ReturnType<typeof entity>, id: number, read: (row: Row) => T) => {
    const response = (await io.read({
      method: 'GET',
      path: `${path}/${id}`,
      pattern: `${pattern}/{id}`,
    })) as Row;
    return response['item'] === null ? null : read(response['item'] as Row);
  };
  const patch = async ({ path, pattern }: ReturnType<typeof entity>, body: object): Promise<void> => {
    await io.write({ method: 'PATCH', path, pattern, body });
  };
  const contactsBy = async (filter: object) => io.all(asked(contacts, { filter }), readContact);
  const noOpportunities = async (): Promise<never> =>
    Promise.reject(new PsaRefusedError('It has no opportunities', 400));
  const getTicket = async (id: number) => one(tickets, id, readTicket);

  return {
    findsTicketsOfUsers: true,
    listsShowFields: true,
    listsHoldContacts: false,
    listing: 'off',
    fit: (field, text) =>
      field === 'client.name' ? text.slice(0, maxAccountName) : field === 'user.linkedin_url' ? '' : text,

    async findTickets({ email, person, userIds, clientId }) {
      const of =
        email === undefined
          ? await contactsBy({ last: person?.split(' ').at(-1) ?? '' })
          : await contactsBy({ email });
      const filter =
        clientId === undefined
          ? { contactId: [...(userIds ?? []), ...of.map(({ id }) => id)] }
          : { accountId: clientId };
      return await io.all(asked(tickets, { filter }), readTicket);
    },
    pageTickets: ({ tickettypeId = 1 }) =>
      io.pages(asked(tickets, { filter: { typeId: tickettypeId } }), readTicket),
    listPage: async () => Promise.reject(new PsaRefusedError('It is not mirrored', 400)),
    getTicket,
    getTicketForUpdate: getTicket,
    updateTogether: async () => Promise.resolve(new Set()),
    standingTickets: async () => Promise.resolve(new Set()),
    createTickets: async (items) =>
      io.createEach(
        tickets,
        items.map((item) => ({
          ...defaults,
          title: item.summary,
          text: item.details,
          typeId: item.tickettype_id,
          statusId: item.status_id,
          accountId: item.client_id,
          contactId: item.user_id,
          udf: fieldsOf(item.customfields),
        })),
      ),
    async updateTicket(id, { status_id: statusId, tickettype_id: typeId, customfields = [] }) {
      const before = await getTicket(id);
      const udf = { ...before?.customFields, ...fieldsOf(customfields) };
      await patch(tickets, { id, udf, ...(statusId && { statusId }), ...(typeId && { typeId }) });
    },
    deleteTicket: async () => Promise.resolve(false),

    findUsers: async (query) =>
      contactsBy('email' in query ? { email: query.email } : { last: query.name.split(' ').at(-1) ?? '' }),
    pageUsers: () => io.pages(asked(contacts, {}), readContact),
    getUser: async (id) => one(contacts, id, readContact),
    createUsers: async (items) =>
      io.createEach(
        contacts,
        items.map(({ firstname, surname, emailaddress, phonenumber, client_id: accountId }) => ({
          first: firstname ?? '',
          last: surname ?? '',
          email: emailaddress ?? '',
          phone: phonenumber ?? null,
          accountId,
        })),
      ),
    updateUser: async (id, { phonenumber: phone }) => patch(contacts, { id, phone }),

    searchClients: async (name) =>
      io.all(asked(accounts, { contains: { name: name.slice(0, maxAccountName) } }), (row) => ({
        id: Number(row['id']),
        name: String(row['name']),
      })),
    pageClients: () =>
      io.pages(asked(accounts, {}), (row) => ({ id: Number(row['id']), name: String(row['name']) })),
    createClients: async (items) =>
      io.createEach(
        accounts,
        items.map(({ name }) => ({ name })),
      ),

    // It has no sites: each account counts as its own site.
    sitesOfClient: async (clientId) => Promise.resolve([{ id: clientId, clientId, name: 'Main' }]),
    createSites: async (items) => Promise.resolve(items.map((item) => ({ ok: true, id: item.client_id }))),

    lists: async () => Promise.resolve([]),
    onList: async () => Promise.resolve(new Set()),
    addListItems: async () => Promise.resolve([]),
    listPlaces: async () => Promise.resolve(new Map()),
    removeListItem: async () => Promise.resolve(),

    actionsOfTicket: async (ticketId) =>
      io.all(asked(notes, { filter: { ticketId } }), (row) => ({
        id: Number(row['id']),
        ticketId,
        note: String(row['text']),
      })),
    createActions: async (items) =>
      io.createEach(
        notes,
        items.map((item) => ({ ticketId: item.ticket_id, text: item.note })),
      ),
    statuses: async () => Promise.resolve([]),

    searchOpportunities: async () => Promise.resolve([]),
    getOpportunity: async () => Promise.resolve(null),
    createOpportunity: noOpportunities,
    updateOpportunity: noOpportunities,
  };
}
