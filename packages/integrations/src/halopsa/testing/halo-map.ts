import type { HaloField, HaloMap } from '../halo-map.js';

/** A text field without a limit, unless `changes` say otherwise; its id is 200 above its number. */
export function haloField(number: number, changes: Partial<HaloField> = {}): readonly [number, HaloField] {
  const id = number + 200;
  return [
    number,
    { number, id, name: `CF${number}`, type: 'text', maxLength: null, options: new Map(), ...changes },
  ];
}

/** The map of a tenant that lacks nothing, with these types, statuses and fields. */
export function haloMapOf(own: Pick<HaloMap, 'typeIds' | 'statusIds' | 'fields'>): HaloMap {
  return {
    ...own,
    outcomeId: 4,
    agent: { id: 7, name: 'Leadbridge' },
    build: '2.250.1',
    hasKeyFilter: true,
    problems: [],
  };
}
