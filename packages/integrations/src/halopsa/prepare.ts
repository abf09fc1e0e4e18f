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

/** What became of something that the PSA lacked. */
export interface PreparedThing {
  readonly kind: HaloThing['kind'];
  readonly name: string;
  readonly description: string;
  /** `missing` where nothing was to be written; `by_hand` where the PSA did not take it, or has not got it in spite of that. */
  readonly state: 'missing' | 'created' | 'by_hand';
  /** What the PSA said of one that it did not take. */
  readonly refusal?: string;
}

/** What of a map is missing and could be made. */
export function missingThings({ problems }: HaloMap): readonly HaloThing[] {
  return problems.flatMap(({ missing }) => missing ?? []);
}

/**
 * Makes what is missing, one thing after the other, and looks whether it is there then: the API for what administrators set up differs from
 * build to build, and answers 2xx to what it ignores.
 *
 * @param lookAgain resolves all names anew
 */
export async function makeMissing(
  io: PsaIo,
  map: HaloMap,
  lookAgain: () => Promise<HaloMap>,
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
  const left = things.length === 0 ? [] : missingThings(await lookAgain());
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
