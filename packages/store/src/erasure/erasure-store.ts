import type { Erasure, ErasureStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createClaims } from '../import/claims.js';
import { rememberErased } from './erased-keys.js';
import { createEraseRecords } from './erase-records.js';
import { erasureModel, saveErasure, type ErasureDocument } from './erasure-model.js';
import { createRecordSearch } from './find-records.js';
import { createFinishErasure } from './finish-erasure.js';
import { createOpenWork } from './open-work.js';
import { createTraces } from './traces.js';

export function createErasureStore(connection: Connection): ErasureStore {
  return {
    ...createClaims(connection),
    ...createRecordSearch(connection),
    ...createOpenWork(connection),
    ...createTraces(connection),
    ...createFinishErasure(connection),
    eraseRecords: createEraseRecords(connection),
    rememberErased: async (keys, at) => rememberErased(connection, keys, at),

    async find(jobId) {
      const document = await erasureModel(connection).findById(jobId).lean<ErasureDocument>();
      return document === null ? null : presentErasure(document);
    },

    save: (erasure, fence) => saveErasure(connection, erasure, fence),
  };
}

function presentErasure({ _id, fence: _fence, ...erasure }: ErasureDocument): Erasure {
  return { ...erasure, jobId: _id };
}
