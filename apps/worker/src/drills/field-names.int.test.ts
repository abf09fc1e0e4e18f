import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '@leadbridge/devkit';

import { callerOf, type Caller } from './testing/caller.js';

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystem({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
}, 120_000);

afterAll(async () => {
  await system.stop();
}, 60_000);

const exported = (number: number, changes: object = {}) => ({
  'First Name': 'Ada',
  'Last Name': `Number${number}`,
  Email: `ada.${number}@example.com`,
  'Company Name': `Company ${number}`,
  'Job Title': 'CTO',
  'Phone Number': '+1 415 555 0132',
  'No. of Employees': '120',
  ...changes,
});

describe('the names that other tools give the fields', () => {
  it('give the lead its company, title, phone and size, in a bulk and alone', async () => {
    const single = await api.importLead(exported(1), { source: 'csv' });
    expect(single).toMatchObject({ status: 201, body: { result: 'created', warnings: [] } });
    const { body } = await api.importBulk([exported(2), exported(3)], { source: 'csv' });
    expect(body).toMatchObject({ successful: 2, failed: 0 });
    expect((body['results'] as { warnings?: unknown }[]).flatMap(({ warnings }) => warnings ?? [])).toEqual(
      [],
    );

    expect(system.simulator.clients().map(({ name }) => name)).toEqual([
      'Company 1',
      'Company 2',
      'Company 3',
    ]);
    expect(system.simulator.users()).toContainEqual(
      expect.objectContaining({
        emailaddress: 'ada.2@example.com',
        jobtitle: 'CTO',
        phonenumber: '+14155550132',
      }),
    );
    expect(system.simulator.tickets()[1]?.customfields).toMatchObject({ 108: '51-200' });
  });
});

describe('keys that name no field', () => {
  const lead = exported(10, { Firm: 'Elsewhere', compnay: 'Elsewhere', Fax: '' });
  const warnings = [
    '"compnay" is not known and was ignored; did you mean company?',
    'Not known and ignored: "Firm"',
  ];

  it('are named in the warnings of the lead, and of its row', async () => {
    expect((await api.importLead(lead, { source: 'csv' })).body['warnings']).toEqual(warnings);
    const { body } = await api.importBulk([{ ...lead, Email: 'ada.11@example.com' }], { source: 'csv' });
    expect(body['results']).toMatchObject([{ index: 0, warnings }]);
  });

  it('refuse the lead, or its row alone, with strict', async () => {
    const single = await api.importLead(lead, { source: 'csv', options: { strict: true } });
    expect(single).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'VALIDATION_ERROR',
          details: { errors: [{ field: 'data.Firm' }, { field: 'data.compnay', value: 'Elsewhere' }] },
        },
      },
    });
    const leads = [{ ...lead, Email: 'ada.12@example.com' }, exported(13)];
    const { body } = await api.call('POST', '/sync/leads/bulk', {
      source: 'csv',
      leads,
      options: { strict: true },
    });
    expect(body).toMatchObject({
      results: [{ index: 1, result: 'created' }],
      errors: [{ index: 0, code: 'VALIDATION_ERROR', error: '"data.Firm" is not a known field' }],
    });
  });

  it('are told where the lead lacks what they may have been meant for', async () => {
    const { body } = await api.importLead({ 'First Name': 'Ada', Firm: 'Acme' }, { source: 'csv' });
    expect(JSON.stringify(body)).toContain('Firm');
  });
});
