import { Navigate } from '@tanstack/react-router';

import { useFilters } from '../parts/search.js';

/** The address of people and keys while they were two tabs of one screen. */
export function Moved() {
  const [{ tab }] = useFilters();
  return <Navigate to={tab === 'keys' ? '/api-keys' : '/people'} search={{}} replace />;
}
