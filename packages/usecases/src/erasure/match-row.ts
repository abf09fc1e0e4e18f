import {
  findSource,
  isPerson,
  mentionsOf,
  peopleInPayload,
  readPayload,
  traitsOfListed,
  traitsWithEach,
} from '@leadbridge/domain';
import type { Mentions, PersonTraits } from '@leadbridge/domain';

import type { Erasure } from '../ports/erasure.js';
import type { ErasureDependencies } from './erasure-dependencies.js';

export interface RowMatcher extends Mentions {
  /** Whether a row, as sent, is about the person; of an import from a source, or of a list of opt-outs. */
  readonly isTheirRow: (source: string | null, data: unknown) => boolean;
}

/**
 * Matches a person's rows as their job would: by the person parsed from a row, always by the job's own
 * reader, because only that knows which texts it reads as the person. A row without one is matched by its
 * content.
 */
export function createRowMatcher(
  { person, companyKeys }: Pick<Erasure, 'person' | 'companyKeys'>,
  settings: ErasureDependencies['settings'],
): RowMatcher {
  const mentions = mentionsOf(person, companyKeys);

  /** A row that was rejected may name the person by a number alone. */
  function isTheirsInSpite(source: string | null, data: unknown): boolean {
    const { sources, ...rest } = settings();
    const known = source === null ? null : findSource(sources, source);
    const people = known === null ? [] : peopleInPayload(known, data, rest);
    return people.flatMap(traitsWithEach).some((each) => isPerson(person, each));
  }

  return {
    ...mentions,
    isTheirRow(source, data) {
      if (data === null || data === undefined) {
        return false;
      }
      const traits = traitsOfRow(source, data, settings());
      return traits.length > 0
        ? traits.some((each) => isPerson(person, each))
        : mentions.inPayload(data) || isTheirsInSpite(source, data);
    },
  };
}

/**
 * What a row says about its person, or the row of a list of opt-outs about each that it names; nothing if none
 * with a key can be parsed from it.
 */
export function traitsOfRow(
  source: string | null,
  data: unknown,
  { sources, ...rest }: ReturnType<ErasureDependencies['settings']>,
): readonly PersonTraits[] {
  if (source === null) {
    return traitsOfListed(data, rest).filter(isKeyed);
  }
  const known = findSource(sources, source);
  const read = known === null ? null : readPayload(known, data, rest);
  return read?.ok === true ? traitsWithEach(read.lead).filter(isKeyed) : [];
}

function isKeyed({ email, companyPerson, phone }: PersonTraits): boolean {
  return email !== null || companyPerson !== null || phone !== null;
}
