import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lendDatabase } from '@leadbridge/devkit';
import { connectMongo, createCredentialStore, createUserStore, ensureIndexes } from '@leadbridge/store';
import { createPasswordHasher, createUser } from '@leadbridge/usecases';

import { runCli } from './testing/run-cli.js';

const passwords = createPasswordHasher({ logCost: 4, blockSize: 8, parallelism: 1 });
const factor = { method: 'totp', sealedSecret: 'sealed', sealedPhone: null } as const;

describe('leadbridge users reset', () => {
  let database: Awaited<ReturnType<typeof lendDatabase>>;
  let mongo: Awaited<ReturnType<typeof connectMongo>>;
  let userId: string;

  beforeAll(async () => {
    database = await lendDatabase();
    mongo = await connectMongo(database.mongodbUri);
    await ensureIndexes(mongo);
    const origin = {
      actor: { id: 'terminal:test', name: 'test', kind: 'terminal' },
      address: null,
      requestId: null,
    } as const;
    const user = await createUser(
      { clock: { now: () => Date.now() }, users: createUserStore(mongo), passwords },
      { email: 'jo@example.com', name: 'Jo', role: 'admin', password: 'correct horse battery' },
      origin,
    );
    userId = user.userId;
    await mongo
      .collection<{ _id: string }>('credentials')
      .updateOne({ _id: userId }, { $set: { factor: { ...factor, lastStep: 0 } } });
    await mongo
      .collection<{ _id: string }>('users')
      .updateOne({ _id: userId }, { $set: { secondFactor: 'totp' } });
  });

  afterAll(async () => {
    await mongo.close();
    await database.giveBack();
  });

  const run = async (...words: string[]) =>
    runCli(['users', 'reset', ...words], { MONGODB_URI: database.mongodbUri });

  it('sets a password that is printed alone, and leaves the second factor', async () => {
    const { succeeded, results } = await run('JO@example.com', '--password');
    expect([succeeded, results.length]).toEqual([true, 1]);
    const record = await createCredentialStore(mongo).find(userId);
    const real = createPasswordHasher();
    expect(await real.verify(results[0] ?? '', record?.passwordHash ?? null)).toBe('right');
    expect(record?.factor).toMatchObject({ method: 'totp' });
  });

  it('removes the second factor, and says who did it in the audit log', async () => {
    const { succeeded, results } = await run('jo@example.com', '--second-factor');
    expect([succeeded, results]).toEqual([true, []]);
    expect((await createCredentialStore(mongo).find(userId))?.factor).toBeNull();
    const entries = await mongo.collection('audit_log').find({ 'actor.kind': 'terminal' }).toArray();
    expect(entries.map(({ action }) => String(action))).toEqual(
      expect.arrayContaining(['user.changed', 'user.second_factor_reset']),
    );
  });

  it('refuses nobody, and nothing to do', async () => {
    await expect(run('nobody@example.com', '--password')).rejects.toThrow('no user with this email');
    await expect(run('jo@example.com')).rejects.toThrow('--password, --second-factor or both');
  });
});
