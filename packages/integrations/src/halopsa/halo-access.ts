import { PsaRefusedError, PsaUncertainError, PsaUnavailableError } from '@leadbridge/usecases';
import type { WriteResult } from '@leadbridge/usecases';

import { requireChanged, type PsaEntity } from '../psa/entity.js';
import type { PsaIo } from '../psa/psa-dialect.js';
import type { JsonRecord } from '../psa/read-json.js';
import { readFound } from '../psa/read-rows.js';
import type { HaloMap } from './halo-map.js';
import type { HaloMapHolder } from './map-holder.js';
import { one } from './requests.js';
import type { HaloWriter } from './write-halo.js';

/** Shared by the operations on all kinds of entities. */
export interface HaloAccess {
  readonly io: PsaIo;
  readonly write: HaloWriter;
  /** @throws PsaUnavailableError if something is missing without which nothing may be written or decided */
  readonly ready: () => Promise<HaloMap>;
  /** An entity by its id, with all its fields; null if there is none, or if `read` returns null. */
  readonly readOne: <T>(
    entity: PsaEntity,
    id: number,
    read: (row: JsonRecord) => T | null,
  ) => Promise<T | null>;
  /** Sends a change as a POST of the id and the changed fields. @throws PsaRefusedError, PsaUncertainError */
  readonly post: (entity: PsaEntity, id: number, changes: object) => Promise<void>;
  /** Like `post`, but returns a result instead of throwing an error of the PSA. */
  readonly tryPost: (entity: PsaEntity, id: number, changes: object) => Promise<WriteResult>;
}

export function createHaloAccess(io: PsaIo, map: HaloMapHolder, write: HaloWriter): HaloAccess {
  async function post(entity: PsaEntity, id: number, changes: object): Promise<void> {
    const { path, pattern } = entity;
    const body = [{ id, ...changes, ...write.silence() }];
    requireChanged(await io.write({ method: 'POST', path, pattern, body }), entity, id);
  }

  return {
    io,
    write,

    async ready() {
      const known = await map.get(io);
      const missing = known.problems.filter(({ level }) => level === 'error').map(({ message }) => message);
      if (missing.length > 0) {
        throw new PsaUnavailableError(`The PSA is not set up for Leadbridge: ${missing.join('; ')}`);
      }
      return known;
    },

    async readOne(entity, id, read) {
      const row = await readRow(io, entity, id);
      return row === null ? null : read(row);
    },

    post,

    async tryPost(entity, id, changes) {
      try {
        await post(entity, id, changes);
        return { ok: true, id };
      } catch (error) {
        if (error instanceof PsaRefusedError || error instanceof PsaUncertainError) {
          const uncertain = error instanceof PsaUncertainError;
          return { ok: false, uncertain, message: error.message };
        }
        throw error;
      }
    },
  };
}

/** An entity by its id, unwrapped; null if there is none. */
export async function readRow(io: PsaIo, entity: PsaEntity, id: number): Promise<JsonRecord | null> {
  return readFound(await io.read(one(entity, id)), entity.key, id);
}
