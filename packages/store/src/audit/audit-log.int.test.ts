import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { systemClock } from '@leadbridge/platform';
import type { AuditRecordQuery } from '@leadbridge/usecases';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createMaintenanceClient } from '../maintenance-client.js';
import { createAuditLog } from './audit-log.js';
import { auditModel } from './audit-model.js';

type MongoConnection = Awaited<ReturnType<typeof connectMongo>>;

const day = 86_400_000;
const page = { page: 1, limit: 50 };

describe('the audit log in MongoDB', () => {
  let mongo: MongoConnection;
  let log: ReturnType<typeof createAuditLog>;

  beforeAll(async () => {
    mongo = await connectMongo(testServers().mongodbUri);
    log = createAuditLog(mongo, systemClock);
    await ensureIndexes(mongo);
    const entries = Array.from({ length: 400 }, (_, number) => ({
      _id: `aud_${String(number).padStart(4, '0')}`,
      at: new Date(Date.now() - number * day),
      action: number % 2 === 0 ? 'user.created' : 'config.changed',
      actor: { id: `usr_${number % 5}`, name: 'Somebody', kind: 'person' },
      target: { type: number % 2 === 0 ? 'user' : 'config', id: `target_${number % 7}` },
      changes: {},
      address: null,
      requestId: null,
    }));
    await auditModel(mongo).collection.insertMany(entries as never[]);
  });

  afterAll(async () => {
    await mongo.close();
  });

  const queries: Readonly<Record<string, Partial<AuditRecordQuery>>> = {
    everything: {},
    who: { actorId: 'usr_3' },
    what: { action: 'config.changed' },
    'to what': { targetType: 'user', targetId: 'target_2' },
    'to what kind': { targetType: 'user' },
    when: { from: new Date(Date.now() - 20 * day), to: new Date(Date.now() - 10 * day) },
    'who and when': { actorId: 'usr_3', from: new Date(Date.now() - 20 * day) },
    'what and when': { action: 'user.created', to: new Date(Date.now() - 10 * day) },
  };

  it.each(Object.keys(queries))('is searched by an index, which also sorts it: %s', async (name) => {
    const client = createMaintenanceClient(testServers().mongodbUri);
    const database = client.db(mongo.name);
    await database.command({ profile: 2 });
    const { items, total } = await log.list({ ...page, ...queries[name] });
    await database.command({ profile: 0 });
    await client.close();
    const [found] = await mongo
      .collection('system.profile')
      .find({ op: 'query', ns: /audit_log$/ })
      .sort({ ts: -1 })
      .limit(1)
      .toArray();
    expect(found?.['planSummary']).toContain('IXSCAN');
    expect(found?.['hasSortStage']).toBeUndefined();
    expect(total).toBeGreaterThan(0);
    expect(items.map(({ at }) => at)).toEqual([...items.map(({ at }) => at)].sort().reverse());
  });

  it('loses what is older than a given time, and nothing else', async () => {
    const moment = new Date(Date.now() - 300.5 * day);
    expect(await log.removeBefore(moment)).toBe(99);
    expect(await log.removeBefore(moment)).toBe(0);
    const { total } = await log.list(page);
    expect(total).toBe(301);
  });
});
