import { PsaRefusedError, PsaUncertainError, type WriteResult } from '@leadbridge/usecases';

import type { CreateTarget, PsaIo } from './psa-dialect.js';
import { readSingleResult } from './read-write-results.js';

export interface PsaEntity {
  readonly path: string;
  readonly pattern: string;
  /** The key of the rows in an envelope. */
  readonly key: string;
}

export function entity(name: string, key: string): PsaEntity {
  return { path: `/${name}`, pattern: `/${name}`, key };
}

export async function createOne(io: PsaIo, target: CreateTarget, body: object): Promise<WriteResult> {
  const [result] = await io.createEach(target, [body]);
  return result ?? { ok: false, uncertain: true, message: 'The PSA sent no response for it' };
}

/** @throws PsaUncertainError, PsaRefusedError if it was not written */
export function requireWritten(result: WriteResult): void {
  if (!result.ok) {
    throw result.uncertain ? new PsaUncertainError(result.message) : new PsaRefusedError(result.message, 400);
  }
}

/** @throws PsaUncertainError, PsaRefusedError unless the response is one to a change of the object with this id that was made */
export function requireChanged(json: unknown, { key }: PsaEntity, id: number): void {
  requireWritten(readSingleResult(json, { key, idOptional: true, isChange: true }, { id }));
}
