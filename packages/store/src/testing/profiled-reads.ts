import { testServers } from '@leadbridge/devkit';
import type { Connection } from 'mongoose';

import { createMaintenanceClient } from '../maintenance-client.js';

/** A read as the server profiled it, with its plans. */
export interface ProfiledRead {
  readonly docsExamined?: number;
  readonly keysExamined?: number;
  readonly hasSortStage?: boolean;
  readonly command: Record<string, unknown>;
  readonly plans: string;
}

/** The reads that `work` sends; nothing else may use the database meanwhile. */
export async function profiledReads(
  mongo: Connection,
  work: () => Promise<unknown>,
): Promise<readonly ProfiledRead[]> {
  const client = createMaintenanceClient(testServers().mongodbUri);
  const database = client.db(mongo.name);
  await database.command({ profile: 2 });
  try {
    await work();
  } finally {
    await database.command({ profile: 0 });
    await client.close();
  }
  const profile = mongo.collection('system.profile');
  const reads = await profile
    .find<Omit<ProfiledRead, 'plans'>>({
      $or: ['aggregate', 'find', 'count'].map((name) => ({ [`command.${name}`]: { $exists: true } })),
    })
    .toArray();
  await profile.drop();
  return await Promise.all(
    reads.map(async (read) => {
      const { aggregate, find, count: counted } = read.command;
      const name =
        aggregate === undefined ? (find === undefined ? { count: counted } : { find }) : { aggregate };
      const kept = ['pipeline', 'cursor', 'hint', 'query', 'filter', 'sort', 'skip', 'limit', 'projection'];
      const fields = Object.entries(read.command).filter(([key]) => kept.includes(key));
      const explained = await mongo.db?.command({
        explain: { ...name, ...Object.fromEntries(fields) },
        verbosity: 'queryPlanner',
      });
      return { ...read, plans: JSON.stringify(explained) };
    }),
  );
}
