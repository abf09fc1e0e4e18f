import { PsaRefusedError, PsaUncertainError } from '@leadbridge/usecases';

import type { PsaIo } from '../psa/psa-dialect.js';
import type { HaloMap, HaloThing } from './halo-map.js';

const paths: Readonly<Record<HaloThing['kind'], string>> = {
  'ticket type': '/TicketType',
  status: '/Status',
  outcome: '/Outcome',
  'custom field': '/FieldInfo',
  options: '/FieldInfo',
};

/** The result for something that the PSA lacked. */
export interface PreparedThing extends Pick<HaloThing, 'kind' | 'name' | 'description'> {
  /**
   * `missing` if nothing should be written; `by_hand` if the PSA rejected it, or still lacks it after
   * accepting it.
   */
  readonly state: 'missing' | 'created' | 'by_hand';
  /** The PSA's message if it rejected it. */
  readonly refusal?: string;
}

/** The missing things of a map that could be created. */
export function missingThings({ problems }: HaloMap): readonly HaloThing[] {
  return problems.flatMap(({ missing }) => missing ?? []);
}

/**
 * Creates what is missing, one by one, and checks whether it exists afterwards: the API for administration
 * differs between builds, and responds with 2xx even if it ignores a request.
 *
 * @param resolveAgain resolves all names again
 */
export async function makeMissing(
  io: PsaIo,
  map: HaloMap,
  resolveAgain: () => Promise<HaloMap>,
): Promise<readonly PreparedThing[]> {
  const things = missingThings(map);
  const refusals = new Map<HaloThing, string>();
  for (const thing of things) {
    const path = paths[thing.kind];
    try {
      await io.write({ method: 'POST', path, pattern: path, body: [thing.body] });
    } catch (error) {
      if (!(error instanceof PsaRefusedError || error instanceof PsaUncertainError)) {
        throw error;
      }
      refusals.set(thing, error.message);
    }
  }
  const left = things.length === 0 ? [] : missingThings(await resolveAgain());
  return things.map((thing) => {
    const { kind, name, description } = thing;
    const isLeft = left.some((other) => other.kind === kind && other.name === name);
    const refusal = refusals.get(thing);
    return {
      kind,
      name,
      description,
      state: isLeft ? 'by_hand' : 'created',
      ...(isLeft && refusal !== undefined ? { refusal } : {}),
    };
  });
}
