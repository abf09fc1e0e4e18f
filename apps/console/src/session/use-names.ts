import type { ApiKeyListResponse, UserListResponse } from '@leadbridge/contracts';

import { useRead } from '../api/hooks.js';
import type { NamesById } from '../parts/names.js';
import { useMay } from './session.js';

const mostNames = 500;

/** Entries have ids; people know names, which whoever manages them may read. */
export function useNames(): NamesById {
  const enabled = useMay()('users.manage');
  const users = useRead<UserListResponse>('/users', { limit: mostNames }, { enabled });
  const keys = useRead<ApiKeyListResponse>('/api-keys', { limit: mostNames }, { enabled });
  return new Map([
    ...(users.data?.users ?? []).map(({ id, name }) => [id, name] as const),
    ...(keys.data?.api_keys ?? []).map(({ id, name }) => [id, name] as const),
  ]);
}
