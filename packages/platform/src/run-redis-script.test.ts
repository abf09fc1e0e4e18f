import { createHash } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { runRedisScript } from './run-redis-script.js';

const script = "return {KEYS[1], ARGV[1], 'done'}";
const digest = createHash('sha1').update(script).digest('hex');

/** Redis as far as scripts go: it knows a script once that was run in full. */
function fakeRedis(reply: unknown, knows = false) {
  const calls: (string | number)[][] = [];
  let isKnown = knows;
  return {
    calls,
    async evalsha(...given: (string | number)[]) {
      calls.push(['EVALSHA', ...given]);
      return isKnown ? reply : Promise.reject(new Error('NOSCRIPT No matching script. Please use EVAL.'));
    },
    async eval(...given: (string | number)[]) {
      calls.push(['EVAL', ...given]);
      isKnown = true;
      return reply;
    },
  };
}

describe('a script that Redis knows', () => {
  it('is run by its digest alone, with its keys before its values', async () => {
    const redis = fakeRedis(['a', 7], true);
    await expect(runRedisScript(redis, script, ['k1', 'k2'], ['v', 3])).resolves.toEqual(['a', '7']);
    expect(redis.calls).toEqual([['EVALSHA', digest, 2, 'k1', 'k2', 'v', 3]]);
  });
});

describe('a script that Redis does not know', () => {
  it('is sent in full once, and runs by its digest from then on', async () => {
    const redis = fakeRedis([]);
    await runRedisScript(redis, script, ['k'], []);
    await runRedisScript(redis, script, ['k'], []);
    expect(redis.calls.map(([command]) => command)).toEqual(['EVALSHA', 'EVAL', 'EVALSHA']);
    expect(redis.calls[1]).toEqual(['EVAL', script, 1, 'k']);
  });
});

describe('a script that fails', () => {
  it('is not run a second time: it may have written', async () => {
    const redis = fakeRedis([]);
    const failing = { ...redis, evalsha: async () => Promise.reject(new Error('READONLY replica')) };
    await expect(runRedisScript(failing, script, [], [])).rejects.toThrow('READONLY replica');
    expect(redis.calls).toEqual([]);
  });

  it.each([null, 'OK', 7, undefined])('includes one that returns %j, which is no array', async (reply) => {
    await expect(runRedisScript(fakeRedis(reply, true), script, [], [])).rejects.toThrow(
      'A script did not return an array',
    );
  });
});
