import { describe, expect, it } from '@jest/globals';

import { jobParams } from './jobs/job-queries.js';
import { emptyBody } from './request-schema.js';
import { commonErrorStatuses, type RouteContract } from './route-contract.js';

const health: RouteContract = {
  method: 'get',
  path: '/health',
  permission: 'none',
  summary: 'Health',
  request: {},
  responses: {},
};

describe("the errors that a route's declaration implies", () => {
  it.each([
    ['nothing', {}, [500]],
    ['a permission', { permission: 'data.sync' }, [401, 403, 429, 500, 502]],
    ['a body', { request: { body: emptyBody } }, [400, 413, 415, 500]],
    ['a path that names something', { request: { params: jobParams } }, [400, 404, 500]],
    ['such a path, with errors of its own', { request: { params: jobParams }, errors: [] }, [400, 500]],
    ['errors of its own', { errors: [404, 503] }, [404, 500, 503]],
    ['a key that makes repeats safe', { idempotent: true }, [400, 409, 500]],
    ['a job', { startsJob: true }, [500, 502]],
    ['a limit', { limits: ['sign_in'] }, [429, 500]],
  ] as const)('%s', (_name, fields, expected) => {
    expect(commonErrorStatuses({ ...health, ...fields })).toEqual(expected);
  });
});
