import { randomUUID } from 'node:crypto';
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { MongoClient } from 'mongodb';

import { withDatabase } from '../servers/mongodb-uri.js';
import { currentTestRun } from './test-servers.js';

export interface LentDatabase {
  /** Empty; collections and indexes of the apps may be there, and the names of migrations that were applied. */
  readonly mongodbUri: string;
  /** For another test, once no process and no connection of this one writes any more. */
  giveBack(): Promise<void>;
}

/**
 * A database for one started app or system. To make one with its hundred indexes takes MongoDB longer than most tests last, so that those
 * that were given back are emptied and lent again. For a test that changes indexes, or looks at a database before an app did,
 * there is `testServers`.
 */
export async function lendDatabase(run = currentTestRun()): Promise<LentDatabase> {
  const folder = run.freeDatabases;
  const free = folder === null ? null : await takeOne(folder);
  const name = free ?? `${run.name}_lent_${randomUUID()}`;
  const mongodbUri = withDatabase(run.mongodbUri, name);
  if (free !== null) {
    await empty(mongodbUri, name);
  }
  return {
    mongodbUri,
    async giveBack() {
      if (folder !== null) {
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, name), '');
      }
    },
  };
}

/** Of several processes that want the same one, the one that removes its file has it. */
async function takeOne(folder: string): Promise<string | null> {
  for (const name of await readdir(folder).catch(() => [])) {
    const taken = await unlink(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (taken) {
      return name;
    }
  }
  return null;
}

/** Those of an empty database have nothing to do: a start that finds them applied is a tenth shorter. */
const migrations = 'migrations';

async function empty(mongodbUri: string, name: string): Promise<void> {
  // A connection for each collection costs more than they take one after the other.
  const client = new MongoClient(mongodbUri, { maxPoolSize: 4 });
  try {
    const database = client.db(name);
    const collections = await database.listCollections({}, { nameOnly: true }).toArray();
    const emptied = collections.filter((each) => each.name !== migrations);
    await Promise.all(emptied.map(async (each) => database.collection(each.name).deleteMany({})));
  } finally {
    await client.close();
  }
}
