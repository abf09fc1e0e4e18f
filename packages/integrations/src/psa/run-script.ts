import { createHash } from 'node:crypto';

import type { Cluster, Redis } from 'ioredis';

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
 * Runs a script that answers an array of texts: by its digest, or whole where Redis does not have it (any more).
 */
export async function runScript(
  redis: Redis | Cluster,
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
