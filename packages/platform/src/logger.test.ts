import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';

import { createLogger, maskPersons } from './logger.js';
import { withRequestContext } from './request-context.js';

/** Winston's console transport writes to the stream with which Node's console was created. */
const target = console as unknown as { _stdout: NodeJS.WritableStream };

describe('createLogger', () => {
  const real = target._stdout;
  let lines: string[];

  beforeEach(() => {
    lines = [];
    const caught = new PassThrough();
    caught.on('data', (chunk: Buffer) => lines.push(...chunk.toString('utf8').trim().split('\n')));
    target._stdout = caught;
  });

  afterEach(() => {
    target._stdout = real;
  });

  const logger = createLogger({ app: 'test', level: 'info', format: 'json' });
  const last = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;

  it('writes one line of JSON with the context of the request or job, and does not modify the fields', () => {
    const fields = { status: 200 };
    withRequestContext({ requestId: 'req_1', jobId: 'job_1' }, () => {
      logger.info('request of jo@example.com', fields);
    });
    expect(lines).toHaveLength(1);
    expect(last()).toMatchObject({
      level: 'info',
      app: 'test',
      message: 'request of [email]',
      status: 200,
      request_id: 'req_1',
      job_id: 'job_1',
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    });
    expect(fields).toEqual({ status: 200 });
  });

  it('describes errors with their causes, and without the people they quote', () => {
    const error = new Error('no jo@example.com', { cause: new Error('gone') });
    logger.error('it failed', { error });
    expect(last()['error']).toMatchObject({
      name: 'Error',
      message: 'no [email]',
      cause: { message: 'gone' },
    });
  });

  it('leaves out the message of an error that may quote a person, wherever it stands', () => {
    class Refusal extends Error {
      override readonly name = 'Refusal';
      readonly quotesRequest = true;
      readonly status = 400;
    }
    const refusal = new Refusal('Cannot store {\n"surname": "Example",\n"phonenumber": "+12125550100"}');
    logger.error('it failed', { error: refusal });
    expect(last()['error']).toMatchObject({
      name: 'Refusal',
      status: 400,
      message: 'Not logged, because the message may quote a person',
      stack: expect.stringMatching(/^\s+at /),
    });
    logger.error('it failed', { error: new Error('outer', { cause: refusal }) });
    expect(lines.join()).not.toMatch(/Example|12125550100|surname/);
  });

  it('also writes values that JSON cannot represent', () => {
    const circle: Record<string, unknown> = { size: 1n };
    circle['self'] = circle;
    logger.warn('odd', { circle });
    expect(last()).toMatchObject({ message: 'odd', circle: { self: '[Circular]' } });
  });
});

describe('maskPersons', () => {
  it.each([
    ["o'neil@example.com exists", '[email] exists'],
    ["email='o'neil@example.com'", "email='[email]'"],
    ["user 'jo@example.com'", "user '[email]'"],
    ['at /app/node_modules/@leadbridge/x.js', 'at /app/node_modules/@leadbridge/x.js'],
  ])('%s', (text, masked) => {
    expect(maskPersons(text)).toBe(masked);
  });
});
