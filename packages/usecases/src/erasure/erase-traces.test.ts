import { describe, expect, it } from '@jest/globals';
import { ERASED } from '@leadbridge/domain';

import { behind, eraseTraces } from './erase-traces.js';
import { erasureStages } from '../ports/erasure.js';
import { createErasureWorld, erasureAt, errorLog } from './testing/erasure-world.js';

describe('the traces of a person', () => {
  it.each([0, 1, 999, 1_000, 1_001, 2_500])('are gone from each of %i documents', async (count) => {
    const { traces, context, state } = createErasureWorld({ traces: errorLog(count) });
    const erasure = await eraseTraces(erasureAt('error_log'), 'error_log', context());
    expect(erasure).toMatchObject({ stage: 'audit_log', cursor: null, erased: { error_log_entries: count } });
    expect(state.erasure).toEqual(erasure);
    const messages = [...traces.values()].map((document) => 'message' in document && document.message);
    expect(messages.filter((message) => message === ERASED)).toHaveLength(count);
    expect(messages).toContain('The PSA is away');
  });

  it('are searched for on from where an interrupted run has come to', async () => {
    const { traces, context } = createErasureWorld({ traces: errorLog(3) });
    const begun = erasureAt('error_log', { cursor: 'err_00001' });
    const { erased } = await eraseTraces(begun, 'error_log', context());
    expect(erased.error_log_entries).toBe(1);
    expect(traces.get('err_00000')).toMatchObject({ message: 'alex@example.com has no phone' });
  });

  it('name the jobs that were about the person alone, each once', async () => {
    const job = (id: string, input: Readonly<Record<string, unknown>>) =>
      ({
        kind: 'jobs',
        type: 'lead_import',
        status: 'completed',
        result: null,
        error: null,
        outcome: null,
        id,
        input,
      }) as const;
    const { context } = createErasureWorld({
      traces: [
        job('job_1', { source: 'csv', data: { email: 'alex@example.com' } }),
        job('job_2', { source: 'csv', data: { email: 'sam@example.com' } }),
      ],
    });
    const begun = erasureAt('jobs', { jobIds: ['job_1', 'job_0'] });
    expect((await eraseTraces(begun, 'jobs', context())).jobIds).toEqual(['job_1', 'job_0']);
  });
});

it('each stage has the next behind it, and the last none', () => {
  const visited = erasureStages.map((stage) => behind(erasureAt(stage)).stage);
  expect(visited).toEqual([...erasureStages.slice(1), erasureStages.at(-1)]);
});

describe('copies of rows that were stored while the rows were being erased', () => {
  const theirs = { email: 'alex@example.com' };

  it.each<[string, readonly object[], boolean]>([
    ['there is none', [], false],
    ['all are of others', [{ email: 'robin@example.com' }], false],
    ['one is theirs', [{ email: 'robin@example.com' }, theirs], true],
    ['one is theirs in another spelling', [{ name: '&#65;lex Example', company: 'Example Works' }], true],
  ])('are ended, and everything is searched again where %s', async (_which, data, isAgain) => {
    const world = createErasureWorld({ rows: data.map((each) => ({ data: each })) });
    world.copies.push(...data.map((each) => ({ source: 'csv', data: each })));
    const begun = erasureAt('job_rows', { jobIds: ['job_own'] });
    const erasure = await eraseTraces(begun, 'job_rows', world.context());
    expect(erasure).toMatchObject({
      stage: isAgain ? 'jobs' : 'error_log',
      cursor: null,
      jobIds: ['job_own'],
    });
    expect(world.state.erasedRows).toHaveLength(isAgain ? 1 : 0);
    expect((await world.run()).kind).toBe('recorded');
  });
});
