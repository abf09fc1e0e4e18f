import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { createSecretBox } from '@leadbridge/platform';
import { connectMongo } from '@leadbridge/store';

import { runCli } from './testing/run-cli.js';

const [before, after, unknown] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const inBase64 = (key: Buffer): string => key.toString('base64');

describe('the command that seals secrets anew', () => {
  const { mongodbUri } = testServers();
  let mongo: Awaited<ReturnType<typeof connectMongo>>;

  beforeAll(async () => {
    mongo = await connectMongo(mongodbUri);
    const box = createSecretBox([before]);
    const of = (id: string) => (secret: string) => box.seal(secret, `webhook:${id}`);
    const [one, two] = [of('wh_1'), of('wh_2')];
    const until = new Date(Date.now() + 3_600_000);
    await mongo.collection<{ _id: string }>('webhooks').insertMany([
      { _id: 'wh_1', sealedSecret: one('first'), previousSecrets: [{ sealed: one('replaced'), until }] },
      { _id: 'wh_2', sealedSecret: two('second'), previousSecrets: [] },
    ] as never[]);
    const app = { sealedSecret: box.seal('app', 'second-factor-totp:usr_1'), sealedPhone: null };
    const sms = { sealedSecret: null, sealedPhone: box.seal('+15551234567', 'second-factor-phone:usr_2') };
    await mongo.collection<{ _id: string }>('credentials').insertMany([
      { _id: 'usr_1', factor: { method: 'totp', ...app, lastStep: 7 } },
      { _id: 'usr_2', factor: { method: 'sms', ...sms, lastStep: 0 } },
      { _id: 'usr_3', factor: null },
    ] as never[]);
    await mongo.collection<{ _id: string }>('service_keys').insertOne({
      _id: 'suppression_hash',
      sealed: box.seal('hash', 'suppression-hash:suppression_hash'),
      plain: null,
    } as never);
  });

  afterAll(async () => {
    await mongo.close();
  });

  const reseal = (key: Buffer, ...previous: Buffer[]) =>
    runCli(['secrets', 'reseal'], {
      MONGODB_URI: mongodbUri,
      ENCRYPTION_KEY: inBase64(key),
      ENCRYPTION_PREVIOUS_KEYS: previous.map(inBase64).join(','),
    });

  it('changes nothing that no key opens, and names it', async () => {
    const run = await reseal(unknown);
    expect(run.results).toEqual(['6 secrets: 0 re-encrypted, 6 cannot be decrypted']);
    expect(run.notes).toContain('webhook wh_2: none of the keys opens it');
    expect(run.notes).toContain('totp usr_1: none of the keys opens it');
    expect(run.succeeded).toBe(false);
  });

  it('makes the key of before worthless, and can be run again', async () => {
    const run = await reseal(after, before);
    expect([run.succeeded, run.results]).toEqual([
      true,
      ['6 secrets: 6 re-encrypted, 0 cannot be decrypted'],
    ]);
    const again = await reseal(after);
    expect(again.results).toEqual(['6 secrets: 0 re-encrypted, 0 cannot be decrypted']);
    const box = createSecretBox([after]);
    const webhook = await mongo.collection<{ _id: string }>('webhooks').findOne({ _id: 'wh_1' });
    const { sealedSecret, previousSecrets } = webhook as never as {
      sealedSecret: string;
      previousSecrets: { sealed: string }[];
    };
    const texts = [sealedSecret, ...previousSecrets.map(({ sealed }) => sealed)];
    expect(texts.map((sealed) => box.open(sealed, 'webhook:wh_1'))).toEqual(['first', 'replaced']);
    const hash = await mongo.collection<{ _id: string; sealed: string }>('service_keys').findOne();
    expect(box.open(hash?.sealed ?? '', 'suppression-hash:suppression_hash')).toBe('hash');
    const person = await mongo.collection<{ _id: string }>('credentials').findOne({ _id: 'usr_1' });
    expect(person).toMatchObject({ factor: { method: 'totp', lastStep: 7 } });
  });

  it('says what it needs', async () => {
    const run = runCli(['secrets', 'reseal'], { MONGODB_URI: mongodbUri });
    await expect(run).rejects.toThrow('Set ENCRYPTION_KEY');
  });
});
