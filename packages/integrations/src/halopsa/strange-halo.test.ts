import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import { PsaCredentialsError, PsaRefusedError } from '@leadbridge/usecases';

import { haloSettings, psaDialectDefaults } from '../psa-variables.js';
import { cannedIo, type CannedResponses } from '../psa/testing/canned-io.js';
import { createHaloDialect } from './halo-dialect.js';
import { proveHaloWrites } from './prove-writes.js';
import { resolveHaloMap } from './resolve-map.js';
import { preparedHalo } from './testing/prepared-halo.js';
import { unsharedTickets } from './testing/unshared-tickets.js';
import { createHaloWriter } from './write-halo.js';

const settings = haloSettings({ ...psaDialectDefaults, psaDialect: 'halopsa' });

function dialectOf() {
  return createHaloDialect({
    client: {
      url: 'https://acme.halopsa.test',
      clientId: 'client-id',
      clientSecret: 'client-secret',
      scope: 'all',
    },
    settings,
    listNames: () => [],
    doNotContactList: () => 'Do Not Contact',
    sourceLabels: () => ['Provider A'],
    takesArrays: () => false,
    withTicketLock: unsharedTickets,
    clock: { now: () => 0 },
    logger: silentLogger,
  });
}

/** A ticket with the type and status of a lead, as a read by its id returns it. */
async function ticketOf(row: Readonly<Record<string, unknown>>, responses: CannedResponses = {}) {
  const { io } = cannedIo({
    ...preparedHalo,
    ...responses,
    '/Tickets/9': { id: 9, tickettype_id: 31, status_id: 61, ...row },
  });
  return await dialectOf().open(io).getTicket(9);
}

const withField = async (entry: Readonly<Record<string, unknown>>) =>
  (await ticketOf({ customfields: [entry] }))?.customFields;

async function problemsOf(responses: CannedResponses): Promise<readonly string[]> {
  const { io } = cannedIo({ ...preparedHalo, ...responses });
  const { problems } = await resolveHaloMap(io, settings, ['Provider A']);
  return problems.map(({ level, message }) => `${level}: ${message}`);
}

describe('a value of a HaloPSA that does not fit its field’s type', () => {
  it.each([
    ['an option that the field does not offer any more', { id: 201, value: 44 }, { 101: '44' }],
    ['an option id that is a text', { id: 201, value: '1' }, { 101: 'Provider A' }],
    ['no option', { id: 201, value: 0 }, { 101: null }],
    [
      'a list',
      {
        id: 202,
        value: [
          { id: 1, name: 'Cloud' },
          { id: 2, name: 'IT' },
        ],
      },
      { 102: 'Cloud, IT' },
    ],
    ['an object', { id: 202, value: { id: 3, display: 'Cloud' } }, { 102: 'Cloud' }],
    ['a flag in a field for texts', { id: 202, value: true }, { 102: 'true' }],
    ['a number in words', { id: 212, value: 'about 1998' }, { 112: 'about 1998' }],
    ['blanks', { id: 202, value: '  ' }, { 102: null }],
    ['yes', { id: 205, value: 'Yes' }, { 105: true }],
    ['a flag that only its display tells', { id: 205, value: null, display: 'True' }, { 105: true }],
    ['a field by its name alone', { name: 'cfservicesoffered', value: 'Cloud' }, { 102: 'Cloud' }],
    ['a field of somebody else', { id: 999, value: 'x' }, {}],
  ])('counts as a value and not as empty: %s', async (_what, entry, expected) => {
    expect(await withField(entry)).toEqual(expected);
  });
});

describe('a ticket of a HaloPSA', () => {
  it.each([
    ['deleted', { deleted: 'True' }],
    ['merged into another', { merged_into_id: '12' }],
  ])('that is %s does not count', async (_what, row) => {
    expect(await ticketOf(row)).toBeNull();
  });

  it('has an unknown status if its status maps to none of ours', async () => {
    expect((await ticketOf({ status_id: '2' }))?.statusId).toBeGreaterThan(100);
  });

  it.each([
    [true, { statusId: 1, wasClosed: true }],
    ['True', { statusId: 1, wasClosed: true }],
    [false, { statusId: 1 }],
  ])('keeps its status if it was closed once: hasbeenclosed %j', async (hasbeenclosed, expected) => {
    const { statusId, wasClosed } = (await ticketOf({ hasbeenclosed })) ?? {};
    expect({ statusId, ...(wasClosed === undefined ? {} : { wasClosed }) }).toEqual(expected);
  });

  it('is found in an envelope, in an array, and with ids as decimals', async () => {
    const row = { id: '9.0', tickettype_id: '31.0', status_id: 61.0 };
    for (const response of [{ ticket: row }, [row], { tickets: [row] }]) {
      expect(await ticketOf({}, { '/Tickets/9': response })).toMatchObject({ id: 9, tickettypeId: 1 });
    }
  });

  it('does not count as deleted if a read returns an error with status 200', async () => {
    const { io } = cannedIo({ ...preparedHalo, '/Tickets/9': { error: 'The database is busy' } });
    await expect(dialectOf().open(io).getTicket(9)).rejects.toThrow(/busy/);
  });
});

describe('names that a HaloPSA does not let the agent read', () => {
  it('are one line each, and the others are still resolved', async () => {
    const lines = await problemsOf({ '/Outcome': new PsaRefusedError('You may not', 403) });

    expect(lines).toContainEqual(
      expect.stringMatching(/^error: \/Outcome cannot be read \(status 403\): You may not/),
    );
    expect(lines.filter((line) => line.includes('ticket type'))).toEqual([]);
  });

  it('end the check if the credentials are refused', async () => {
    await expect(problemsOf({ '/Status': new PsaCredentialsError('No token', 400) })).rejects.toThrow(
      /No token/,
    );
  });
});

describe('disabled names of a HaloPSA', () => {
  it.each([{ inactive: true }, { deleted: 'true' }])('make no name ambiguous: %j', async (gone) => {
    const types = [...(preparedHalo['/TicketType'] as readonly object[]), { id: 5, name: 'Lead', ...gone }];
    expect((await problemsOf({ '/TicketType': types })).filter((line) => line.includes("'Lead'"))).toEqual(
      [],
    );
  });
});

describe('a HaloPSA whose lists omit the key of a ticket', () => {
  it('passes the check that writes, because its filter still finds the ticket', async () => {
    const row = { id: 1, tickettype_id: 31, status_id: 61 };
    const canned = cannedIo({
      ...preparedHalo,
      '/Tickets': { record_count: 1, tickets: [row] },
      get '/Tickets/1'() {
        const [ticket] = (canned.written[0]?.body ?? []) as readonly object[];
        return { ...row, ...ticket };
      },
    });
    const map = { ...(await resolveHaloMap(canned.io, settings, [])), hasKeyFilter: true };
    const { problems } = await proveHaloWrites(canned.io, map, createHaloWriter(settings));
    expect(problems.filter(({ message }) => message.includes('third_party_id_string'))).toEqual([]);
  });
});

describe('a new opportunity in a HaloPSA', () => {
  it('has the first status by its name and the site of its contact, whatever the PSA’s defaults are', async () => {
    const statuses = [...(preparedHalo['/Status'] as readonly object[]), { id: 70, name: 'New Opportunity' }];
    const { io, written } = cannedIo({
      ...preparedHalo,
      '/Status': statuses,
      '/Users/4': { id: 4, emailaddress: 'alex@example.com', client_id: 2, site_id: 8.0 },
    });
    await dialectOf()
      .open(io)
      .createOpportunity({
        summary: 'Alex Example - Example Software',
        details: 'Reference: r',
        client_id: 2,
        user_id: 4,
        customfields: [],
        sales: { value: null, probability: null, closeDate: null },
        contact: { name: 'Alex Example', company: 'Example Software', email: 'alex@example.com' },
      });
    expect(written.map(({ body }) => body)).toMatchObject([
      [{ tickettype_id: 33, status_id: 70, client_id: 2, site_id: 8, user_id: 4 }],
    ]);
  });
});

describe('custom fields of a HaloPSA', () => {
  const fieldsWith = (field: object) => [...(preparedHalo['/FieldInfo'] as readonly object[]), field];

  it.each([
    [3, 'a list of several options'],
    [4, 'a date'],
  ])('of type %d are not written, and the check reports it', async (type, words) => {
    const stack = { id: 206, name: 'CFTechnologyStack', label: 'Technology Stack', type };
    const lines = await problemsOf({ '/FieldInfo': fieldsWith(stack) });
    expect(lines).toContainEqual(
      `warning: custom field Technology Stack (106) is ${words}, which is not written; make it a memo`,
    );
  });

  it('whose options the list omits are read one by one', async () => {
    const { io } = cannedIo({
      ...preparedHalo,
      '/FieldInfo': fieldsWith({ id: 207, name: 'CFRevenueRange', label: 'Revenue Range', type: 2 }),
      '/FieldInfo/207': {
        id: 207,
        name: 'CFRevenueRange',
        label: 'Revenue Range',
        type: 2,
        values: [{ id: 5, name: '1M-5M' }],
      },
    });
    const { fields } = await resolveHaloMap(io, settings, []);
    expect([...(fields.get(107)?.options.values() ?? [])]).toEqual([{ id: 5, name: '1M-5M' }]);
  });
});

describe('a field that a HaloPSA requires for every ticket', () => {
  const demanded = [
    ...(preparedHalo['/FieldInfo'] as readonly object[]).map((field) => ({ ...field, mandatory: true })),
    { id: 230, name: 'CFBudgetCode', type: 0, mandatory: 'True' },
    { id: 231, name: 'CFRegion', type: 0, mandatory: false },
  ];
  const withDefaults = {
    ...settings,
    defaults: { ticket: { CFBudgetCode: 7, CFFounded: 1900, priority_id: 3 } },
  };

  it('is listed by the check if a lead may lack it, unless it has a default', async () => {
    const { io } = cannedIo({ ...preparedHalo, '/FieldInfo': demanded });
    const named = async (given: typeof settings) =>
      (await resolveHaloMap(io, given, ['Provider A'])).problems.flatMap(
        ({ message }) => /^custom field (\w+) .* is mandatory/.exec(message)?.[1] ?? [],
      );
    expect(await named(settings)).toEqual(['CFServicesOffered', 'CFFounded', 'CFBudgetCode']);
    expect(await named(withDefaults)).toEqual(['CFServicesOffered']);
  });

  it.each([
    [[], 1900],
    [[{ id: 112, value: 1998 }], 1998],
  ])('gets its default on a new ticket if the lead has %j', async (customfields, founded) => {
    const { io } = cannedIo(preparedHalo);
    const map = await resolveHaloMap(io, withDefaults, ['Provider A']);
    const ticket = {
      ...{ key: 'lb:1', lists: [], client_id: 2, user_id: 4, tickettype_id: 1, status_id: 1, priority_id: 1 },
      ...{ summary: 'Alex Example', details: '', category_1: '', category_2: '', customfields },
    };
    expect(createHaloWriter(withDefaults).ticket(ticket, map).body).toMatchObject({
      priority_id: 3,
      customfields: [
        { id: 212, value: founded },
        { name: 'CFBudgetCode', value: 7 },
      ],
    });
  });
});
