import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { openImportHouse, type ImportHouse } from '../testing/import-house.js';

let house: ImportHouse;

beforeAll(async () => {
  house = await openImportHouse({ psaDialect: 'halopsa' });
});
afterEach(() => {
  house.simulator.faults.clear();
});
afterAll(async () => {
  await house.close();
});

const leadOf = (name: string, changes: object = {}) => ({
  person: { first_name: 'Ada', last_name: name, email: `${name}@halo.example.com`, title: 'CTO' },
  organization: { name: `Company ${name}`, industry: 'Software', estimated_num_employees: 120 },
  ...changes,
});

async function importOne(lead: object): Promise<Readonly<Record<string, unknown>>> {
  const jobId = await house.singleJob(lead);
  await house.worker().runSingle(jobId, true);
  const { result } = await house.job(jobId);
  return result as Readonly<Record<string, unknown>>;
}

const halo = () => {
  const { halo: simulated } = house.simulator;
  if (simulated === null) {
    throw new Error('The simulator does not speak halopsa');
  }
  return simulated;
};

describe('imports into a HaloPSA', () => {
  it('create a lead of the mapped type and status, with its fields, its key and its lists as tags', async () => {
    const result = await importOne(leadOf('first'));
    const ticket = house.simulator.ticket(Number(result['psa_ticket_id']));
    expect(ticket).toMatchObject({
      tickettype_id: 1,
      status_id: 1,
      summary: 'Ada first - Company First',
      user_email: 'first@halo.example.com',
      customfields: { 101: 'Provider A', 105: false },
    });
    expect(halo().ownKey(ticket?.id ?? 0)).toMatch(/^lb:[0-9a-f]{32}$/);
    expect(halo().tags(ticket?.id ?? 0)).toEqual(
      expect.arrayContaining(['Source: Provider A', 'Cold', 'Mid-Market']),
    );
  });
});
