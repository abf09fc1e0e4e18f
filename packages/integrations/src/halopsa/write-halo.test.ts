import { describe, expect, it } from '@jest/globals';
import type { NewPsaOpportunity, NewPsaTicket, NewPsaUser } from '@leadbridge/usecases';

import { haloSettings, psaDialectDefaults } from '../psa-variables.js';
import { statusNumber } from './halo-map.js';
import { haloField, haloMapOf } from './testing/halo-map.js';
import { createHaloWriter, fitText } from './write-halo.js';

type Changes = Partial<typeof psaDialectDefaults>;

const options = new Map([
  ['provider a', { id: 1, name: 'Provider A' }],
  ['11 50', { id: 2, name: '11 - 50' }],
]);
const map = haloMapOf({
  typeIds: new Map([
    [1, 31],
    [2, 32],
    [3, 33],
  ]),
  statusIds: new Map([
    [1, 61],
    [2, 62],
    [statusNumber('new_opportunity'), 71],
  ]),
  fields: new Map([
    haloField(101, { type: 'dropdown', options }),
    haloField(102, { maxLength: 5 }),
    haloField(105, { type: 'boolean' }),
    haloField(112, { type: 'integer' }),
    haloField(302),
  ]),
});
const writer = (changes: Changes = {}) =>
  createHaloWriter(haloSettings({ ...psaDialectDefaults, psaDialect: 'halopsa', ...changes }));

const newTicket = (changes: Partial<NewPsaTicket> = {}): NewPsaTicket => ({
  key: 'lb:1',
  lists: ['Cold', 'Source: Provider A'],
  client_id: 2,
  site_id: 8,
  user_id: 4,
  tickettype_id: 1,
  summary: 'Alex Example - Example Software',
  details: 'Imported',
  status_id: 1,
  priority_id: 3,
  category_1: 'Lead',
  category_2: 'Provider A',
  customfields: [],
  ...changes,
});
const newUser: NewPsaUser = {
  site_id: 8,
  client_id: 2,
  firstname: 'Alex',
  surname: 'Example',
  emailaddress: 'alex@example.com',
  jobtitle: 'CTO',
  linkedin_url: 'https://www.linkedin.com/in/alex',
};
const newOpportunity: NewPsaOpportunity = {
  summary: 'Alex Example',
  client_id: 2,
  user_id: 4,
  details: 'Notes',
  customfields: [],
  sales: { value: null, probability: null, closeDate: null },
  contact: { name: 'Alex Example', company: null, email: null },
};

describe('a new ticket', () => {
  it("has the tenant's type and status, the key, and the lists as tags", () => {
    const { body, warnings } = writer().ticket(newTicket(), map);
    expect(body).toEqual({
      summary: 'Alex Example - Example Software',
      details: 'Imported',
      tickettype_id: 31,
      status_id: 61,
      client_id: 2,
      site_id: 8,
      user_id: 4,
      third_party_id_string: 'lb:1',
      customfields: [],
      tags: [{ text: 'Cold' }, { text: 'Source: Provider A' }],
    });
    expect(warnings).toEqual([]);
  });

  it.each<[string, number, string | number | boolean, unknown]>([
    ['the id of an option', 101, 'Provider A', 1],
    ['the id of an option that is spelled differently', 101, '11-50', 2],
    ['nothing, to clear a dropdown', 101, '', ''],
    ['a text', 102, 'Cloud', 'Cloud'],
    ['a text, for a number in a text field', 102, 7, '7'],
    ['a boolean', 105, true, true],
    ['a number', 112, 1998, 1998],
  ])('gets %s', (_what, number, value, expected) => {
    const { body, warnings } = writer().ticket(newTicket({ customfields: [{ id: number, value }] }), map);
    expect(body['customfields']).toEqual([{ id: number + 200, value: expected }]);
    expect(warnings).toEqual([]);
  });

  it('leaves out an option that the dropdown lacks, and reports it', () => {
    const { body, warnings } = writer().ticket(
      newTicket({ customfields: [{ id: 101, value: 'Provider Z' }] }),
      map,
    );
    expect(body['customfields']).toEqual([]);
    expect(warnings).toEqual(["CF_101: the PSA's CF101 has no option 'Provider Z'; it was left out"]);
  });

  it('leaves out a field that the PSA does not have', () => {
    const { body } = writer().ticket(newTicket({ customfields: [{ id: 113, value: 'Berlin' }] }), map);
    expect(body['customfields']).toEqual([]);
  });

  it('cuts a text to what its field holds, never within a character, and reports it', () => {
    const { body, warnings } = writer().ticket(
      newTicket({ customfields: [{ id: 102, value: 'Fine😀 and more' }] }),
      map,
    );
    expect(body['customfields']).toEqual([{ id: 302, value: 'Fine' }]);
    expect(warnings).toEqual(["CF_102: the PSA's CF102 holds 5 characters; it was cut"]);
  });

  it('has no tags if lists are off', () => {
    expect(writer({ psaLists: 'off' }).ticket(newTicket(), map).body).not.toHaveProperty('tags');
  });

  it('has categories only if they are switched on', () => {
    expect(writer().ticket(newTicket(), map).body).not.toHaveProperty('category_1');
    expect(writer({ psaCategories: true }).ticket(newTicket(), map).body).toMatchObject({
      category_1: 'Lead',
      category_2: 'Provider A',
    });
  });

  it('takes default values for properties and custom fields, unless the lead has a value', () => {
    const write = writer({ psaDefaults: 'ticket.priority_id=3,ticket.CF102=Other,ticket.CFBudgetCode=7' });
    expect(write.ticket(newTicket(), map).body).toMatchObject({
      priority_id: 3,
      customfields: [
        { id: 302, value: 'Other' },
        { name: 'CFBudgetCode', value: 7 },
      ],
    });
    const own = newTicket({ customfields: [{ id: 102, value: 'Cloud' }] });
    expect(write.ticket(own, map).body['customfields']).toEqual([
      { id: 302, value: 'Cloud' },
      { name: 'CFBudgetCode', value: 7 },
    ]);
  });

  it('never loses its own values to a default', () => {
    const write = writer({ psaDefaults: 'ticket.summary=x,ticket.tickettype_id=1,ticket.status_id=2' });
    expect(write.ticket(newTicket(), map).body).toMatchObject({
      summary: 'Alex Example - Example Software',
      tickettype_id: 31,
      status_id: 61,
    });
  });

  it('asks the PSA to run no automations if writes are to be silent', () => {
    expect(writer({ psaSilentWrites: true }).ticket(newTicket(), map).body).toMatchObject({
      _dont_fire_automations: true,
    });
  });

  it('is refused before it is sent if the tenant lacks its type or status', () => {
    expect(() => writer().ticket(newTicket({ tickettype_id: 4 }), map)).toThrow(/no ticket type/);
    expect(() => writer().ticket(newTicket({ status_id: 3 }), map)).toThrow(/no status number 3/);
  });
});

describe('changes of a ticket', () => {
  it("are written in the tenant's ids", () => {
    expect(
      writer().ticketChanges(
        { tickettype_id: 2, status_id: 2, customfields: [{ id: 105, value: true }] },
        map,
      ),
    ).toEqual({ tickettype_id: 32, status_id: 62, customfields: [{ id: 305, value: true }] });
  });

  it.each([
    ['nothing changes', {}],
    ['the PSA has no such field', { customfields: [{ id: 113, value: 'Berlin' }] }],
    ['the dropdown has no such option', { customfields: [{ id: 101, value: 'Provider Z' }] }],
    ['categories are off', { category_1: 'Prospect' }],
  ])('are empty if %s', (_when, changes) => {
    expect(writer().ticketChanges(changes, map)).toEqual({});
  });
});

describe('a contact', () => {
  const bodyOf = (changes: Changes) => writer(changes).user(newUser);

  it('has its job title and LinkedIn address in properties', () => {
    expect(bodyOf({ psaJobTitleField: 'jobtitle', psaLinkedinField: 'linkedin' })).toEqual({
      client_id: 2,
      site_id: 8,
      firstname: 'Alex',
      surname: 'Example',
      name: 'Alex Example',
      emailaddress: 'alex@example.com',
      jobtitle: 'CTO',
      linkedin: 'https://www.linkedin.com/in/alex',
    });
  });

  it('has both in custom fields, side by side', () => {
    expect(bodyOf({ psaJobTitleField: 'cf:CFTitle', psaLinkedinField: 'cf:CFLinkedIn' })).toMatchObject({
      customfields: [
        { name: 'CFTitle', value: 'CTO' },
        { name: 'CFLinkedIn', value: 'https://www.linkedin.com/in/alex' },
      ],
    });
  });

  it('has neither if both are off', () => {
    expect(JSON.stringify(bodyOf({ psaJobTitleField: 'off', psaLinkedinField: 'off' }))).not.toMatch(
      /CTO|linkedin/,
    );
  });

  it('has empty names if the lead has none, as HaloPSA refuses missing ones', () => {
    const { firstname: _first, surname: _last, ...nameless } = newUser;
    expect(writer().user(nameless)).toMatchObject({ firstname: '', surname: '', name: '' });
  });

  it('is changed only in what has changed', () => {
    const write = writer({ psaLinkedinField: 'cf:CFLinkedIn' });
    expect(write.userChanges({ phonenumber: '+1 212 555 0100' })).toEqual({ phonenumber: '+1 212 555 0100' });
    expect(write.userChanges({ linkedin_url: 'x' })).toEqual({
      customfields: [{ name: 'CFLinkedIn', value: 'x' }],
    });
    expect(writer({ psaLinkedinField: 'off' }).userChanges({ linkedin_url: 'x' })).toEqual({});
  });
});

describe('an opportunity', () => {
  it('has what is known, in the native fields of HaloPSA', () => {
    const body = writer().opportunity(
      {
        ...newOpportunity,
        sales: { value: 0, probability: 0, closeDate: '2026-03-31T23:30:00.000Z' },
        customfields: [
          { id: 301, value: 'Cloud' },
          { id: 302, value: 'Quote' },
          { id: 303, value: 'Acme' },
          { id: 304, value: 'Price' },
        ],
      },
      map,
      8,
    );
    expect(body).toMatchObject({
      tickettype_id: 33,
      status_id: 71,
      site_id: 8,
      oppvalue: 0,
      oppconversionprobability: 0,
      targetdate: '2026-03-31T12:00:00Z',
      oppproductchosen: 'Cloud',
      oppcompetitors: 'Acme',
      oppreason: 'Price',
      oppcontactname: 'Alex Example',
      oppcompanyname: '',
      customfields: [{ id: 502, value: 'Quote' }],
    });
  });

  it('leaves out what is not known', () => {
    const body = writer().opportunity({ ...newOpportunity, client_id: null, user_id: null }, map, null);
    for (const name of ['client_id', 'user_id', 'site_id', 'oppvalue', 'targetdate', 'customfields']) {
      expect(body).not.toHaveProperty(name);
    }
  });

  it('gets the first status of its type if the tenant lacks ours', () => {
    const lacking = { ...map, statusIds: new Map([[1, 61]]) };
    expect(writer().opportunity(newOpportunity, lacking, 8)).not.toHaveProperty('status_id');
  });

  it('is changed only in what has changed', () => {
    expect(writer().opportunityChanges({ sales: { probability: 50 } }, map)).toEqual({
      oppconversionprobability: 50,
    });
  });
});

describe('the form in which a field stores a text', () => {
  it.each<[string, number, string, string]>([
    ['the name of the option', 101, 'PROVIDER a', 'Provider A'],
    ['empty for an unknown option', 101, 'Provider Z', ''],
    ['as much as fits', 102, 'Clouds', 'Cloud'],
    ['empty for a field that the PSA does not have', 113, 'Berlin', ''],
  ])('is %s', (_what, number, text, expected) => {
    expect(fitText(map.fields.get(number), text)).toBe(expected);
  });
});

it('a note has the outcome of the tenant', () => {
  const note = { ticket_id: 9, note: 'Called', hiddenfromuser: true, outcome: 'Note' };
  expect(writer().note(note, map)).toEqual({
    ticket_id: 9,
    outcome_id: 4,
    note: 'Called',
    hiddenfromuser: true,
  });
});
