import { EventEmitter } from 'node:events';

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger, type Logger } from '@leadbridge/platform';

import { createRedisOutage, redisOutage } from './redis-outage.js';

class FakeConnection extends EventEmitter {
  status: 'ready' | 'reconnecting' | 'end' = 'ready';

  fail(): void {
    this.status = 'reconnecting';
    this.emit('error', new Error('connect ECONNREFUSED 127.0.0.1:6379'));
  }
}

describe('an outage of Redis', () => {
  let said: string[] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (message) => said.push(message),
    info: (message) => said.push(message),
  };

  beforeEach(() => {
    said = [];
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('is logged once, and its end once, when every connection is ready again', () => {
    const outage = createRedisOutage(logger);
    const [one, other] = [new FakeConnection(), new FakeConnection()];
    outage.watch(one);
    outage.watch(other);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      one.fail();
      other.fail();
      outage.lost(new Error('Connection is closed.'));
      jest.advanceTimersByTime(1_000);
    }
    one.status = 'ready';
    jest.advanceTimersByTime(5_000);
    expect(said).toEqual(['Redis is unavailable']);

    other.status = 'ready';
    jest.advanceTimersByTime(5_000);
    expect(said).toEqual(['Redis is unavailable', 'Redis is available again']);

    one.fail();
    expect(said).toEqual(['Redis is unavailable', 'Redis is available again', 'Redis is unavailable']);
  });

  it('has no second one for a command that failed in it and is heard of once the connections are ready', () => {
    const outage = createRedisOutage(logger);
    const one = new FakeConnection();
    outage.watch(one);
    one.fail();
    one.status = 'ready';
    jest.advanceTimersByTime(600);
    outage.lost(new Error('Reached the max retries per request limit'));
    jest.advanceTimersByTime(5_000);
    expect(said).toEqual(['Redis is unavailable', 'Redis is available again']);
  });

  it('does not wait for connections that were closed normally', () => {
    const outage = createRedisOutage(logger);
    const [one, closed] = [new FakeConnection(), new FakeConnection()];
    outage.watch(one);
    outage.watch(closed);
    one.fail();
    closed.status = 'end';
    one.status = 'ready';
    jest.advanceTimersByTime(5_000);
    expect(said).toEqual(['Redis is unavailable', 'Redis is available again']);
  });

  it('is shared by the whole process through its logger', () => {
    expect(redisOutage(logger)).toBe(redisOutage(logger));
    expect(redisOutage(logger)).not.toBe(redisOutage({ ...logger }));
  });
});
