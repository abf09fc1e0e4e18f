import { AppError, silentLogger, systemClock, type Logger } from '@leadbridge/platform';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';

import { requestContext } from '../request-context/index.js';
import { errorHandler } from './index.js';

function responseTo(thrown: unknown, logger: Logger = silentLogger) {
  const app = express();
  app.use(requestContext({ clock: systemClock, logger: silentLogger }));
  app.get('/', () => {
    throw thrown;
  });
  app.use(
    errorHandler({
      clock: systemClock,
      logger,
      countRefused: async (_address, response) => {
        response.setHeader('X-RateLimit-Limit', '1000');
      },
    }),
  );
  return supertest(app).get('/').set('X-Request-Id', 'the-request');
}

describe('the error handler', () => {
  it.each([
    ['VALIDATION_ERROR', 400],
    ['AUTHENTICATION_ERROR', 401],
    ['AUTHORIZATION_ERROR', 403],
    ['RESOURCE_NOT_FOUND', 404],
    ['RATE_LIMIT_EXCEEDED', 429],
    ['INTERNAL_ERROR', 500],
    ['EXTERNAL_API_ERROR', 502],
  ] as const)('responds to %s with %d in the envelope', async (code, status) => {
    const response = await responseTo(
      new AppError(code, 'What happened', { details: { field: 'a', value: 1 } }),
    );
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).toEqual({
      error: {
        code,
        message: 'What happened',
        details: {
          field: 'a',
          value: 1,
          ...(code === 'VALIDATION_ERROR'
            ? { errors: [{ field: 'a', value: 1, message: 'What happened' }] }
            : {}),
        },
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        request_id: 'the-request',
      },
    });
    expect(response.headers['x-request-id']).toBe('the-request');
    expect(response.headers['x-ratelimit-limit']).toBe('1000');
  });

  it.each([405, 409, 413, 415])('keeps the status %d with the closest code', async (status) => {
    const response = await responseTo(
      new AppError('VALIDATION_ERROR', 'No', { status, retryAfterSeconds: 3 }),
    );
    expect(response.status).toBe(status);
    expect(response.headers['retry-after']).toBe('3');
    expect(response.body.error.code).toBe('VALIDATION_ERROR');
  });

  it.each([[new TypeError('secret of line 7')], ['a text'], [{ status: 'odd' }]])(
    'shows nothing of an internal error, and logs it with the request: %p',
    async (thrown) => {
      const lines: unknown[] = [];
      const logger = { ...silentLogger, error: (...line: unknown[]) => lines.push(line) };
      const response = await responseTo(thrown, logger);
      expect(response.status).toBe(500);
      expect(response.body.error).toMatchObject({
        code: 'INTERNAL_ERROR',
        message: 'An unexpected error occurred',
      });
      expect(response.text).not.toContain('line 7');
      expect(lines).toEqual([['a request failed', { method: 'GET', route: null, error: thrown }]]);
    },
  );
});
