import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import { createHaloDialect } from '../halopsa/halo-dialect.js';
import { preparedHalo } from '../halopsa/testing/prepared-halo.js';
import { unsharedTickets } from '../halopsa/testing/unshared-tickets.js';
import { haloSettings, psaDialectDefaults } from '../psa-variables.js';
import type { PsaOperations } from './psa-dialect.js';
import type { JsonRecord } from './read-json.js';
import { createSpecDialect } from './spec-dialect.js';
import { cannedIo } from './testing/canned-io.js';

const client = {
  url: 'https://psa.test',
  clientId: 'client-id',
  clientSecret: 'client-secret',
  scope: 'all',
};
const dialects = {
  spec: createSpecDialect(client),
  halopsa: createHaloDialect({
    client,
    settings: haloSettings({ ...psaDialectDefaults, psaDialect: 'halopsa' }),
    listNames: () => [],
    doNotContactList: () => 'Do Not Contact',
    sourceLabels: () => ['Provider A'],
    takesArrays: () => true,
    withTicketLock: unsharedTickets,
    clock: { now: () => 0 },
    logger: silentLogger,
  }),
};

const ticket = {
  key: 'lb:00000000000000000000000000000001',
  lists: [],
  client_id: 2,
  site_id: 8,
  user_id: 4,
  tickettype_id: 1,
  status_id: 1,
  priority_id: 3,
  summary: 'Alex D’Arcy - Example Software S.A.',
  details: 'A lead\nReference: job_1#0',
  category_1: '',
  category_2: '',
  customfields: [],
};
const opportunity = {
  summary: 'Example Software - Cloud',
  client_id: 2,
  user_id: 4,
  details: 'A deal\nReference: opp_1',
  customfields: [],
  sales: { value: null, probability: null, closeDate: null },
  contact: { name: 'Alex Example', company: 'Example Software', email: 'alex@example.com' },
};
const user = {
  client_id: 2,
  site_id: 8,
  firstname: 'Alex',
  surname: 'Example',
  emailaddress: 'alex@example.com',
};
const { emailaddress: _email, ...nameless } = user;

/** How each kind is created, and what a response shows if it names somebody else's. */
const kinds: Readonly<
  Record<
    string,
    readonly [create: (session: PsaOperations) => Promise<unknown>, strangers: readonly JsonRecord[]]
  >
> = {
  client: [
    async (session) => session.createClients([{ name: 'O’Brien Software S.A.' }]),
    [{ name: 'Sample Trading' }],
  ],
  site: [async (session) => session.createSites([{ client_id: 2, name: 'Main' }]), [{ client_id: 3 }]],
  contact: [
    async (session) => session.createUsers([user]),
    [{ emailaddress: 'robin@example.org' }, { emailaddress: 'Robin <robin@example.org>' }],
  ],
  'contact without an address': [
    async (session) => session.createUsers([nameless]),
    [{ firstname: 'Robin' }, { surname: 'Sample' }, { client_id: 3 }],
  ],
  ticket: [
    async (session) => session.createTickets([ticket]),
    [
      { details: 'A lead\nReference: job_1#1', third_party_id_string: 'lb:2' },
      { details: 'Printer on fire', summary: 'Printer on fire', third_party_id_string: 'other' },
      { details: 'Printer on fire', user_id: 5, third_party_id_string: null },
      { details: null, third_party_id_string: null, tickettype_id: 99 },
      { details: null, third_party_id_string: null, user_id: 5 },
      { details: null, third_party_id_string: null, client_id: 3 },
      { details: null, third_party_id_string: null, summary: 'Printer on fire' },
    ],
  ],
  opportunity: [
    async (session) => session.createOpportunity(opportunity),
    [
      { details: 'A deal\nReference: opp_2' },
      { details: '', user_id: 5 },
      { details: '', client_id: 3 },
      { details: '', summary: 'Another deal' },
      { details: 'A template', summary: 'Another deal' },
    ],
  ],
};

/** The forms of a response to one object. */
const forms: readonly (readonly [what: string, form: (row: JsonRecord) => unknown])[] = [
  ['bare', (row) => row],
  ['in an array', (row) => [row]],
  ['wrapped', (row) => ({ data: row })],
  ['with its place', (row) => [{ index: 0, status: 201, ...row }]],
  ['held by its place', (row) => [{ index: 0, status: 201, id: row['id'], record: row }]],
];

/** Differences that a PSA makes by storing an object. */
const stored: readonly (readonly [what: string, store: (row: JsonRecord) => JsonRecord])[] = [
  ['as it was sent', (row) => row],
  ['with its id alone', () => ({})],
  ['in capitals', (row) => changed(row, (text) => text.toUpperCase(), ['name', 'summary', 'emailaddress'])],
  ['with spaces', (row) => changed(row, (text) => ` ${text.replaceAll(' ', '  ')} `)],
  ['with numbers as texts', (row) => ({ ...row, client_id: String(row['client_id']) })],
  [
    'with other quotes and dashes, and without a final dot',
    (row) => changed(row, (text) => text.replaceAll(/[’-]/gu, "'").replace(/\.$/u, '')),
  ],
  ['in another site and status', (row) => ({ ...row, site_id: 77, status_id: 77 })],
  ['with details of its own', (row) => ({ ...row, details: 'By a template', third_party_id_string: '' })],
  ['with details that it cut', (row) => ({ ...row, details: 'A', third_party_id_string: '' })],
  ['without details', (row) => ({ ...row, details: '', third_party_id_string: '' })],
];

function changed(row: JsonRecord, change: (text: string) => string, names?: readonly string[]): JsonRecord {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && (names ?? ['name', 'summary']).includes(name) ? change(value) : value,
    ]),
  );
}

async function sentBy(name: keyof typeof dialects, create: (session: PsaOperations) => Promise<unknown>) {
  const canned = cannedIo(preparedHalo);
  await create(dialects[name].open(canned.io));
  const body: unknown = canned.written[0]?.body;
  const [item]: readonly JsonRecord[] = Array.isArray(body) ? body : [];
  return item ?? {};
}

describe.each(['spec', 'halopsa'] as const)('what the dialect %s responded about a new', (name) => {
  const { creation } = dialects[name];

  describe.each(Object.entries(kinds))('%s', (_kind, [create, strangers]) => {
    const read = async (respond: (item: JsonRecord) => unknown) => {
      const item = await sentBy(name, create);
      return creation.readSingle(respond(item), { key: 'rows' }, item);
    };

    it.each(forms.flatMap(([what, form]) => stored.map(([how, store]) => [what, how, form, store] as const)))(
      'is believed, %s, %s',
      async (_what, _how, form, store) => {
        expect(await read((item) => form({ ...store(item), id: 12 }))).toEqual({ ok: true, id: 12 });
      },
    );

    it.each(forms.flatMap(([what, form]) => strangers.map((other) => [what, other, form] as const)))(
      'is looked up if it is somebody else’s, %s: %j',
      async (_what, other, form) => {
        expect(await read((item) => form({ ...item, ...other, id: 12 }))).toMatchObject({
          ok: false,
          uncertain: true,
        });
      },
    );

    it.each(strangers.map((other) => [other]))('is looked up in an array: %j', async (other) => {
      const item = await sentBy(name, create);
      const rows = [item, item].map((each, index) => ({
        ...each,
        ...(index === 0 ? other : {}),
        ...(name === 'spec' ? { index, status: 201 } : {}),
        id: 12 + index,
      }));
      const results = creation.readArray(rows, [item, item], { key: 'rows' });
      expect(results).toMatchObject({
        kind: 'results',
        results: [
          { ok: false, uncertain: true },
          { ok: true, id: 13 },
        ],
      });
    });
  });
});
