import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { createPsaClient, type PsaClientHandle } from '@leadbridge/integrations';
import { silentLogger, systemClock } from '@leadbridge/platform';
import { connectMongo, createPsaCallers } from '@leadbridge/store';
import { Redis } from 'ioredis';

import { importHarnessOn, type ImportWork } from '../support/import-harness.js';
import { startThirdPsa, type ThirdPsa } from '../support/third-psa/third-psa.js';
import { thirdDialect } from '../support/third-psa/third-dialect.js';

interface Opened {
  readonly psa: PsaClientHandle;
  readonly third: ThirdPsa;
  close(): Promise<void>;
}

let harness: ImportWork & Opened;

async function openServers() {
  const { mongodbUri, redisUrl, redisKeyPrefix: keyPrefix } = testServers();
  const third = await startThirdPsa();
  const mongo = await connectMongo(mongodbUri);
  const redis = new Redis(redisUrl);
  const psa = createPsaClient(
    {
      ...{ url: third.url, clientId: 'unused', clientSecret: 'unused', scope: 'all', keyPrefix, redis },
      ...{ timeoutSeconds: 30, settleSeconds: 0.1, rateLimit: 100_000, rateWindowSeconds: 60 },
      ...{ callers: createPsaCallers(mongo), clock: systemClock, logger: silentLogger },
    },
    thirdDialect,
  );
  const close = async (): Promise<void> => {
    psa.close();
    await third.close();
    await redis.quit();
    await mongo.close();
  };
  return { third, mongo, psa, close };
}

beforeAll(async () => {
  harness = await importHarnessOn(await openServers());
});

afterAll(async () => {
  await harness.close();
});

const leadOf = (name: string, organization: object = {}) => ({
  person: { first_name: 'Ada', last_name: name, email: `${name}@third.example.com`, title: 'CTO' },
  organization: {
    name: `Company ${name}`,
    industry: 'Software',
    estimated_num_employees: 120,
    ...organization,
  },
});

async function imported(lead: object): Promise<Readonly<Record<string, unknown>>> {
  const jobId = await harness.singleJob(lead);
  await harness.worker().runSingle(jobId, true);
  const { result, error } = await harness.single(jobId);
  return { ...result, ...(error === null ? {} : { error }) };
}

async function importedInBulk(leads: readonly object[]): Promise<void> {
  await harness.worker().finishBulk(await harness.bulkJob(leads), true);
}

/** How many tickets each of these people has. */
function ticketsOf(names: readonly string[]): readonly number[] {
  return names.map((name) => {
    const ids = harness.third
      .rows('contacts')
      .filter(({ email }) => email === `${name}@third.example.com`)
      .map(({ id }) => id);
    return harness.third.rows('tickets').filter(({ contactId }) => ids.includes(contactId)).length;
  });
}

const ticketOf = (result: Readonly<Record<string, unknown>>) =>
  harness.third.rows('tickets').find(({ id }) => id === result['psaTicketId']);

describe('imports into a PSA of a third kind, with a dialect that only tests have,', () => {
  it('create a lead, skip it when it is repeated, and update changes with a note', async () => {
    const created = await imported(leadOf('first'));
    expect(created).toMatchObject({ result: 'created' });
    expect(ticketOf(created)).toMatchObject({
      title: 'Ada first - Company First',
      queueId: 8,
      typeId: 1,
      statusId: 1,
      udf: { 101: 'Provider A', 105: false },
    });
    expect(await imported(leadOf('first'))).toMatchObject({ result: 'skipped' });
    const updated = await imported(leadOf('first', { technology_names: ['Kubernetes'] }));
    expect(updated).toMatchObject({ result: 'updated', psaTicketId: created['psaTicketId'] });
    expect(ticketOf(updated)).toMatchObject({ udf: { 106: 'Kubernetes' } });
    expect(harness.third.rows('notes')).toMatchObject([{ ticketId: created['psaTicketId'] }]);
  });

  it('find an existing ticket by its contact, and preserve manual work', async () => {
    const accountId = harness.third.add('accounts', { name: 'Company known' });
    const person = { first: 'Ada', last: 'known', email: 'known@third.example.com', accountId };
    const contactId = harness.third.add('contacts', person);
    const ticket = { title: 'By hand', text: '', typeId: 1, statusId: 3, udf: {}, accountId, contactId };
    const id = harness.third.add('tickets', ticket);

    const result = await imported(leadOf('known', { technology_names: ['Kubernetes'] }));

    expect(result).toMatchObject({ result: 'preserved', psaTicketId: id });
    expect(ticketOf(result)).toMatchObject({ title: 'By hand', udf: {} });
    expect(ticketsOf(['known'])).toEqual([1]);
  });

  it('make one ticket per person while every fourth response is lost', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `bulk${'abcdefghij'[index] ?? ''}`);
    harness.third.loseResponses(4);
    await importedInBulk([...names, ...names.slice(0, 3)].map((name) => leadOf(name)));
    harness.third.loseResponses(0);

    expect(ticketsOf(names)).toEqual(names.map(() => 1));
    await importedInBulk(names.map((name) => leadOf(name)));
    expect(ticketsOf(names)).toEqual(names.map(() => 1));
  });

  it('create a company whose name is truncated once', async () => {
    const name = 'The Very Long Established Company of Somewhere and Elsewhere Limited by Guarantee';
    await imported(leadOf('long', { name }));
    await imported(leadOf('longer', { name }));

    expect(
      harness.third.rows('accounts').filter((row) => String(row['name']).startsWith('The Very')),
    ).toHaveLength(1);
  });

  it('treat a 500 that is a refusal as one: nothing is retried, and its reason is returned', async () => {
    harness.third.demand('tickets', 'budgetCode');
    const before = harness.third.refusals();
    const { error } = await imported(leadOf('refused'));
    harness.third.demand('tickets', null);

    expect(JSON.stringify(error)).toContain('budgetCode is required');
    expect(harness.third.refusals() - before).toBe(1);
    expect(harness.psa.calls().failures).toBeNull();
    expect(ticketsOf(['refused'])).toEqual([0]);
  });
});
