import { describe, expect, it } from '@jest/globals';

import { readAction, readClient, readListItem, readNamed, readTicket, readUser } from './read-entities.js';

describe('a ticket as the PSA sends it', () => {
  it('is read from the names of the default dialect', () => {
    expect(
      readTicket({
        id: 12,
        tickettype_id: 1,
        status_id: 2,
        summary: 'Jane Doe, Example',
        client_id: 3,
        site_id: 4,
        user_id: 5,
        user_email: ' Jane@Example.com ',
        user_name: 'Jane Doe',
        client_name: 'Example',
        last_updated_by: 7,
        customfields: [{ id: 101, value: 'Provider A' }],
      }),
    ).toEqual({
      id: 12,
      tickettypeId: 1,
      statusId: 2,
      summary: 'Jane Doe, Example',
      clientId: 3,
      siteId: 4,
      userId: 5,
      email: 'jane@example.com',
      userName: 'Jane Doe',
      clientName: 'Example',
      lastUpdatedBy: 7,
      customFields: { 101: 'Provider A' },
    });
  });

  it.each([
    '<Jane@Example.com>',
    'mailto:jane@example.com',
    'jane@exam\u00adple.com',
    'ｊａｎｅ@example.com.',
  ])('has the email of a lead in plain spelling: %j', (email) => {
    expect(readTicket({ id: 12, user_email: email })?.email).toBe('jane@example.com');
    expect(readUser({ id: 5, emailaddress: email })?.email).toBe('jane@example.com');
  });

  it.each([
    ['jane@example.com;jo@example.org', ['jane@example.com', 'jo@example.org']],
    ['jo@example.org, Jane@Example.com', ['jo@example.org', 'jane@example.com']],
    ['"Doe, Jane" <jane@example.com>', ['jane@example.com']],
    ['jane＠example.com', ['jane@example.com']],
    ['jane@example.com\0', ['jane@example.com']],
    ['jane@example.com\0;jo@example.org', ['jane@example.com', 'jo@example.org']],
    ['email:jane@example.com; ask first', ['jane@example.com']],
    ['Jane@example', ['jane@example']],
    ['jane doe@example.com', ['jane doe@example.com']],
    ['none', []],
  ])(
    'has every address of its email, and a text that is none only if there is no other: %j',
    (text, emails) => {
      const [email = null, ...others] = emails;
      const expected = { email, ...(others.length === 0 ? {} : { otherEmails: others }) };
      const of = (found: object | null) =>
        Object.entries(found ?? {}).filter(([name]) => /^(?:other)?e/iu.test(name));
      const read = [readTicket({ id: 12, user_email: text }), readUser({ id: 5, emailaddress: text })];
      read.forEach((found) => {
        expect(Object.fromEntries(of(found))).toEqual(expected);
      });
    },
  );

  it('shows whether it can contain an email of its contact', () => {
    const told = [{ user_email: 'jane@example.com' }, { user_email: '' }, { user: { emailaddress: '' } }];
    const untold = [{}, { user_email: null }, { user: { id: 5 } }];
    told.forEach((row) => {
      expect(readTicket({ id: 12, ...row })?.lacksEmail).toBeUndefined();
    });
    untold.forEach((row) => {
      expect(readTicket({ id: 12, ...row })).toMatchObject({ email: null, lacksEmail: true });
    });
  });

  it('is read if numbers are texts, names have other cases and parts are nested', () => {
    expect(
      readTicket({
        ID: '12',
        TicketTypeId: '2',
        statusid: '10',
        client: { id: '3' },
        user: { id: 5, emailaddress: 'jane@example.com' },
        custom_fields: { CF_105: true },
      }),
    ).toMatchObject({
      id: 12,
      tickettypeId: 2,
      statusId: 10,
      clientId: 3,
      siteId: null,
      userId: 5,
      email: 'jane@example.com',
      lastUpdatedBy: null,
      customFields: { 105: true },
    });
  });

  it.each([
    ['last_updated_by', 'Sam Agent', 'Sam Agent'],
    ['lastupdated_by', '7', 7],
    ['lastupdatedby', { id: 7, name: 'Sam Agent' }, 7],
    ['lastUpdatedBy', { name: 'Sam Agent' }, 'Sam Agent'],
    ['last_update_by', '  ', null],
  ])('shows its last editor from %s', (name, value, expected) => {
    expect(readTicket({ id: 1, [name]: value })?.lastUpdatedBy).toBe(expected);
  });

  it.each([
    [{ status: { id: 2, name: 'Researching' } }, 2],
    [{ status: 'Do Not Contact' }, 6],
    [{ status_id: '6.0' }, 6],
    [{ status_id: 6, status: 'Blocked by sales' }, 6],
    [{ status_id: null, status: 'new lead' }, 1],
  ])('has a status in any of its forms: %j', (row, statusId) => {
    expect(readTicket({ id: 12, ...row })?.statusId).toBe(statusId);
  });

  it.each([[{ status: 'With the board' }], [{ status: { name: 'With the board' } }]])(
    'is past the early stage if its status is unknown: %j',
    (row) => {
      expect(readTicket({ id: 12, ...row })?.statusId).toBeGreaterThan(2);
    },
  );

  it.each([
    [{ tickettype: { id: 2 } }, 2],
    [{ tickettype: 'Prospect' }, 2],
    [{ ticket_type_id: '1' }, 1],
  ])('has a type in any of its forms: %j', (row, type) => {
    expect(readTicket({ id: 12, ...row }, 1)?.tickettypeId).toBe(type);
  });

  it('is not a lead if its type is not one of ours', () => {
    expect(readTicket({ id: 12, tickettype: 'Incident' }, 1)?.tickettypeId).toBeGreaterThan(3);
  });

  it('has the custom fields that are next to its other fields', () => {
    expect(readTicket({ id: 12, cf_105: true, CF101: 'Provider A' })).toMatchObject({
      customFields: { 101: 'Provider A', 105: true },
    });
  });

  it.each([[{ deleted: true }], [{ is_deleted: 1 }], [{ merged_into_id: 7 }]])(
    'is ignored if the PSA returns it although it no longer exists: %j',
    (row) => {
      expect([readTicket, readUser, readClient].map((read) => read({ id: 12, ...row }))).toEqual([
        null,
        null,
        null,
      ]);
      expect(readTicket({ id: 12, deleted: false, merged_into_id: 0 })).not.toBeNull();
    },
  );

  it('has the requested type if none is sent, and never an invented one', () => {
    expect(readTicket({ id: 1 }, 1)?.tickettypeId).toBe(1);
    expect(readTicket({ id: 1, tickettype_id: 2 }, 1)?.tickettypeId).toBe(2);
    expect(readTicket({ summary: 'x' })).toBeNull();
  });
});

describe('other entities', () => {
  it('reads a user', () => {
    expect(
      readUser({
        id: 5,
        firstname: 'Jane',
        surname: 'Doe',
        emailaddress: 'JANE@example.com',
        site_id: '4',
        client_id: 0,
        client_name: 'Example',
      }),
    ).toEqual({
      id: 5,
      email: 'jane@example.com',
      firstName: 'Jane',
      lastName: 'Doe',
      clientId: null,
      clientName: 'Example',
      siteId: 4,
      phonenumber: null,
      linkedinUrl: null,
    });
  });

  it('reads list items with and without their own identifier', () => {
    expect(readListItem({ id: 1, ticket_id: 9 })).toEqual({ id: 1, ticketId: 9 });
    expect(readListItem({ ticketid: '9' })).toEqual({ id: 9, ticketId: 9 });
    expect(readListItem({ id: 1 })).toBeNull();
  });

  it('reads look-ups with the identifier 0, and Actions', () => {
    expect(readNamed({ id: 0, name: 'None' })).toEqual({ id: 0, name: 'None' });
    expect(readAction({ id: 3, ticket_id: 9, note: 'Text' }, 1)).toEqual({
      id: 3,
      ticketId: 9,
      note: 'Text',
    });
    expect(readAction({ id: 3 }, 1)).toEqual({ id: 3, ticketId: 1, note: '' });
  });
});
