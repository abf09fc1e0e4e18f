import { join } from 'node:path';

import type { ManagedProcess } from '../processes/managed-process.js';
import { waitUntil } from '../processes/wait-until.js';
import { replicaSet, startMember, withAdmin } from './mongodb-server.js';
import { stopServers } from './stop-servers.js';

export interface MongodbMember {
  readonly process: ManagedProcess;
  readonly port: number;
}

/**
 * A replica set with several members, of which a majority must live. Not `MongoMemoryReplSet`, whose members cannot be
 * killed or frozen one by one, and have no guard.
 */
export interface MongodbSet {
  readonly members: readonly MongodbMember[];
  /** The address of a database on it, as a MongoDB connection string. */
  uri(database: string): string;
  /** The member that takes writes now; null while there is none. */
  primary(): Promise<MongodbMember | null>;
  stop(): Promise<void>;
}

const memberCount = 3;
const readyMs = 60_000;

/** Resolves when there is a primary and both others have its data. */
export async function startMongodbSet(settings: {
  readonly binary: string;
  readonly dataDirectory: string;
}): Promise<MongodbSet> {
  const members: MongodbMember[] = [];
  const stop = async (): Promise<void> => stopServers(members);
  try {
    for (let number = 0; number < memberCount; number += 1) {
      const dataDirectory = join(settings.dataDirectory, `mongodb-${number}`);
      members.push(await startMember({ binary: settings.binary, dataDirectory, temporary: true }));
    }
    await form(members);
  } catch (error) {
    await stop();
    throw error;
  }
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    members,
    uri: (database) => `mongodb://${hosts}/${database}?replicaSet=${replicaSet}`,
    primary: async () => {
      const responses = await Promise.all(
        members.map(async (member) => ((await isPrimary(member)) ? member : null)),
      );
      return responses.find((member) => member !== null) ?? null;
    },
    stop,
  };
}

async function form(members: readonly MongodbMember[]): Promise<void> {
  await withAdmin(members[0]?.port ?? 0, readyMs, async (run) => {
    await run({
      replSetInitiate: {
        _id: replicaSet,
        members: members.map(({ port }, index) => ({ _id: index, host: `127.0.0.1:${port}` })),
      },
    });
    await waitUntil(
      async () => {
        const { members: states } = (await run({ replSetGetStatus: 1 })) as {
          members: { stateStr: string }[];
        };
        const names = states.map(({ stateStr }) => stateStr).sort();
        return names.join() === 'PRIMARY,SECONDARY,SECONDARY' ? true : null;
      },
      readyMs,
      () => 'The members did not form a replica set',
      100,
    );
  });
}

async function isPrimary({ port, process }: MongodbMember): Promise<boolean> {
  if (!process.running) {
    return false;
  }
  try {
    return await withAdmin(port, 500, async (run) => (await run({ hello: 1 }))['isWritablePrimary'] === true);
  } catch {
    return false;
  }
}
