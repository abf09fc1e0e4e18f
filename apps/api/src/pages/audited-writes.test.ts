import { describe, expect, it } from '@jest/globals';

import { queueWrite } from './audited-writes.js';

describe('queueWrite', () => {
  it.each([
    ['/api/queues/imports/job_1/retry', 'queue.job_retried', 'imports/job_1'],
    ['/api/queues/imports/job_1/promote', 'queue.job_promoted', 'imports/job_1'],
    ['/api/queues/imports/job_1/clean', 'queue.job_removed', 'imports/job_1'],
    ['/api/queues/imports/repeat:job.1:2/clean', 'queue.job_removed', 'imports/repeat:job.1:2'],
    ['/api/queues/imports/retry/failed', 'queue.job_retried', 'imports/failed'],
    ['/api/queues/imports/clean/completed', 'queue.job_removed', 'imports/completed'],
    ['/api/queues/imports/promote', 'queue.job_promoted', 'imports'],
  ])('names what PUT %s changes', (path, action, target) => {
    expect(queueWrite('PUT', path)).toEqual({ action, target });
  });

  it.each([
    ['pausing a queue', '/api/queues/imports/pause'],
    ['emptying a queue', '/api/queues/imports/empty'],
    ['deleting a queue', '/api/queues/imports/obliterate'],
    ['changing the data of a job', '/api/queues/imports/job_1/update-data'],
    ['a deeper address', '/api/queues/imports/job_1/retry/again'],
    ['another address', '/api/redis'],
    ['an encoded separator', '/api/queues/imports/job%2F1/retry'],
    ['a line break at the end', '/api/queues/imports/job_1/retry\n'],
  ])('returns null for %s', (_what, path) => {
    expect(queueWrite('PUT', path)).toBeNull();
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'returns null for %s, which every object has',
    (name) => {
      expect(queueWrite('PUT', `/api/queues/imports/${name}/failed`)).toBeNull();
      expect(queueWrite('PUT', `/api/queues/imports/job_1/${name}`)).toBeNull();
    },
  );

  it.each(['GET', 'POST', 'PATCH', 'DELETE', 'put'])('returns null for the method %s', (method) => {
    expect(queueWrite(method, '/api/queues/imports/job_1/retry')).toBeNull();
  });
});
