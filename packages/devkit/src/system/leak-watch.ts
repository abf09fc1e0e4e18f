import { Redis } from 'ioredis';

/** The people of all tests have their addresses here. */
const address = /[\w.+-]+@[\w.-]*\bexample\.(?:com|org|net)\b/iu;

/** Looks for secrets and for people where neither may ever be: in logs and in Redis. */
export class LeakWatch {
  readonly #secrets: readonly string[];
  readonly #leaks: string[] = [];

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  look(where: string, text: string): void {
    const found = this.#secrets.find((secret) => text.includes(secret)) ?? address.exec(text)?.[0];
    if (found !== undefined) {
      this.#leaks.push(`${where}: ${found} in ${text.slice(0, 500)}`);
    }
  }

  /** Looks through every key of a Redis, whatever its type. One that is away holds nothing. */
  async lookIntoRedis(url: string): Promise<void> {
    const redis = new Redis(url, { lazyConnect: true, retryStrategy: null });
    try {
      await redis.connect();
      for await (const keys of redis.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) {
        const contents = await Promise.all(keys.map(async (key) => redisContent(redis, key)));
        keys.forEach((key, index) => {
          this.look(`Redis ${key}`, `${key} ${contents[index] ?? ''}`);
        });
      }
    } catch (error) {
      if (redis.status === 'ready') {
        throw error;
      }
    } finally {
      redis.disconnect();
    }
  }

  /** @throws Error that shows what was found */
  finish(): void {
    if (this.#leaks.length > 0) {
      throw new Error(`Secrets or people have leaked:\n${this.#leaks.slice(0, 10).join('\n')}`);
    }
  }
}

/** What a key holds, whatever its type: as Redis holds it and not as it would dump it, which may be compressed. */
export async function redisContent(redis: Redis, key: string): Promise<string> {
  switch (await redis.type(key)) {
    case 'string':
      return (await redis.get(key)) ?? '';
    case 'hash':
      return JSON.stringify(await redis.hgetall(key));
    case 'list':
      return JSON.stringify(await redis.lrange(key, 0, -1));
    case 'set':
      return JSON.stringify(await redis.smembers(key));
    case 'zset':
      return JSON.stringify(await redis.zrange(key, '0', '-1'));
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'));
    default:
      return '';
  }
}
