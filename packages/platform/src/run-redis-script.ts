import { createHash } from 'node:crypto';

interface ScriptRunner {
  evalsha(digest: string, keyCount: number, ...given: (string | number)[]): Promise<unknown>;
  eval(script: string, keyCount: number, ...given: (string | number)[]): Promise<unknown>;
}

const digests = new Map<string, string>();

function digestOf(script: string): string {
  const known = digests.get(script);
  if (known !== undefined) {
    return known;
  }
  const digest = createHash('sha1').update(script).digest('hex');
  digests.set(script, digest);
  return digest;
}

/**
 * Runs a Lua script that returns an array: by its digest, or in full if Redis does not have it (any more).
 *
 * @returns the elements as texts
 */
export async function runRedisScript(
  redis: ScriptRunner,
  script: string,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<readonly string[]> {
  let reply: unknown;
  try {
    reply = await redis.evalsha(digestOf(script), keys.length, ...keys, ...values);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) {
      throw error;
    }
    reply = await redis.eval(script, keys.length, ...keys, ...values);
  }
  if (!Array.isArray(reply)) {
    throw new TypeError('A script did not return an array');
  }
  return reply.map(String);
}
