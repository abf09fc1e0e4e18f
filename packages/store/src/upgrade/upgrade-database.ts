import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '@leadbridge/platform';
import type { Connection } from 'mongoose';

import { createLeases } from '../lease/leases.js';
import type { Migration } from './migration.js';
import { migrations as all } from './migrations.js';

interface Upgrade {
  readonly logger: Logger;
  /** For tests. */
  readonly migrations?: readonly Migration[];
  /** How long the others wait for a process that shows no sign of life. */
  readonly leaseMs?: number;
}

const pollMs = 250;

/**
 * Runs the migrations that the database has not had, in order. Each process calls this before it reads or
 * writes anything else; one of them runs the migrations, and the others wait for it.
 *
 * @throws Error if a later release has upgraded the database, whose forms this one cannot read
 */
export async function upgradeDatabase(
  connection: Connection,
  { logger, migrations = all, leaseMs = 10_000 }: Upgrade,
): Promise<void> {
  const collection = connection.collection<{ migrationName: string }>('migrations');
  const applied = new Set((await collection.find().toArray()).map(({ migrationName }) => migrationName));
  const known = migrations.map(({ name }) => name);
  const later = [...applied].find((name) => !known.includes(name));
  if (later !== undefined) {
    throw new Error(
      `A later release has upgraded this database (${later}). Start that release, or restore the backup from before the upgrade.`,
    );
  }
  if (known.every((name) => applied.has(name))) {
    return;
  }
  // Only where there is something to run: the library takes a tenth of a start to load.
  const { MongoDBStorage, Umzug } = await import('umzug');
  const umzug = new Umzug({
    migrations: migrations.map(({ name, run }) => ({ name, up: async () => run(connection) })),
    storage: new MongoDBStorage({ collection: connection.collection('migrations') }),
    logger: undefined,
  });
  const leases = createLeases(connection);
  const holder = randomUUID();
  while ((await umzug.pending()).length > 0) {
    if (!(await leases.acquire('upgrade', holder, leaseMs))) {
      await sleep(pollMs);
      continue;
    }
    const renewal = setInterval(() => {
      leases.acquire('upgrade', holder, leaseMs).catch(() => undefined);
    }, leaseMs / 3);
    try {
      const done = await umzug.up();
      logger.info('the database is in the form of this release', {
        migrations: done.map(({ name }) => name),
      });
    } finally {
      clearInterval(renewal);
      await leases.release('upgrade', holder);
    }
  }
}
