import { isBlank } from './payload.js';

/** A number of a person with what the provider says of it. */
export interface ListedPhone {
  readonly number: unknown;
  /** The number is on a do-not-call list. */
  readonly isBarred: boolean;
  /** The provider knows that nobody is reached there. */
  readonly isInvalid?: boolean;
}

export interface CallablePhones {
  readonly numbers: readonly unknown[];
  /** There are numbers, and each of them is barred. */
  readonly areAllBarred: boolean;
  readonly warnings: readonly string[];
}

/** The numbers that may be called; those that are left out are told of. */
export function callablePhones(listed: readonly ListedPhone[]): CallablePhones {
  const given = listed.filter(({ number }) => !isBlank(number));
  const barred = given.filter(({ isBarred }) => isBarred);
  const invalid = given.filter(({ isBarred, isInvalid }) => !isBarred && isInvalid === true);
  return {
    numbers: given.flatMap(({ number, isBarred, isInvalid }) =>
      isBarred || isInvalid === true ? [] : [number],
    ),
    areAllBarred: given.length > 0 && barred.length === given.length,
    warnings: [
      ...(barred.length === 0 ? [] : [leftOut(barred.length, 'on a do-not-call list')]),
      ...(invalid.length === 0 ? [] : [leftOut(invalid.length, 'not valid by the provider')]),
    ],
  };
}

function leftOut(count: number, reason: string): string {
  return count === 1
    ? `A phone number that is ${reason} was left out`
    : `${count} phone numbers that are ${reason} were left out`;
}
