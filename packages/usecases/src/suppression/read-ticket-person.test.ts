import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { PsaUnavailableError } from '../ports/psa-errors.js';
import type { OptOutRecord } from '../ports/suppression.js';
import { createMemoryPsa } from '../testing/memory-psa.js';
import { readLeadSource, readTicketPerson } from './read-ticket-person.js';
import { optOutRecord } from './testing/suppression-world.js';

const alexKey = { kind: 'email', value: 'alex@example.com' } as const;

async function read(
  shown: Partial<TicketSnapshot>,
  {
    record = null,
    psa = createMemoryPsa(),
  }: { record?: OptOutRecord | null; psa?: ReturnType<typeof createMemoryPsa> } = {},
) {
  const ticket = psa.addTicket({ id: 300, ...shown });
  const leadsOfTicket = async () => Promise.resolve(record === null ? [] : [record]);
  return await readTicketPerson(ticket, psa.session(), { leadsOfTicket }, 'US');
}

function withContact(contact = {}) {
  const psa = createMemoryPsa();
  psa.addUser({ id: 200, email: 'Alex@Example.com', firstName: 'Alex', lastName: 'Example', ...contact });
  return psa;
}

describe('the person of an opt-out ticket', () => {
  it('is the recorded one if the ticket has the same address, without reading the contact', async () => {
    const psa = withContact();
    const record = optOutRecord();
    const found = await read({ email: 'alex@example.com', userId: 200 }, { record, psa });
    expect(found.person).toEqual(record.person);
    expect(found.keys).toContainEqual(alexKey);
    expect(psa.calls).toEqual([]);
  });

  it('has every key in the record and the ticket', async () => {
    const phone = { kind: 'phone-person', value: '+15551234567-alexexample' } as const;
    const { keys } = await read(
      { email: 'alex@example.com', clientName: 'Example Inc', userName: 'Alex Example' },
      { record: optOutRecord({ keys: [alexKey, phone] }) },
    );
    expect(keys.map(({ kind }) => kind)).toEqual(['email', 'phone-person', 'company-person']);
  });

  it('is the new contact if people have changed it on the ticket', async () => {
    const found = await read(
      { email: 'robin@example.org', userName: 'Robin Sample', clientName: 'Example Inc' },
      { record: optOutRecord() },
    );
    expect(found.person).toMatchObject({
      email: 'robin@example.org',
      firstName: 'Robin',
      lastName: 'Sample',
    });
    expect(found.keys).not.toContainEqual(alexKey);
  });

  it('is distinguished by the address, even if company and name are the same', async () => {
    const named = { userName: 'Alex Example', clientName: 'Example Inc' };
    const { keys } = await read({ email: 'alex@example.com', ...named });
    expect(keys.map(({ kind }) => kind)).toEqual(['email', 'company-person']);
    const record = optOutRecord({ keys });
    const found = await read({ email: 'alex.other@example.com', ...named }, { record });
    expect(found.person.email).toBe('alex.other@example.com');
    expect(found.keys).not.toContainEqual(alexKey);
  });

  it('is the contact if the ticket has no address', async () => {
    const psa = withContact({ otherEmails: ['alex@home.example'], phonenumber: '+1 555 123 4567' });
    const found = await read({ userId: 200, clientName: 'Example Inc' }, { psa });
    expect(found.person).toEqual({
      email: 'alex@example.com',
      otherEmails: ['alex@home.example'],
      firstName: 'Alex',
      lastName: 'Example',
      companyName: 'Example Inc',
    });
    // An opt-out applies to each of the person's addresses.
    expect(found.keys).toEqual(
      expect.arrayContaining([alexKey, { kind: 'email', value: 'alex@home.example' }]),
    );
  });

  it('is the recorded one if the contact is the same person', async () => {
    const record = optOutRecord({ keys: [alexKey, { kind: 'email', value: 'old@example.com' }] });
    const found = await read({ userId: 200 }, { record, psa: withContact() });
    expect(found.person).toEqual(record.person);
    expect(found.keys).toEqual(expect.arrayContaining([...record.keys]));
  });

  const company = { kind: 'company-person', value: 'acme-adaexample' } as const;
  const ada = { userId: 200, userName: 'Ada Example', summary: 'Ada Example - Acme' } as const;

  it('is the recorded one if the client has another name than the company of the lead', async () => {
    const record = optOutRecord({ keys: [company] });
    const found = await read({ ...ada, clientName: 'Acme Holdings' }, { record });
    expect(found.person).toEqual(record.person);
    expect(found.keys).toContainEqual(company);
  });

  it('also has the key of the company in the summary, whatever address and client people have given it', async () => {
    const changed = { email: 'ada@new.example', clientName: 'Acme Holdings' };
    expect((await read({ ...ada, ...changed })).keys).toContainEqual(company);
  });

  it('is the recorded one while the ticket has the contact of the lead, with every address of both', async () => {
    const record = optOutRecord({ psaUserId: 200 });
    const named = { userId: 200, userName: 'alex', clientName: 'example.com' };
    const without = await read({ ...named, email: null }, { record });
    expect(without.keys).toContainEqual(alexKey);
    const { person, keys } = await read({ ...named, email: 'alex@new.example' }, { record });
    expect(person).toEqual({ ...record.person, otherEmails: ['alex@new.example'] });
    expect(keys).toEqual(expect.arrayContaining([alexKey, { kind: 'email', value: 'alex@new.example' }]));
  });

  it.each([null, 'none', 'unsubscribed'])(
    'is the recorded one if the ticket shows nobody: %j',
    async (email) => {
      for (const summary of ['alex@example.com', 'Please do not call']) {
        expect((await read({ email, summary }, { record: optOutRecord() })).keys).toEqual([alexKey]);
      }
    },
  );

  it.each([
    ['two addresses in one text', 'a@example.com;b@example.com', ['a@example.com', 'b@example.com']],
    ['a name', '"Doe, Jo" <a@example.com>', ['a@example.com']],
    ['a full-width sign', 'a＠example.com', ['a@example.com']],
    ['a trailing NUL', 'a@example.com\0', ['a@example.com']],
    ['no address', 'a@example', []],
  ])('has each usable address and no other text: %s', async (_what, email, emails) => {
    for (const shown of [{ email }, { userId: 200 }]) {
      const found = await read(shown, { psa: withContact({ email }) });
      expect([found.person.email ?? [], found.person.otherEmails ?? []].flat()).toEqual(emails);
      expect(found.keys.filter(({ kind }) => kind === 'email').map(({ value }) => value)).toEqual(emails);
    }
  });

  it('has the further addresses of the contact if the PSA shows none on the ticket', async () => {
    const psa = withContact({ otherEmails: ['alex@home.example'] });
    const shown = {
      lacksEmail: true,
      userId: 200,
      userName: 'Alex Example',
      clientName: 'Example Inc',
    } as const;
    const company = { kind: 'company-person', value: 'example-alexexample' } as const;
    const { person, keys } = await read(shown, { record: optOutRecord({ keys: [alexKey, company] }), psa });
    expect(person).toEqual({ ...optOutRecord().person, otherEmails: ['alex@home.example'] });
    expect(keys).toContainEqual({ kind: 'email', value: 'alex@home.example' });
  });

  it('is parsed from the summary if nothing else is known', async () => {
    const { person } = await read({ summary: 'Alex Maria Example - Example Inc' });
    expect(person).toEqual({
      email: null,
      firstName: 'Alex',
      lastName: 'Maria Example',
      companyName: 'Example Inc',
    });
    expect((await read({ summary: 'Call back' })).person).toEqual({
      email: null,
      firstName: null,
      lastName: null,
      companyName: null,
    });
  });

  it('does not wait for a contact that the PSA refuses to return, but for one that it cannot return now', async () => {
    const psa = withContact();
    psa.faults.plan('getUser', 'refused', 'away');
    const shown = { userId: 200, summary: 'Alex Example - Example Inc' };
    expect((await read(shown, { psa })).person.firstName).toBe('Alex');
    await expect(read(shown, { psa })).rejects.toThrow(PsaUnavailableError);
  });

  it.each([
    [{ 101: ' Provider A ' }, 'Provider A'],
    [{ 101: null }, ''],
    [{}, ''],
  ])('names its source as CF_101 does (%p)', async (customFields, leadSource) => {
    const psa = createMemoryPsa();
    expect(readLeadSource(psa.addTicket({ customFields }))).toBe(leadSource);
    expect((await read({ customFields, email: 'alex@example.com' })).leadSource).toBe(leadSource);
  });
});
