import { describe, expect, it } from '@jest/globals';

import {
  parseDefaults,
  parseFieldNames,
  parseStatusNames,
  parseTypeName,
  parseUserField,
} from './halo-settings.js';

describe('the names of custom fields', () => {
  it.each([
    ['', {}],
    ['101=CFLeadSource', { 101: 'CFLeadSource' }],
    [' 101 = CF Lead Source , 113= ,', { 101: 'CF Lead Source', 113: '' }],
    ['102=a=b', { 102: 'a=b' }],
    ['113', { 113: '' }],
  ])('%j', (text, expected) => {
    expect(parseFieldNames(text)).toEqual(expected);
  });

  it.each(['100=x', 'lead=x', '=x'])('%j is refused, with an example', (text) => {
    expect(() => parseFieldNames(text)).toThrow(/such as 101=CFLeadSource/);
  });
});

describe('the names of statuses', () => {
  it('are by status', () => {
    expect(parseStatusNames('new_lead=Fresh, contacted=71')).toEqual({ new_lead: 'Fresh', contacted: '71' });
  });

  it.each(['fresh=New Lead', 'new_lead', 'new_lead=', 'undone=x'])(
    '%j is refused, with the possible statuses',
    (text) => {
      expect(() => parseStatusNames(text)).toThrow(/new_lead=New Lead, of .*do_not_contact/);
    },
  );
});

describe('default values', () => {
  it('are numbers, booleans or texts, by entity and field', () => {
    expect(
      parseDefaults('ticket.priority_id=3,client.toplevel_id=-12,ticket.CFBudget_1=true,user.notes=a b'),
    ).toEqual({
      ticket: { priority_id: 3, CFBudget_1: true },
      client: { toplevel_id: -12 },
      user: { notes: 'a b' },
    });
  });

  it('keep a number with too many digits as a text, so that none is lost', () => {
    expect(parseDefaults('ticket.a=12345678901234567890')).toEqual({ ticket: { a: '12345678901234567890' } });
  });

  it.each(['priority_id=3', 'lead.priority_id=3', 'ticket.priority id=3', 'ticket.priority_id=', 'ticket'])(
    '%j is refused, with the possible entities',
    (text) => {
      expect(() => parseDefaults(text)).toThrow(/ticket.priority_id=3, of ticket, user, client, site/);
    },
  );
});

describe('the field of a contact', () => {
  it.each([
    ['off', null],
    ['OFF', null],
    ['jobtitle', { property: 'jobtitle' }],
    ['cf:CF LinkedIn', { customField: 'CF LinkedIn' }],
    ['CF: CFLinkedIn ', { customField: 'CFLinkedIn' }],
  ])('%j', (text, expected) => {
    expect(parseUserField(text)).toEqual(expected);
  });

  it.each(['', 'job title', 'cf:', 'a.b', 'x'.repeat(61)])('%j is refused', (text) => {
    expect(() => parseUserField(text)).toThrow('a property of the user');
  });
});

describe('the name of a type', () => {
  it.each([
    ['Lead', 'Lead'],
    ['31', '31'],
    ['type:Lead', 'Lead'],
    ['TYPE: Sales Lead ', 'Sales Lead'],
    ['Lead (sales: inbound)', 'Lead (sales: inbound)'],
  ])('%j', (text, expected) => {
    expect(parseTypeName(text)).toBe(expected);
  });

  it.each(['template:Lead', 'type:', 'type:  '])('%j is refused', (text) => {
    expect(() => parseTypeName(text)).toThrow('the name or the id of a ticket type');
  });
});
