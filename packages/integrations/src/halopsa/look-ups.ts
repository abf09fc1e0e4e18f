import { PsaCredentialsError, PsaRefusedError } from '@leadbridge/usecases';

import type { PsaIo } from '../psa/psa-dialect.js';
import type { PsaRequest } from '../psa/psa-requests.js';
import { type JsonRecord, readField, readNumber, readText } from '../psa/read-json.js';
import { readRows } from '../psa/read-rows.js';
import { type HaloProblem, type HaloThing, normalName } from './halo-map.js';
import { isGone } from './read-halo.js';

/** If a name is missing, at most this many existing names are listed. */
const maxNamesShown = 25;

export interface Wanted {
  readonly what: string;
  readonly name: string;
  readonly isRequired: boolean;
  /** What to create if it is missing; not used if the setting is an id. */
  readonly thing: Omit<HaloThing, 'name'>;
}

/** Reads one look-up. A failure becomes a problem, of level `error` by default. */
export type ReadLookUp = (request: PsaRequest, level?: HaloProblem['level']) => Promise<unknown>;

/**
 * A look-up that the agent may not read becomes one problem; the others continue. @throws PsaCredentialsError
 */
export async function readLookUp(
  io: PsaIo,
  request: PsaRequest,
  level: HaloProblem['level'],
  problems: HaloProblem[],
): Promise<unknown> {
  try {
    return await io.read(request);
  } catch (error) {
    if (!(error instanceof PsaRefusedError) || error instanceof PsaCredentialsError) {
      throw error;
    }
    problems.push({
      level,
      message: `${request.pattern} cannot be read (status ${error.status}): ${error.message}; the agent needs the right to it`,
    });
    return null;
  }
}

/** The one row with this name or id; if there is none, the problem lists the existing ones. */
export function findNamed(
  { what, name, isRequired, thing }: Wanted,
  rows: readonly JsonRecord[],
  problems: HaloProblem[],
): JsonRecord | null {
  const level = isRequired ? 'error' : 'warning';
  const isId = /^\d+$/.test(name);
  const found = rows.filter((row) =>
    isId ? idOf(row) === Number(name) : namesOf(row).some((each) => normalName(each) === normalName(name)),
  );
  const [first] = found;
  if (first !== undefined && new Set(found.map(idOf)).size === 1) {
    return first;
  }
  const shown = (of: readonly JsonRecord[]): string =>
    of
      .slice(0, maxNamesShown)
      .map((row) => `${namesOf(row).at(-1) ?? ''} (${idOf(row)})`)
      .join(', ');
  const message =
    first === undefined
      ? `no ${what} '${name}'; there are: ${shown(rows) || 'none'}`
      : `${what} '${name}' is ambiguous: ${shown(found)}; name its id`;
  const isMissing = first === undefined && !isId;
  problems.push({ level, message, ...(isMissing ? { missing: { name, ...thing } } : {}) });
  return null;
}

export function rowsOf(json: unknown): readonly JsonRecord[] {
  return readRows(json, 'rows')?.rows ?? [];
}

/**
 * Without deleted and disabled rows: some look-ups still return them, and they must not make a name
 * ambiguous.
 */
export function namedRowsOf(json: unknown): readonly JsonRecord[] {
  return rowsOf(json).filter((row) => !isGone(row));
}

export function idOf(row: JsonRecord): number {
  return readNumber(readField(row, 'id')) ?? 0;
}

export function namesOf(row: JsonRecord): readonly string[] {
  return ['name', 'outcome', 'label'].flatMap((field) => readText(readField(row, field)) ?? []);
}
