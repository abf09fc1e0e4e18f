import { describe, expect, it } from '@jest/globals';

import { statusNumber } from './halo-map.js';
import {
  isGone,
  mainSiteOf,
  readHaloAction,
  readHaloClient,
  readHaloOpportunity,
  readHaloUser,
  readTags,
  readTicketRow,
  readWholeHaloTicket,
  rowFields,
} from './read-halo.js';
import { haloField, haloMapOf } from './testing/halo-map.js';

const map = haloMapOf({
  typeIds: new Map([
    [1, 31],
    [3, 33],
  ]),
  statusIds: new Map([
    [1, 61],
    [statusNumber('won'), 75],
  ]),
  fields: new Map([
    haloField(101, { type: 'dropdown', options: new Map([['provider a', { id: 1, name: 'Provider A' }]]) }),
    haloField(102),
    haloField(105, { type: 'boolean' }),
    haloField(112, { type: 'integer' }),
    haloField(302),
  ]),
});
const row = {
  id: 9,
  tickettype_id: 31,
  status_id: 61,
  summary: 'Alex &amp; Co',
  client_id: 2,
  user_id: 4,
  third_party_id_string: 'lb:1',
};
const person = {
  id: 4,
  firstname: 'Alex',
  surname: 'Example',
  emailaddress: 'Alex@Example.com',
  client_id: 2,
};

describe('a row of a list of tickets', () => {
  it("has the specification's numbers, the key, and no custom fields", () => {
    expect(readTicketRow(row, map)).toMatchObject({
      id: 9,
      tickettypeId: 1,
      statusId: 1,
      summary: 'Alex & Co',
      clientId: 2,
      userId: 4,
      ownKey: 'lb:1',
      lastUpdatedBy: null,
      customFields: {},
      lacksCustomFields: true,
    });
  });

  it.each([
    ['deleted', { deleted: true }],
    ['inactive', { inactive: 'true' }],
    ['merged into another ticket', { merged_into_id: 12 }],
  ])('is ignored if it is %s', (_what, changes) => {
    expect(isGone({ ...row, ...changes })).toBe(true);
    expect(readTicketRow({ ...row, ...changes }, map)).toBeNull();
  });

  it('shows an opt-out if it includes the field, even though it may lack others', () => {
    const fields = (value: unknown) => ({ ...row, customfields: [{ id: 305, value }] });
    expect(readTicketRow(fields(true), map)).toMatchObject({ doNotContact: true });
    expect(readTicketRow(fields('false'), map)).toMatchObject({ doNotContact: false });
    expect(readTicketRow(row, map)).not.toHaveProperty('doNotContact');
  });

  it.each([
    ['a type of another kind', { tickettype_id: 1 }, { tickettypeId: 1_001 }],
    ['no type', { tickettype_id: null }, { tickettypeId: 1_000 }],
    ['a status of another kind', { status_id: 9 }, { statusId: 1_009 }],
    ['no status', { status_id: undefined }, { statusId: 1_000 }],
  ])('with %s is not a lead at an early stage', (_what, changes, expected) => {
    expect(readTicketRow({ ...row, ...changes }, map)).toMatchObject(expected);
  });
});

describe('a ticket that was read by its id', () => {
  it('has its custom fields and details', () => {
    const ticket = readWholeHaloTicket(
      {
        ...row,
        details: 'R&amp;D',
        customfields: [
          { id: 301, value: 1 },
          { id: 302, value: 'Cloud' },
          { id: 305, value: 'True' },
          { id: 312, value: '1998' },
          { id: 999, value: 'not ours' },
        ],
      },
      map,
    );
    expect(ticket).toMatchObject({
      details: 'R&D',
      customFields: { 101: 'Provider A', 102: 'Cloud', 105: true, 112: 1998 },
    });
    expect(ticket).not.toHaveProperty('lacksCustomFields');
  });

  it('may still lack its custom fields', () => {
    expect(readWholeHaloTicket(row, map)).toMatchObject({ customFields: {}, lacksCustomFields: true });
  });

  it.each([
    ['by id', { 302: 'Cloud' }],
    ['by name', { CF102: 'Cloud' }],
    ['by name, each as an object', { CF102: { value: 'Cloud' } }],
  ])('may have its custom fields as an object, %s', (_how, customfields) => {
    expect(rowFields({ ...row, customfields }, map)).toEqual({ 102: 'Cloud' });
  });
});

describe('a contact', () => {
  it('has all its email addresses, each once', () => {
    const emails = { email2: 'second@example.com', email3: 'ALEX@example.com' };
    expect(readHaloUser({ ...person, ...emails }, null)).toMatchObject({
      email: 'alex@example.com',
      otherEmails: ['second@example.com'],
      linkedinUrl: null,
    });
    expect(readHaloUser(person, null)).not.toHaveProperty('otherEmails');
  });

  it('has every address of each of its fields', () => {
    const emails = {
      emailaddress: 'a@example.com;b@example.com',
      email2: '"Doe, Jo" <c@example.com>',
      email3: 'A＠example.com, d@example.com\0',
    };
    expect(readHaloUser({ ...person, ...emails }, null)).toMatchObject({
      email: 'a@example.com',
      otherEmails: ['b@example.com', 'c@example.com', 'd@example.com'],
    });
  });

  it('is kept if it is inactive, because its person may have opted out', () => {
    expect(readHaloUser({ ...person, inactive: true }, null)).toMatchObject({ isInactive: true });
  });

  it('has its LinkedIn address in the property that the settings name', () => {
    const property = { property: 'linkedin' };
    expect(readHaloUser({ ...person, linkedin: 'https://x' }, property)).toMatchObject({
      linkedinUrl: 'https://x',
    });
    expect(readHaloUser({ ...person, linkedin: '' }, property)).not.toHaveProperty('isPartial');
  });

  it.each([
    ['a list', [{ name: 'cf linkedin', value: 'https://x' }]],
    ['an object', { 'CF-LinkedIn': 'https://x' }],
  ])('has it in a custom field, in %s, however its name is spelled', (_form, customfields) => {
    expect(readHaloUser({ ...person, customfields }, { customField: 'CF LinkedIn' })).toMatchObject({
      linkedinUrl: 'https://x',
    });
  });

  it.each([[{ property: 'linkedin' }], [{ customField: 'CFLinkedIn' }]])(
    'is partial if its row does not show the field: %j',
    (linkedinField) => {
      expect(readHaloUser(person, linkedinField)).toMatchObject({ linkedinUrl: null, isPartial: true });
    },
  );
});

it('a client that is deleted or inactive is ignored', () => {
  expect(readHaloClient({ id: 2, name: 'Acme' })).toMatchObject({ id: 2, name: 'Acme' });
  expect(readHaloClient({ id: 2, name: 'Acme', inactive: true })).toBeNull();
});

it.each([
  [8, 8],
  ['8', 8],
  [0, null],
  [undefined, null],
])('a main site %j is %j', (value, expected) => {
  expect(mainSiteOf({ main_site_id: value })).toBe(expected);
});

it('an action of the system has no agent', () => {
  expect(readHaloAction({ id: 1, note: 'x', who_agentid: 12 }, 9)).toMatchObject({ agentId: 12 });
  expect(readHaloAction({ id: 1, note: 'x', who_agentid: 0 }, 9)).toMatchObject({ agentId: null });
});

describe('an opportunity', () => {
  const opportunity = { ...row, tickettype_id: 33, status_id: 75, oppreason: 'Price' };

  it('has the native fields of HaloPSA as custom fields', () => {
    expect(
      readHaloOpportunity({ ...opportunity, customfields: [{ id: 502, value: 'Quote' }] }, map),
    ).toMatchObject({
      id: 9,
      customFields: { 301: null, 302: 'Quote', 303: null, 304: 'Price' },
    });
  });

  it('is none if it is deleted, or a ticket of another type', () => {
    expect(readHaloOpportunity({ ...opportunity, deleted: true }, map)).toBeNull();
    expect(readHaloOpportunity(row, map)).toBeNull();
  });
});

it.each([
  [
    [{ text: 'Warm' }, { name: 'Cold' }, 'Hot', { id: 3 }],
    ['Warm', 'Cold', 'Hot'],
  ],
  [undefined, []],
  ['Warm', []],
])('tags %j are read as %j', (tags, expected) => {
  expect(readTags({ tags })).toEqual(expected);
});
