import type { ConfigChange } from '@leadbridge/contracts';
import type { ConfigStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { auditedChange } from '../audit/write-audit.js';
import { unlessDuplicate } from '../duplicate-key.js';

interface ConfigDocument {
  _id: 'config';
  version: number;
  changes: ConfigChange;
  updatedAt: Date;
}

const id = 'config' as const;

/** One document for the whole service: the operators' changes to the defaults. */
export function createConfigStore(connection: Connection): ConfigStore {
  const configs = connection.collection<ConfigDocument>('configuration');

  return {
    async find() {
      const document = await configs.findOne({ _id: id });
      return { version: document?.version ?? 0, changes: document?.changes ?? {} };
    },

    async replace(expected, changes, at, audit) {
      const next: ConfigDocument = { _id: id, version: expected + 1, changes, updatedAt: new Date(at) };
      return await unlessDuplicate(async () =>
        auditedChange(connection, audit, new Date(at), async (session) => {
          if (expected === 0) {
            await configs.insertOne(next, { session });
            return true;
          }
          const before = { _id: id, version: expected };
          return (await configs.replaceOne(before, next, { session })).matchedCount === 1;
        }),
      );
    },
  };
}
