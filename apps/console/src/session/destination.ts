import { ownPage } from '@leadbridge/domain';

/**
 * Where a person wanted to go before the sign-in.
 *
 * @param search of the address of the sign-in, whose `to` says where from
 * @returns a path of our own pages with its query
 */
export function destinationOf(search: string): string {
  return ownPage(new URLSearchParams(search).get('to') ?? '');
}
