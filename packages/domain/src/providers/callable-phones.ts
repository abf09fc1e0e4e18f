import { LIMITS } from '../cleansing/limits.js';
import { first, isBlank, own, text, type Payload } from './payload.js';

const LIKE_A_NUMBER = /(?:\d\D{0,3}){7}/u;

/** A person's number with what the provider says about it. */
export interface ListedPhone {
  readonly number: unknown;
  /** The number is on a do-not-call list. */
  readonly isBarred: boolean;
  /** The provider knows that nobody can be reached there. */
  readonly isInvalid?: boolean;
}

/** The numbers that may be called; the others are reported. */
export function callablePhones(listed: readonly ListedPhone[]) {
  const given = listed.filter(({ number }) => !isBlank(number));
  const barred = given.filter(({ isBarred }) => isBarred);
  const invalid = given.filter(({ isBarred, isInvalid }) => !isBarred && isInvalid === true);
  return {
    numbers: given.flatMap(({ number, isBarred, isInvalid }) =>
      isBarred || isInvalid === true ? [] : [number],
    ),
    /** There are numbers, and all of them are barred. */
    areAllBarred: given.length > 0 && barred.length === given.length,
    warnings: [
      ...(barred.length === 0 ? [] : [leftOut(barred.length, 'on a do-not-call list')]),
      ...(invalid.length === 0 ? [] : [leftOut(invalid.length, 'not valid by the provider')]),
    ],
  };
}

/**
 * The number of an entry under the first of the keys that has one. If the number has an unknown key, returns
 * the entry itself, so that the sender gets a warning about an unreadable number.
 */
export function numberIn(entry: Payload, ...keys: readonly string[]): unknown {
  const number = first(entry, ...keys);
  if (number !== undefined || keys.some((key) => own(entry, key) !== undefined)) return number;
  return holdsNumber(entry) ? entry : undefined;
}

function leftOut(count: number, reason: string): string {
  return count === 1
    ? `A phone number that is ${reason} was left out`
    : `${count} phone numbers that are ${reason} were left out`;
}

/** Whether an entry, or an object or list in it, has a text like a number. */
function holdsNumber(entry: object, depth = 2): boolean {
  return Object.values(entry)
    .slice(0, LIMITS.listEntries)
    .some((value: unknown) =>
      typeof value === 'object' && value !== null
        ? depth > 0 && holdsNumber(value, depth - 1)
        : LIKE_A_NUMBER.test(text(value) ?? ''),
    );
}
