import { describe, expect, it } from '@jest/globals';
import type { KeyFields } from '@leadbridge/domain';

import type { ErasureInput, LeadSketch, OpenRow } from '../ports/erasure.js';
import type { Suppression } from '../ports/suppression.js';
import { defaultSettings } from '../ports/settings.js';
import { findPerson } from './find-person.js';

const nothing = { email: null, phone: null, firstName: null, lastName: null, company: { name: null } };
const alex = { ...nothing, firstName: 'Alex', lastName: 'Example', company: { name: 'Example Works' } };
const phone = '+12025550143';

interface World {
  readonly leads?: Readonly<Record<number, Partial<KeyFields>>>;
  readonly keys?: Readonly<Record<number, string>>;
  readonly suppressions?: readonly Partial<Suppression>[];
  readonly rows?: readonly Partial<OpenRow>[];
}

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}

async function search({ leads = {}, keys = {}, suppressions = [], rows = [] }: World, asked: ErasureInput) {
  const sketches = Object.entries(leads).map(([id, fields]): LeadSketch => {
    const leadId = Number(id);
    return {
      leadId,
      key: keys[leadId] ?? `of-${id}`,
      personKeys: [],
      psaTicketId: 1_000 + leadId,
      fields: { ...nothing, ...fields },
    };
  });
  const entries = suppressions.map((entry, index) => ({
    ...{ suppressionId: `sup_${index}`, leadId: null, ticketId: null, person: null, keys: [] },
    ...entry,
  })) as Suppression[];
  const open = rows.map((row, index) => ({
    ...{ jobId: 'job_1', index, ofBulk: true, source: 'csv', data: null, isBegun: false },
    ...row,
  }));
  return await findPerson(
    {
      store: {
        leads: () => each(sketches),
        fieldsOf: async (ids) =>
          sketches.filter(({ leadId }) => ids.includes(leadId)).map(({ fields }) => fields),
        suppressions: () => each(entries),
        openRows: () => each(open),
      },
      settings: () => defaultSettings('US'),
      job: { createdAt: '2026-01-31T09:00:00.000Z' },
    },
    asked,
  );
}

async function foundBy(world: World, asked: ErasureInput) {
  const result = await search(world, asked);
  if ('kind' in result) {
    throw new Error(JSON.stringify(result));
  }
  return result;
}

describe('the search for a person', () => {
  it('follows what each record adds, until nothing new is found', async () => {
    const leads = {
      1: { ...alex, email: 'alex@example.com' },
      2: { ...alex, email: 'a.example@example.org', phone },
      3: { firstName: 'Alex', lastName: 'Example', email: 'alex@example.net', phone },
      4: { phone },
      5: { firstName: 'Robin', lastName: 'Sample', email: 'robin@example.com', phone },
      6: { ...alex, email: 'other@example.com', company: { name: 'Elsewhere' } },
    };
    const found = await foundBy({ leads }, { email: 'alex@example.com' });
    expect(found.leadIds).toEqual([1, 2, 3, 4]);
    expect(found.person.emails).toEqual(['alex@example.com', 'a.example@example.org', 'alex@example.net']);
    expect(found.companyKeys).toEqual(['exampleworks']);
    expect((await foundBy({ leads }, { lead_id: 3 })).leadIds).toEqual([1, 2, 3, 4]);
    expect((await foundBy({ leads }, { lead_id: 5 })).leadIds).toEqual([4, 5]);
  });

  it('matches a lead by the key that it was first recorded under', async () => {
    const leads = { 1: { email: 'new@example.com' }, 2: { phone } };
    const keys = { 1: 'email:old@example.com', 2: 'email:old@example.com|job_1#3' };
    expect((await foundBy({ leads, keys }, { email: 'old@example.com' })).leadIds).toEqual([1, 2]);
  });

  it('takes an opt-out of the same ticket for theirs only until its person has been read', async () => {
    const robin = { email: 'robin@example.com', firstName: 'Robin', lastName: 'Sample', companyName: null };
    const leads = { 1: { email: 'alex@example.com' }, 2: { email: robin.email } };
    const ofRobin = { ticketId: 1_001, keys: [{ kind: 'email', value: robin.email } as const] };
    const read: World = { leads, suppressions: [{ ...ofRobin, person: robin }] };
    expect((await foundBy(read, { lead_id: 1 })).leadIds).toEqual([1]);
    const unread: World = { leads, suppressions: [{ ...ofRobin, person: null }] };
    expect((await foundBy(unread, { lead_id: 1 })).leadIds).toEqual([1, 2]);
  });

  it('uses opt-outs for data that no lead has', async () => {
    const world: World = {
      leads: { 1: { email: 'alex@example.com' }, 2: { ...alex, email: 'second@example.com' } },
      suppressions: [
        {
          leadId: 1,
          keys: [
            { kind: 'email', value: 'alex@example.com' },
            { kind: 'company-person', value: 'exampleworks-alexexample' },
          ],
          person: {
            email: 'alex@example.com',
            firstName: 'Alex',
            lastName: 'Example',
            companyName: 'Example Works',
          },
        },
      ],
    };
    expect((await foundBy(world, { email: 'alex@example.com' })).leadIds).toEqual([1, 2]);
  });

  it('excludes companies that have other leads', async () => {
    const leads = {
      1: { ...alex, email: 'alex@example.com' },
      2: {
        firstName: 'Robin',
        lastName: 'Sample',
        email: 'robin@example.com',
        company: { name: 'EXAMPLE WORKS, Inc.' },
      },
    };
    expect((await foundBy({ leads }, { lead_id: 1 })).companyKeys).toEqual([]);
  });

  it('accepts a number that belongs to only one person', async () => {
    const leads = {
      1: { ...alex, email: 'alex@example.com', phone },
      2: { phone },
      3: { ...alex, email: 'a@example.org' },
    };
    expect((await foundBy({ leads }, { phone })).leadIds).toEqual([1, 2, 3]);
    expect((await foundBy({}, { phone })).person.phones).toEqual(['12025550143']);
  });

  it.each([
    [
      'two on record',
      { leads: { 1: { email: 'a@example.com', phone }, 2: { email: 'b@example.com', phone } } },
    ],
    [
      'one on record, and one who is about to be',
      {
        leads: { 1: { ...alex, email: 'a@example.com', phone } },
        rows: [{ data: { first_name: 'Robin', email: 'b@example.com', phone } }],
      },
    ],
  ] satisfies [string, World][])('refuses a number of several people: %s', async (_who, world) => {
    const result = await search(world, { phone });
    expect(result).toMatchObject({ kind: 'refused', error: { code: 'VALIDATION_ERROR' } });
    expect(JSON.stringify(result)).not.toContain('2025550143');
  });

  it('refuses more leads than a person has, and a lead that does not exist', async () => {
    const leads = Object.fromEntries(
      Array.from({ length: 1_001 }, (_, index) => [index + 1, { email: 'info@example.com' }]),
    );
    expect(await search({ leads }, { email: 'info@example.com' })).toMatchObject({ kind: 'refused' });
    expect(await search({}, { lead_id: 1 })).toMatchObject({
      error: { code: 'RESOURCE_NOT_FOUND' },
    });
  });
});
