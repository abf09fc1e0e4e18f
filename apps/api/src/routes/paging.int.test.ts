import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { jsonSchemaOf } from '../openapi/json-schema.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';
import { routeTable } from './index.js';

const lists = routeTable.filter(
  ({ method, request }) =>
    method === 'get' &&
    request.query !== undefined &&
    'page' in ((jsonSchemaOf(request.query)['properties'] ?? {}) as object),
);

const wrongValues = ['0', '-1', '1e9', 'NaN', '', '1.5', '01', ' 1', '9007199254740993', 'Infinity', '1;2'];

describe('a page that cannot be', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });

  afterAll(async () => {
    await api.close();
  });

  it('could be asked of many lists', () => {
    expect(lists.length).toBeGreaterThan(10);
  });

  it.each(lists.map(({ path }) => [path]))('is refused in the envelope, by name: GET %s', async (path) => {
    const address = path.replaceAll(/:[^/]+/g, '1');
    for (const name of ['page', 'limit']) {
      for (const value of wrongValues) {
        const query = `${name}=${encodeURIComponent(value)}`;
        const { status, headers, body } = await api.call('GET', `${address}?${query}`);
        expect({ query, status }).toEqual({ query, status: 400 });
        expect(body.error).toMatchObject({
          code: 'VALIDATION_ERROR',
          details: { field: name },
          request_id: headers.get('x-request-id'),
        });
      }
    }
  });
});
