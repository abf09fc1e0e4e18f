import { readJobInput } from '@leadbridge/contracts';
import { describe, expect, it } from '@jest/globals';

import { defaultSettings } from '../ports/settings.js';
import { createMemoryImportStore } from '../testing/memory-import-store.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import { erasedRow } from '../work/erased-row.js';
import { jobRecordOf, readJob } from '../work/read-job.js';
import { createTrialLane, TrialLaneBusyError } from '../work/trials.js';
import { optOutsOfJob, takeWaitingOptOuts } from './waiting-opt-outs.js';

const at = Date.parse('2026-01-31T09:00:00.000Z');
const deps = {
  settings: () => ({ ...defaultSettings('US'), integrationUser: { id: 7, name: 'Leadbridge' } }),
  clock: { now: () => at },
};

function optOuts(source: string, rows: readonly unknown[]) {
  return optOutsOfJob(deps, { input: readJobInput('bulk_import', { source }) }, rows);
}

const flagged = { email: 'alex@example.com', do_not_contact: true };

describe('the opt-outs of rows whose lead is not recorded', () => {
  it('come from rows that carry a flag and identify the person', () => {
    const rows = [flagged, { ...flagged, do_not_contact: false }, { do_not_contact: true }, null, 'text'];
    expect(optOuts('csv', rows)).toMatchObject([
      {
        origin: 'import',
        ticketId: null,
        leadId: null,
        leadSource: 'CSV',
        reason: 'CSV says that the person must not be contacted',
        person: { email: 'alex@example.com' },
        keys: [{ kind: 'email', value: 'alex@example.com' }],
        marks: ['flag', 'list'],
        at: '2026-01-31T09:00:00.000Z',
      },
    ]);
  });

  it('may be several for a row that was rejected because it contains several people', () => {
    const contacts = ['alex', 'robin'].map((name) => ({
      first_name: name,
      email: `${name}@example.com`,
      email_unsubscribed: true,
    }));
    expect(optOuts('provider_a', [{ contacts }]).map(({ person }) => person.email)).toEqual([
      'alex@example.com',
      'robin@example.com',
    ]);
  });

  it.each([
    ['the flat form', flagged],
    ['Apollo', { person: { first_name: 'Alex', email: 'alex@example.com', email_unsubscribed: true } }],
    ['ZoomInfo', { contact: { firstName: 'Alex', email: 'alex@example.com', doNotCall: true } }],
    ['Hunter', { data: { first_name: 'Alex', email: 'alex@example.com', sending_status: 'unsubscribed' } }],
    ['HubSpot', { properties: { firstname: 'Alex', email: 'alex@example.com', hs_email_optout: 'true' } }],
  ])(
    'of a source that was removed from the configuration are recorded once in any format: %s',
    (_form, row) => {
      expect(optOuts('gone', [row])).toMatchObject([
        { leadSource: 'gone', person: { email: 'alex@example.com' } },
      ]);
    },
  );
});

async function waiting(rows: readonly unknown[], source = 'csv') {
  const store = createMemoryImportStore();
  const jobs = createMemoryJobs(store);
  const trials = createTrialLane(deps.clock);
  const { runs, importJobs } = jobs;
  const jobId = jobs.add('bulk_import', { source }, { rows: rows.map((data) => ({ data })) });
  const [begun] = await runs.begin([jobId], '2026-01-31T09:00:00.000Z');
  if (begun === undefined) throw new Error('The job has not begun');
  const job = readJob(jobRecordOf('bulk_import', begun));
  const take = async (run = false) =>
    takeWaitingOptOuts({ ...deps, store, runs, trials, importJobs }, job, run ? begun.run : null);
  const emails = () =>
    store.records.flatMap(({ optOuts: taken = [] }) => taken.map(({ person }) => person.email));
  return { ...{ store, runs, trials, jobId, take, emails, run: begun.run } };
}

describe('the opt-outs of rows that wait', () => {
  const others = [{ email: 'robin@example.com' }, null, 'text'];

  it('are recorded without an outcome for the rows', async () => {
    const { store, take, emails } = await waiting([flagged, ...others]);
    await take();
    expect(emails()).toEqual(['alex@example.com']);
    expect(store.records).toMatchObject([
      { rows: [], leads: [], events: [], at: '2026-01-31T09:00:00.000Z' },
    ]);
    expect(store.outcomes.size).toBe(0);
  });

  it('are none of rows without a flag, for which nothing is recorded', async () => {
    const { store, take } = await waiting(others);
    await take();
    expect(store.records).toEqual([]);
  });

  it.each([499, 500, 501, 1_200])('are found in all of %i rows', async (count) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      ...flagged,
      email: `alex${index}@example.com`,
    }));
    const { take, emails } = await waiting(rows);
    await take();
    expect(new Set(emails()).size).toBe(count);
    expect(emails()).toHaveLength(count);
  });

  it('of rows with an outcome were recorded with it', async () => {
    const { store, jobId, take, emails } = await waiting([
      flagged,
      { ...flagged, email: 'robin@example.com' },
    ]);
    store.outcomes.set(`${jobId}#0`, { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'no' });
    await take();
    expect(emails()).toEqual(['robin@example.com']);
  });

  it('are read one row at a time if processes have crashed', async () => {
    const { store, take, emails } = await waiting([
      flagged,
      ...others,
      { ...flagged, email: 'kim@example.com' },
    ]);
    await take(true);
    expect(emails()).toEqual(['alex@example.com', 'kim@example.com']);
    expect(store.records).toHaveLength(2);
  });

  it('of a row that has crashed each process are not read, which operators see', async () => {
    const { store, runs, run, jobId, take, emails } = await waiting([
      flagged,
      { ...flagged, email: 'kim@example.com' },
    ]);
    for (let crash = 0; crash < 6; crash += 1) await runs.beginTrial(run, 0);
    await take(true);
    expect(emails()).toEqual(['kim@example.com']);
    expect(store.errorLog).toMatchObject([
      {
        level: 'error',
        fault: 'service',
        message: expect.stringContaining('Whether the row contains an opt-out could not be read'),
        ...{ jobId, leadSource: 'csv', oncePerJob: true, rows: [{ index: 0, row: 1 }] },
      },
    ]);
  });

  it('wait while another row of the process is tried alone', async () => {
    const { trials, take, emails } = await waiting([flagged]);
    const leave = trials.enter('job_other');
    await expect(take(true)).rejects.toThrow(TrialLaneBusyError);
    expect(emails()).toEqual([]);
    leave();
    await take(true);
    expect(emails()).toEqual(['alex@example.com']);
  });

  it.each(['csv', 'gone'])(
    'are none of people who had opted out before they were erased, of whose rows nothing is left: from %s',
    async (source) => {
      const rows = [flagged, { ...flagged, email: 'kim@example.com' }, { email: 'robin@example.com' }];
      const { store, jobId, take, emails } = await waiting(rows, source);
      store.optedOut.set('email:alex@example.com', { suppressionId: null });
      store.optedOut.set('email:robin@example.com', { suppressionId: null });
      await take();
      expect(emails()).toEqual(['kim@example.com']);
      const outcome = (index: number) => store.outcomes.get(`${jobId}#${index}`);
      expect([0, 1, 2].map(outcome)).toEqual([erasedRow, undefined, erasedRow]);
      await take();
      expect(store.records.flatMap(({ rows: decided }) => decided)).toHaveLength(2);
    },
  );
});
