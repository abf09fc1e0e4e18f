import { describe, expect, it } from '@jest/globals';
import {
  defaultSources,
  factsOfLead,
  findSource,
  personKeys,
  readPayload,
  type Lead,
  type SuppressionKey,
} from '@leadbridge/domain';
import type { SuppressionStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { leadModel } from '../lead/lead-model.js';
import { createSuppressionStore } from '../suppression/suppression-store.js';
import { findSuppressedKeys, hashSuppressedKeys } from '../suppression/suppressed-keys.js';
import { personKeysOfRelease100 } from './person-keys.js';
import { useTestDatabase } from '../testing/use-test-database.js';

let mongo: Connection;
let suppressions: SuppressionStore;

useTestDatabase((opened) => {
  mongo = opened;
  suppressions = createSuppressionStore(mongo);
  leadModel(mongo);
});

const at = new Date('2026-01-31T09:00:00.000Z');

function leadOf(data: object): Lead {
  const source = findSource(defaultSources, 'csv');
  const read = source === null ? null : readPayload(source, data, { defaultCountry: 'US' });
  if (read?.ok !== true) {
    throw new Error('The test lead cannot be read');
  }
  return read.lead;
}

/** A lead as release 1.0 recorded it. */
async function recordLead(leadId: number, key: string, data: object, doNotContact: boolean): Promise<void> {
  const lead = leadOf(data);
  await leadModel(mongo).collection.insertOne({
    _id: leadId,
    key,
    psaTicketId: leadId,
    lead,
    sources: { csv: { kind: 'flat', lead, receivedAt: at.toISOString() } },
    status: 'new_lead',
    doNotContact,
    createdAt: at,
    updatedAt: at,
  } as never);
}

/** An opt-out as release 1.0 wrote it: every known key blocks. */
async function recordOptOut(id: string, leadId: number | null, keys: readonly string[]): Promise<void> {
  await mongo.collection<{ _id: string }>('suppressions').insertOne({
    _id: id,
    identity: `${leadId ?? 'person'}/${keys[0] ?? ''}`,
    references: [],
    origin: 'api',
    ticketId: leadId,
    leadId,
    person: { email: null, firstName: null, lastName: null, companyName: null },
    keys,
    leadSource: 'CSV',
    provider: null,
    reason: 'Opt-out request',
    requestedBy: 'key_1',
    requestedAt: at,
    status: 'suppressed',
    statusReason: null,
    error: null,
    statusAt: at,
    attempts: 1,
    lastAttemptAt: at,
    pushAt: null,
    retryUntil: at,
    marks: [],
    notes: [],
    ticketAt: null,
    ticketAttempts: 0,
    spreadAt: null,
    announced: true,
    fence: 1,
  } as never);
  await mongo.collection('suppressed_keys').insertMany(keys.map((key) => ({ key, at })));
}

async function upgradeAll(): Promise<void> {
  await personKeysOfRelease100.run(mongo);
}

const gates = async (...keys: readonly SuppressionKey[]) =>
  [...(await findSuppressedKeys(mongo, keys)).keys()].sort();

const jane = { email: 'jane@acme.example', name: 'Jane Miller', company: 'Acme', phone: '+12025550123' };
const byPhone = { kind: 'phone', value: '12025550123' } as const;
const byPhoneAndName = { kind: 'phone-person', value: '12025550123-janemiller' } as const;

describe('the upgrade from release 1.0', () => {
  it('makes a merely known number block only together with the name', async () => {
    await recordLead(1, 'email:jane@acme.example', jane, true);
    await recordOptOut('sup_1', 1, ['email:jane@acme.example', 'phone:12025550123']);
    await upgradeAll();
    const email = { kind: 'email', value: jane.email } as const;
    const company = { kind: 'company-person', value: 'acme-janemiller' } as const;
    expect(await gates(email, company, byPhone, byPhoneAndName)).toEqual(
      [
        'company-person:acme-janemiller',
        'email:jane@acme.example',
        'phone-person:12025550123-janemiller',
      ].sort(),
    );
    expect((await findSuppressedKeys(mongo, [email])).get('email:jane@acme.example')).toEqual({
      suppressionId: 'sup_1',
    });
  });

  it('keeps a number that opted out alone blocking alone', async () => {
    await recordOptOut('sup_1', null, ['phone:12025550123']);
    await upgradeAll();
    expect(await gates(byPhone)).toEqual(['phone:12025550123']);
  });

  it('finds the leads that release 1.0 did not', async () => {
    await recordLead(1, 'email:jane@acme.example', jane, true);
    await recordLead(2, 'email:jane@home.example', { ...jane, email: 'jane@home.example' }, false);
    await recordOptOut('sup_1', 1, ['email:jane@acme.example']);
    await upgradeAll();
    const due = await suppressions.due(new Date().toISOString(), 10);
    expect(due).toEqual(['sup_1']);
    const entry = await suppressions.find('sup_1');
    await suppressions.propagate(entry as NonNullable<typeof entry>, 2, new Date().toISOString());
    const other = await leadModel(mongo).findById(2).lean();
    expect(other).toMatchObject({ doNotContact: true });
    expect(await gates({ kind: 'email', value: 'jane@home.example' })).toHaveLength(1);
  });

  it('leaves a key alone that belongs to no entry any more, and finishes', async () => {
    await mongo.collection('suppressed_keys').insertOne({ key: 'email:left@over.example', at });
    await upgradeAll();
    expect(await gates({ kind: 'email', value: 'left@over.example' })).toHaveLength(1);
  });
});

describe('the upgrade from keys in which ø was another letter than o, and a degree a name', () => {
  const sorensen = { first_name: 'Søren', last_name: 'Sørensen', company: 'Ødegård A/S', phone: jane.phone };
  const formerKey = 'company-person:ødegardas-sørensørensen';
  const key = 'company-person:odegardas-sorensorensen';

  /** A lead as an earlier release recorded it, which took the degree for a name. */
  async function recordFormer(leadId: number, former: string, lead: Lead): Promise<void> {
    await leadModel(mongo).collection.insertOne({
      ...{ _id: leadId, key: former, psaTicketId: leadId, lead, personKeys: [former], searchTerms: [] },
      sources: { csv: { kind: 'flat', lead, receivedAt: at.toISOString() } },
      ...{ status: 'new_lead', doNotContact: false, createdAt: at, updatedAt: at },
    } as never);
  }

  it('gives leads their present keys, and keeps the former ones', async () => {
    const doe = { ...leadOf(jane), lastName: 'Miller, PhD', email: null };
    await recordFormer(1, formerKey, leadOf(sorensen));
    await recordFormer(2, 'company-person:acme-janemillerphd|job/7', doe);
    await upgradeAll();
    const [first, second] = await leadModel(mongo).find().sort({ _id: 1 }).lean();
    expect([first?.key, second?.key]).toEqual([key, 'company-person:acme-janemiller|job/7']);
    expect(first?.personKeys).toEqual(expect.arrayContaining([key, formerKey]));
    expect(first?.searchTerms).toContain('sorensen');
    expect(second?.personKeys).toEqual(
      expect.arrayContaining(['company-person:acme-janemiller', 'company-person:acme-janemillerphd']),
    );
  });

  it('leaves the second of two leads that are one person now its key', async () => {
    await recordFormer(1, key, leadOf({ ...sorensen, first_name: 'Soren', last_name: 'Sorensen' }));
    await recordFormer(2, formerKey, leadOf(sorensen));
    await upgradeAll();
    const leads = await leadModel(mongo).find().sort({ _id: 1 }).lean();
    expect(leads.map((lead) => lead.key)).toEqual([key, formerKey]);
    expect(leads[1]?.personKeys).toContain(key);
  });

  it('loses no opt-out, and blocks the other spelling as well', async () => {
    await recordOptOut('sup_1', null, [formerKey]);
    await mongo.collection<{ _id: string }>('suppressions').updateOne(
      { _id: 'sup_1' },
      {
        $set: {
          person: { email: null, firstName: 'Søren', lastName: 'Sørensen', companyName: 'Ødegård A/S' },
        },
      },
    );
    const keysOf = (data: object) => personKeys([factsOfLead(leadOf(data))]);
    const asWritten = keysOf({ ...sorensen, phone: undefined });
    const other = keysOf({ first_name: 'Soren', last_name: 'Sorensen', company: 'Odegard A/S' });
    expect((await gates(...asWritten)).length).toBe(1);
    await upgradeAll();
    expect((await gates(...asWritten)).length).toBe(2);
    expect(await gates(...other)).toEqual([key]);
  });

  it('blocks an address that was written with a typographic sign also as it was typed', async () => {
    const written = 'email:o’neil@example.com';
    await recordOptOut('sup_1', null, [written]);
    const person = { email: 'o’neil@example.com', firstName: null, lastName: null, companyName: null };
    await mongo.collection<{ _id: string }>('suppressions').updateOne({ _id: 'sup_1' }, { $set: { person } });
    await upgradeAll();
    expect(await gates(...personKeys([{ email: "o'neil@example.com" }]))).toEqual([
      "email:o'neil@example.com",
    ]);
    expect(await gates(...personKeys([{ email: 'O’Neil@example.com' }]))).toContain(written);
  });

  it('finds the hash of a former key, from which no other can be derived', async () => {
    await hashSuppressedKeys(mongo, { known: [], gating: [formerKey] });
    await upgradeAll();
    expect(await gates(...personKeys([factsOfLead(leadOf(sorensen))]))).toEqual([formerKey]);
  });
});
