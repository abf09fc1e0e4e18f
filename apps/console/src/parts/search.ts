import { useNavigate, useRouterState } from '@tanstack/react-router';

export type Filters = Readonly<Record<string, string>>;

/** The search of an address as texts by name: filters are linkable, and read by people. */
export function parseSearch(search: string): Filters {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Where a path with its query leads, as the router takes it. */
export function placeOf(path: string): { readonly to: string; readonly search: Filters } {
  const [to = '/', search = ''] = path.split('?');
  return { to, search: parseSearch(search) };
}

export function stringifySearch(filters: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(filters).filter(([, value]) => typeof value === 'string' && value !== '');
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? '' : `?${search}`;
}

/** The filters of the address, and how to change some of them; an empty text takes one away. */
export function useFilters(): [Filters, (change: Filters) => void] {
  const filters = useRouterState({ select: ({ location }) => location.search as Filters });
  const navigate = useNavigate();
  const change = (some: Filters): void => {
    const next = Object.fromEntries(
      Object.entries({ ...filters, ...some }).filter(([, value]) => value !== ''),
    );
    void navigate({ to: '.', search: next, replace: true });
  };
  return [filters, change];
}
