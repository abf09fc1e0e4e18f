import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { BSON, MongoClient, type Document, type IndexDescription } from 'mongodb';

import { checkout } from './test-apps.js';
import { currentTestRun, testServers } from './test-servers.js';

/** The key that the recorded release sealed its secrets with. */
const encryptionKeys = { '1.0.0': 'vy32Vkt7f1hEdIjaBipTRnNJ/Yi5x7rSq9p+V6yFJ80=' } as const;

export interface StoredRelease {
  readonly mongodbUri: string;
  readonly encryptionKey: string;
  /** The state of the PSA simulator that belongs to the database. */
  readonly psaStateFile: string;
  /** How many documents each collection has. */
  readonly counts: ReadonlyMap<string, number>;
  /** Removes the state file; the database goes with the others of the test file. */
  remove(): Promise<void>;
}

interface StoredCollection {
  readonly indexes: readonly IndexDescription[];
  readonly documents: readonly Document[];
}

/** Puts what an earlier release has left (`packages/devkit/releases`) into a database of its own. */
export async function restoreRelease(version: keyof typeof encryptionKeys): Promise<StoredRelease> {
  const folder = join(checkout, 'packages', 'devkit', 'releases', version);
  const unpacked = async (name: string): Promise<string> =>
    gunzipSync(await readFile(join(folder, name))).toString('utf8');
  const collections = Object.entries(
    BSON.EJSON.parse(await unpacked('database.json.gz'), { relaxed: false }) as Readonly<
      Record<string, StoredCollection>
    >,
  );
  const { mongodbUri } = testServers();
  const client = await MongoClient.connect(mongodbUri);
  try {
    const database = client.db();
    for (const [name, { indexes, documents }] of collections) {
      const collection = await database.createCollection(name);
      if (indexes.length > 0) await collection.createIndexes([...indexes]);
      if (documents.length > 0) await collection.insertMany([...documents]);
    }
  } finally {
    await client.close();
  }
  const directory = await mkdtemp(join(currentTestRun().dataRoot, 'leadbridge-release-'));
  const psaStateFile = join(directory, 'psa.json');
  await writeFile(psaStateFile, await unpacked('psa.json.gz'));
  return {
    mongodbUri,
    encryptionKey: encryptionKeys[version],
    psaStateFile,
    counts: new Map(collections.map(([name, { documents }]) => [name, documents.length])),
    remove: async () => rm(directory, { recursive: true, force: true }),
  };
}
