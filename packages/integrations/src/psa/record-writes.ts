import type { WriteRecorder, WriteResult } from '@leadbridge/usecases';

import type { ArrayLimits } from './array-limits.js';
import type { PsaIo } from './psa-dialect.js';

/**
 * An io that reads from the PSA and writes nothing to it: every write goes to the recorder, and is answered as a PSA would that took it. The
 * steps of a dialect stand above it unchanged, so that what they say of a write (`warnings`) is what they say of one that is sent.
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
