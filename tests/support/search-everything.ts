import { redisContent } from '@leadbridge/devkit';
import type { connectMongo } from '@leadbridge/store';
import { Redis } from 'ioredis';

type Mongo = Awaited<ReturnType<typeof connectMongo>>;

/**
 * Where each of the texts occurs: `<collection> <id>` and `redis <key>`, with any case, spaces and
 * punctuation.
 */
export async function searchEverything(
  mongo: Mongo,
  redisUrl: string,
  texts: readonly string[],
): Promise<string[]> {
  const wanted = texts.map(plain);
  const found: string[] = [];
  const look = (where: string, content: string): void => {
    const text = plain(content);
    texts.forEach((shown, index) => {
      if (text.includes(wanted[index] ?? '')) {
        found.push(`${where}: ${shown}`);
      }
    });
  };
  for (const { name } of (await mongo.db?.listCollections().toArray()) ?? []) {
    for await (const document of mongo.collection(name).find()) {
      look(`${name} ${String(document._id)}`, JSON.stringify(document));
    }
  }
  const redis = new Redis(redisUrl);
  try {
    for await (const keys of redis.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) {
      for (const key of keys) {
        look(`redis ${key}`, `${key} ${await redisContent(redis, key)}`);
      }
    }
  } finally {
    redis.disconnect();
  }
  return found;
}

/** The text as it is compared: without case, spaces and punctuation. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9@]/gu, '');
}
