import { describe, expect, it } from '@jest/globals';

import { errorOfResponse, LeadbridgeError } from './leadbridge-error.js';

const json = (body: unknown, status = 400, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

describe('the error of a response', () => {
  it('has the code, words and details of the service', async () => {
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'The email is missing',
      details: { field: 'email' },
      request_id: 'req_1',
    };
    const thrown = await errorOfResponse(json({ error }));
    expect(thrown).toBeInstanceOf(LeadbridgeError);
    expect(thrown).toMatchObject({
      name: 'LeadbridgeError',
      code: error.code,
      message: error.message,
      details: error.details,
      requestId: 'req_1',
      status: 400,
    });
  });

  it('has the request id of the header where the body has none', async () => {
    const body = { error: { code: 'INTERNAL_ERROR', message: 'Failed' } };
    await expect(errorOfResponse(json(body, 500, { 'x-request-id': 'req_2' }))).resolves.toMatchObject({
      requestId: 'req_2',
      details: {},
    });
  });

  it.each([null, 'text', ['a'], 7])('has no details where the service sends %j for them', async (details) => {
    const body = { error: { code: 'INTERNAL_ERROR', message: 'Failed', details } };
    expect((await errorOfResponse(json(body))).details).toEqual({});
  });

  it.each([
    ['an HTML page of a proxy', '<html>Bad gateway</html>'],
    ['no body', ''],
    ['null', 'null'],
    ['a list', []],
    ['an error as text', { error: 'failed' }],
    ['an error without a message', { error: { code: 'X' } }],
    ['an error with a numeric code', { error: { code: 42, message: 'Failed' } }],
  ])('says that the response is not one of the service: %s', async (_case, body) => {
    await expect(errorOfResponse(json(body, 502, { 'x-request-id': 'req_3' }))).resolves.toMatchObject({
      code: 'UNEXPECTED_RESPONSE',
      status: 502,
      requestId: 'req_3',
    });
  });
});

describe('an error without a response', () => {
  it('has neither a status nor a request id, and keeps its cause', () => {
    const cause = new Error('ECONNREFUSED');
    const error = new LeadbridgeError('NETWORK_ERROR', 'No response', { cause });
    expect(error).toMatchObject({ status: null, requestId: null, details: {}, cause });
    expect('cause' in new LeadbridgeError('NETWORK_ERROR', 'No response')).toBe(false);
  });
});
