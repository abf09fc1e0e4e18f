import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@leadbridge/platform';

import { quietRefusals } from './quiet-refusals.js';
import { redisOutage } from './redis-outage.js';

const full = new Error("OOM command not allowed when used memory > 'maxmemory'.");

describe('the log of a process whose Redis refuses writes', () => {
  let said: string[] = [];
  const into = (level: string) => (message: string) => {
    said.push(`${level} ${message}`);
  };

  function loggerOfTest(): Logger {
    return quietRefusals({
      error: into('error'),
      warn: into('warn'),
      info: into('info'),
      debug: () => undefined,
    });
  }

  beforeEach(() => {
    said = [];
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('has one line for its beginning and one for its end, whoever meets it', () => {
    const logger = loggerOfTest();
    for (let second = 0; second < 60; second += 2) {
      logger.warn('a queue consumer reported an error', { error: full });
      logger.warn('the heartbeat failed', { error: new Error('EXECABORT', { cause: full }) });
      redisOutage(logger).lost(full);
      jest.advanceTimersByTime(2_000);
    }
    expect(said).toEqual(['warn Redis refuses writes']);
    jest.advanceTimersByTime(13_000);
    expect(said).toEqual(['warn Redis refuses writes', 'info Redis accepts writes again']);

    logger.warn('a job failed', { error: full });
    expect(said).toHaveLength(3);
  });

  it('keeps every other line, and every error', () => {
    const logger = loggerOfTest();
    logger.warn('something else', { error: new Error('other') });
    logger.warn('without an error');
    logger.error('a request failed', { error: full });
    logger.info('ready');
    expect(said).toEqual([
      'warn something else',
      'warn without an error',
      'error a request failed',
      'info ready',
    ]);
  });

  it('does not call it unavailable, and does not call an outage a refusal', () => {
    const logger = loggerOfTest();
    redisOutage(logger).lost(new Error('Connection is closed.'));
    redisOutage(logger).lost(full);
    expect(said).toEqual(['warn Redis is unavailable', 'warn Redis refuses writes']);
  });
});
