import { describe, expect, it } from '@jest/globals';

import { fakeService, jobView } from '../testing/fake-service.js';
import { erase } from './erase.js';

const accepted = { 'POST /erasures': { job_id: 'job_1' } };

describe('leadbridge erase', () => {
  it.each([
    [{ email: 'alex@example.com' }, { email: 'alex@example.com' }],
    [{ phone: '+1 212 555 0100' }, { phone: '+1 212 555 0100' }],
    [{ leadId: 7 }, { lead_id: 7 }],
  ])('asks for the person of %j', async (options, body) => {
    const { context, sent } = fakeService(accepted);
    expect(await erase(context, { ...options, yes: true })).toBe(true);
    expect(sent[0]?.options).toMatchObject({ body });
  });

  it('lists what would be erased, without a question', async () => {
    const result = { dry_run: true, erased: { leads: 1 } };
    const { context, sent, results } = fakeService(accepted, { progress: [jobView({ result })] });
    const confirm = async () => Promise.reject(new Error('Nobody is to be asked'));
    const options = { email: 'alex@example.com', dryRun: true };
    expect(await erase({ ...context, terminal: { ...context.terminal, confirm } }, options)).toBe(true);
    expect(sent[0]?.options).toMatchObject({ body: { email: 'alex@example.com', dry_run: true } });
    expect(JSON.parse(results.join('\n'))).toEqual(result);
  });

  it.each([
    [{}],
    [{ email: 'a@example.com', leadId: 7 }],
    [{ email: 'a@example.com', phone: '1', leadId: 7 }],
  ])('sends nothing for %j, which does not name one person', async (options) => {
    const { context, sent } = fakeService(accepted);
    await expect(erase(context, { ...options, yes: true })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^Give exactly one of/),
    });
    expect(sent).toEqual([]);
  });

  it('shows the result, and what is left to do in the PSA', async () => {
    const result = { erased: { leads: 1 }, psa: { what_to_do: ['Delete these tickets in the PSA.'] } };
    const { context, results, notes } = fakeService(accepted, { progress: [jobView({ result })] });
    expect(await erase(context, { leadId: 7, yes: true })).toBe(true);
    expect(JSON.parse(results.join('\n'))).toEqual(result);
    expect(notes.at(-1)).toBe('Delete these tickets in the PSA.');
  });

  it('shows whose number it may be if several people have it, and reports that nothing was done', async () => {
    const error = { code: 'VALIDATION_ERROR', message: 'Several people', details: { lead_ids: [3, 5] } };
    const progress = [jobView({ status: 'failed', result: null, error })];
    const { context, results, notes } = fakeService(accepted, { progress });
    expect(await erase(context, { phone: '1', yes: true })).toBe(false);
    expect(results).toEqual([]);
    expect(notes.slice(-2)).toEqual(['VALIDATION_ERROR: Several people', 'Leads with this number: 3, 5']);
  });

  it.each([
    ['yes', true, 1, null],
    ['no', false, 0, { exitCode: 1, message: 'Nothing was erased' }],
    ['nobody', null, 0, { exitCode: 2, message: expect.stringMatching(/--yes/) }],
  ])('asks first, and Enter is no: the reply is %s', async (_who, reply, requests, error) => {
    const { context, sent } = fakeService(accepted);
    const asked: unknown[] = [];
    const terminal = {
      ...context.terminal,
      confirm: async (question: string, enter?: string) => {
        asked.push([question, enter]);
        return Promise.resolve(reply);
      },
    };
    const erased = erase({ ...context, terminal }, { email: 'alex@example.com' });
    await (error === null ? expect(erased).resolves.toBe(true) : expect(erased).rejects.toMatchObject(error));
    expect(asked).toEqual([['Erase the person with the email alex@example.com permanently?', 'no']]);
    expect(sent.filter(({ path }) => path === '/erasures')).toHaveLength(requests);
  });
});
