import type { OptOutBody } from '@leadbridge/contracts';
import { describe, expect, it } from '@jest/globals';

import { requestOptOut } from './request-opt-out.js';
import { createSuppressionWorld, optOutRecord } from './testing/suppression-world.js';

function begin() {
  const world = createSuppressionWorld();
  return { ...world, request: async (asked: OptOutBody) => requestOptOut(world.deps, asked, 'key_1') };
}

describe('a request not to be contacted', () => {
  it('of a lead suppresses its person by all recorded keys, and marks its ticket', async () => {
    const { request, leads } = begin();
    const record = optOutRecord();
    leads.push(record);
    const { entries, isNew } = await request({ lead_id: 12, reason: ' Asked on the phone ' });
    expect(entries).toMatchObject([
      {
        origin: 'api',
        leadId: 12,
        ticketId: 300,
        person: record.person,
        keys: record.keys,
        // The ticket names the source.
        leadSource: null,
        reason: 'Asked on the phone',
        marks: ['flag', 'status', 'list'],
        requestedBy: 'key_1',
        requestedAt: '2026-01-31T09:00:00.000Z',
      },
    ]);
    expect(isNew).toBe(true);
  });

  it.each<[string, OptOutBody, readonly string[]]>([
    ['an email, in any case', { email: ' ALEX@Example.com ' }, ['email']],
    ['a number', { phone: '(555) 123-4567' }, ['phone']],
    [
      'a company with a name',
      { company: 'Example Inc', first_name: 'Alex', last_name: 'Example' },
      ['company-person'],
    ],
    ['an email and a name at a company', alexAtExample(), ['email', 'company-person']],
  ])('of a person who is named by %s counts by each key that gates imports', async (_name, asked, kinds) => {
    const { entries } = await begin().request(asked);
    expect(entries[0]).toMatchObject({ ticketId: null, leadId: null });
    expect(entries[0]?.keys.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('says which leads it covers, before and after', async () => {
    const { request, leads, entries: stored } = begin();
    leads.push(optOutRecord(), optOutRecord({ leadId: 15, psaTicketId: null }));
    leads.push(optOutRecord({ leadId: 16, keys: [{ kind: 'email', value: 'robin@example.org' }] }));
    const before = await request({ lead_id: 12, dry_run: true });
    expect(before).toMatchObject({ entries: [], isNew: false, leads: [{ leadId: 12 }, { leadId: 15 }] });
    expect(stored.size).toBe(0);
    const after = await request({ lead_id: 12 });
    expect(after.leads).toEqual(before.leads);
    expect(after.isNew).toBe(true);
  });

  it('covers a lead that is named by its id although it has no key', async () => {
    const { request, leads } = begin();
    leads.push(optOutRecord({ keys: [] }));
    expect((await request({ lead_id: 12, dry_run: true })).leads).toMatchObject([{ leadId: 12 }]);
  });

  it('of a person without a lead covers none', async () => {
    expect((await begin().request({ email: 'alex@example.com', dry_run: true })).leads).toEqual([]);
  });

  it('matches the same person, however it is written', async () => {
    const { request } = begin();
    const first = await request({ email: 'alex@example.com' });
    const again = await request({ email: 'Alex@Example.COM' });
    expect([first.isNew, again.isNew]).toEqual([true, false]);
    expect(again.entries).toEqual(first.entries);
  });

  it.each([undefined, '', '   '])('without a reason (%p) uses the default one', async (reason) => {
    const asked = { email: 'alex@example.com', ...(reason === undefined ? {} : { reason }) };
    expect((await begin().request(asked)).entries[0]?.reason).toBe('Opt-out request');
  });

  it('notifies the named provider, by its label', async () => {
    const { entries } = await begin().request({ email: 'alex@example.com', source: 'PROVIDER_B' });
    expect(entries[0]?.leadSource).toBe('Provider B');
  });

  it.each<[string, OptOutBody, object]>([
    ['nobody', {}, { code: 'VALIDATION_ERROR', details: { field: 'email' } }],
    ['a first name alone', { first_name: 'Alex' }, { code: 'VALIDATION_ERROR' }],
    [
      'what is no address',
      { email: 'alex' },
      { code: 'VALIDATION_ERROR', details: { field: 'email', value: 'alex' } },
    ],
    [
      'a number that cannot be read, beside an address',
      { email: 'alex@example.com', phone: '12' },
      { code: 'VALIDATION_ERROR', details: { field: 'phone', value: '12' } },
    ],
    [
      'two numbers in one',
      { phone: '+1 555 123 4567; +1 555 123 4568' },
      { message: 'Name one phone number at a time', details: { field: 'phone' } },
    ],
    ['a lead that does not exist', { lead_id: 99 }, { code: 'RESOURCE_NOT_FOUND', details: { lead_id: 99 } }],
    [
      'a source that is not configured',
      { email: 'alex@example.com', source: 'nobody' },
      { code: 'VALIDATION_ERROR', details: { field: 'source', value: 'nobody' } },
    ],
  ])('that names %s is refused, and nothing is written', async (_name, asked, refusal) => {
    const { request, entries } = begin();
    await expect(request(asked)).rejects.toMatchObject(refusal);
    expect(entries.size).toBe(0);
  });
});

function alexAtExample(): OptOutBody {
  return { email: 'alex@example.com', company: 'Example Inc', first_name: 'Alex', last_name: 'Example' };
}
