import { randomBytes } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { createSecretBox } from '@leadbridge/platform';

import { connectMongo, ensureIndexes } from '../connect.js';
import {
  findSuppressedKeys,
  hashSuppressedKeys,
  readSuppressionKeys,
  removeHashedKeys,
  writeSuppressedKeys,
} from './suppressed-keys.js';
import { suppressedKeyModel } from './suppressed-key-model.js';
import { openSuppressionHash } from './suppression-hash.js';

type Mongo = Awaited<ReturnType<typeof connectMongo>>;

const { mongodbUri } = testServers();
const connections: Mongo[] = [];
const [first, second] = [randomBytes(32), randomBytes(32)];

/** Like the start of a process with these keys. */
async function start(...keys: [Buffer, ...Buffer[]] | []): Promise<Mongo> {
  const mongo = await connectMongo(mongodbUri);
  connections.push(mongo);
  suppressedKeyModel(mongo);
  await ensureIndexes(mongo);
  const [current, ...former] = keys;
  await openSuppressionHash(mongo, current === undefined ? null : createSecretBox([current, ...former]));
  return mongo;
}

beforeEach(async () => {
  const mongo = await connectMongo(mongodbUri);
  await mongo.collection('suppressed_keys').deleteMany({});
  await mongo.collection('service_keys').deleteMany({});
  await mongo.close();
});

afterEach(async () => {
  await Promise.all(connections.splice(0).map(async (mongo) => mongo.close()));
});

const email = 'email:jane@acme.example';
const name = 'company-person:acme-janemiller';
const other = 'email:robin@acme.example';

async function write(mongo: Mongo, ...texts: string[]): Promise<void> {
  const rows = readSuppressionKeys(texts).map((key) => ({ key, suppressionId: 'sup_1' }));
  await mongo.transaction(async (session) => {
    await writeSuppressedKeys(mongo, rows, session);
  });
}

const gated = async (mongo: Mongo, ...texts: string[]): Promise<string[]> =>
  [...(await findSuppressedKeys(mongo, readSuppressionKeys(texts))).keys()].sort();

async function hash(
  mongo: Mongo,
  keys: { known: readonly string[]; gating: readonly string[] },
): Promise<readonly string[]> {
  const texts = await hashSuppressedKeys(mongo, keys);
  await mongo.transaction(async (session) => removeHashedKeys(mongo, texts, session));
  return texts;
}

const stored = async (mongo: Mongo): Promise<string> =>
  JSON.stringify(await mongo.collection('suppressed_keys').find().toArray());

describe('the keys that block imports', () => {
  it('still block as keyed hashes that reveal no person', async () => {
    const mongo = await start(first);
    await write(mongo, email, other);
    const since = await mongo.collection('suppressed_keys').findOne({ key: email });
    expect(await hash(mongo, { known: [email, name], gating: [] })).toEqual([email]);

    expect(await stored(mongo)).not.toContain('jane');
    expect(await gated(mongo, email, name, other)).toEqual([email, other].sort());
    const [hashed] = await mongo
      .collection('suppressed_keys')
      .find({ key: /^hmac:/ })
      .toArray();
    expect(hashed?.['at']).toEqual(since?.['at']);
  });

  it('start to block when they are added', async () => {
    const mongo = await start(first);
    expect(await hash(mongo, { known: [email], gating: [name] })).toEqual([name]);
    expect(await gated(mongo, email, name)).toEqual([name]);
  });

  it('need no key of their own before the first erasure', async () => {
    const mongo = await start(first);
    await write(mongo, email);
    expect(await hash(mongo, { known: [name], gating: [] })).toEqual([]);
    expect(await gated(mongo, email, name)).toEqual([email]);
    expect(await mongo.collection('service_keys').countDocuments()).toBe(0);
  });

  it('block in a process that ran before the first erasure', async () => {
    const [one, two] = [await start(first), await start(first)];
    await write(one, email);
    expect(await gated(two, email)).toEqual([email]);
    await hash(one, { known: [email], gating: [] });
    expect(await gated(two, email)).toEqual([email]);
  });

  it('are hashed with one key, whichever process is first', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, async () => start(first)));
    await Promise.all(all.map(async (mongo) => hash(mongo, { known: [], gating: [email, name] })));
    const hashed = { key: /^hmac:/ };
    expect(await all[0]?.collection('suppressed_keys').countDocuments(hashed)).toBe(2);
  });

  it('survive a change of ENCRYPTION_KEY, and no process starts that could not read them', async () => {
    await hash(await start(first), { known: [], gating: [email] });
    expect(await gated(await start(second, first), email)).toEqual([email]);
    await expect(start(second)).rejects.toThrow('The key of hashed opt-outs cannot be opened');
    await expect(start()).rejects.toThrow('ENCRYPTION_KEY is not set');
  });

  it('are stored without an ENCRYPTION_KEY, and their key is encrypted once there is one', async () => {
    const mongo = await start();
    await hash(mongo, { known: [], gating: [email] });
    expect(await gated(await start(), email)).toEqual([email]);
    expect(await gated(await start(first), email)).toEqual([email]);
    expect(await mongo.collection('service_keys').findOne()).toMatchObject({
      plain: null,
      sealed: expect.stringMatching(/^v1\./),
    });
    expect(await gated(mongo, email)).toEqual([email]);
    await expect(start()).rejects.toThrow('ENCRYPTION_KEY is not set');
  });
});
