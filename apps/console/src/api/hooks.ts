import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { LeadbridgeError } from '@leadbridge/client';
import { useId } from 'react';
import type { Pagination } from '@leadbridge/contracts';

import { tellWritten } from './notify.js';
import { useIntention } from './intention.js';
import { send, type Method, type QueryValues } from './leadbridge.js';
import { withProof } from './proof.js';

export interface ReadOptions {
  readonly enabled?: boolean;
  /** Shows what was read before while another period or filter is read. */
  readonly keepsPrevious?: boolean;
  /** Whenever somebody comes back to the page, however fresh it is. */
  readonly againOnFocus?: boolean;
}

/** Reads one thing; the key is the path with the query, so that writes can tell what they made stale. */
export function useRead<T>(
  path: string,
  query: QueryValues = {},
  options: ReadOptions = {},
): UseQueryResult<T, LeadbridgeError> {
  return useQuery<T, LeadbridgeError>({
    queryKey: [path, query],
    queryFn: async ({ signal }) => send<T>('GET', path, { query, signal }),
    enabled: options.enabled ?? true,
    ...(options.againOnFocus === true ? { refetchOnWindowFocus: 'always' as const } : {}),
    ...(options.keepsPrevious === true ? { placeholderData: keepPreviousData } : {}),
  });
}

/** How many there are, without reading them. */
export function useCount(
  path: string,
  query: QueryValues = {},
  options: ReadOptions = {},
): { readonly data: number | undefined; readonly error: LeadbridgeError | null } {
  const { data, error } = useRead<{ readonly pagination: Pagination }>(path, { ...query, limit: 1 }, options);
  return { data: data?.pagination.total, error };
}

/** Reads a list page by page, each behind the cursor of the one before. */
export function usePages<T extends { readonly pagination: Pagination }>(
  path: string,
  query: QueryValues,
  limit: number,
) {
  return useInfiniteQuery<T, LeadbridgeError, { pages: T[] }, readonly [string, QueryValues], string | null>({
    queryKey: [path, query],
    queryFn: async ({ pageParam, signal }) =>
      send<T>('GET', path, { query: { ...query, limit, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
}

export interface Write<T = unknown> {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  /** Sent again after a lost response, it is the same request. */
  readonly isOnce?: boolean;
  /** Told as soon as it is done: what is read anew may take away the part of the page that has asked for it. */
  readonly done?: string | ((response: T) => string) | undefined;
}

type Writing<T> = Pick<
  UseMutationResult<T, LeadbridgeError, Write<T>>,
  'data' | 'error' | 'isPending' | 'mutate' | 'reset'
>;

/** Writes, one thing at a time, and lets every list and page below the paths given be read anew. */
export function useWrite<T>(stale: readonly string[]): Writing<T> {
  const client = useQueryClient();
  const mutationKey = [useId()];
  const intention = useIntention();
  const { mutate, ...state } = useMutation<T, LeadbridgeError, Write<T>>({
    mutationKey,
    mutationFn: async ({ method, path, body, isOnce = false }) => {
      const key = isOnce ? { idempotencyKey: intention.keyFor(JSON.stringify([path, body])) } : {};
      return await withProof(async () => send<T>(method, path, { body, ...key }));
    },
    onSettled: (_response, error) => intention.ended(error),
    onSuccess: async (response, { done }) => {
      tellWritten(response, done);
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && stale.some((prefix) => path.startsWith(prefix)),
      });
    },
  });
  return {
    ...state,
    mutate(write, options) {
      // What is under way is not sent again by a second press of Enter, before the button is drawn as disabled.
      if (client.isMutating({ mutationKey }) === 0) {
        mutate(write, options);
      }
    },
  };
}
