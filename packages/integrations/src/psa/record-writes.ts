import type { WriteRecorder, WriteResult } from '@leadbridge/usecases';

import type { ArrayLimits } from './array-limits.js';
import type { PsaIo } from './psa-dialect.js';

/**
 * An io that reads from the PSA but writes nothing to it: every write goes to the recorder, which responds
 * like a PSA that accepted it. The dialect's steps run on it unchanged, so that their messages about a write
 * (`warnings`) are those of a real one.
 */
export function recordWrites(io: PsaIo, limits: Pick<ArrayLimits, 'of'>, recorder: WriteRecorder): PsaIo {
  return {
    ...io,

    async write({ body }) {
      recorder.wrote(1);
      return Promise.resolve(body);
    },

    async createEach({ pattern, foreseen }, items) {
      recorder.wrote(Math.ceil(items.length / limits.of(pattern)));
      const results = items.map((): WriteResult => {
        const id = recorder.nextId();
        return { ok: true, id, ...foreseen?.(() => recorder.nextId()) };
      });
      return Promise.resolve(results);
    },
  };
}
