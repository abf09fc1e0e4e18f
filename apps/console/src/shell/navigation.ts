import type { Permission } from '@leadbridge/contracts';

export interface Place {
  /** Below `/console`; may have a query, which opens a tab of the screen. */
  readonly path: string;
  readonly name: string;
  /** That of the endpoint which the screen reads or, where it only writes, sends to. */
  readonly permission: Permission | null;
  /** Most never have anything there: it is offered while something waits, and while somebody is there. */
  readonly isOccasional?: true;
}

export interface PlaceGroup {
  /** Null for what stands above all groups. */
  readonly heading: string | null;
  readonly places: readonly Place[];
}

/** Every screen that the navigation leads to, in its order. */
const groups: readonly PlaceGroup[] = [
  {
    heading: null,
    places: [
      { path: '/', name: 'Overview', permission: 'data.view.readonly' },
      { path: '/import', name: 'Import', permission: 'data.sync' },
    ],
  },
  {
    heading: 'Pipeline',
    places: [
      { path: '/leads', name: 'Leads', permission: 'data.view.readonly' },
      { path: '/prospects', name: 'Prospects', permission: 'data.view.readonly' },
      { path: '/opportunities', name: 'Opportunities', permission: 'data.view.readonly' },
    ],
  },
  {
    heading: 'Activity',
    places: [
      { path: '/jobs', name: 'Jobs', permission: 'data.view.readonly' },
      { path: '/errors', name: 'Errors', permission: 'logs.view' },
      { path: '/reconciliations', name: 'Reconciliation', permission: 'data.view.readonly' },
      {
        path: '/company-matches',
        name: 'Company matches',
        permission: 'data.view.readonly',
        isOccasional: true,
      },
      { path: '/queues', name: 'Queues', permission: 'analytics.view' },
    ],
  },
  {
    heading: 'Compliance',
    places: [
      { path: '/opt-outs', name: 'Opt-outs', permission: 'data.view.readonly' },
      { path: '/erasure', name: 'Erasure', permission: 'users.manage' },
      { path: '/audit', name: 'Audit', permission: 'logs.view' },
    ],
  },
  {
    heading: 'Connections',
    places: [
      { path: '/psa', name: 'PSA', permission: 'data.view.readonly' },
      { path: '/settings?tab=providers', name: 'Providers', permission: 'config.manage' },
      { path: '/webhooks', name: 'Webhooks', permission: 'data.view.readonly' },
    ],
  },
  {
    heading: 'Settings',
    places: [
      { path: '/people', name: 'People', permission: 'users.manage' },
      { path: '/api-keys', name: 'API keys', permission: 'users.manage' },
      { path: '/settings?tab=defaults', name: 'General', permission: 'config.manage' },
    ],
  },
];

/**
 * The groups of places that are offered to somebody with these permissions; a group without any is left out.
 *
 * @param occasions the paths of occasional places that are offered now
 */
export function groupsFor(
  permissions: readonly Permission[],
  occasions: readonly (string | undefined)[] = [],
): readonly PlaceGroup[] {
  const isOffered = (place: Place): boolean =>
    isOpen(place, permissions) && (place.isOccasional !== true || occasions.includes(place.path));
  return groups
    .map(({ heading, places }) => ({ heading, places: places.filter(isOffered) }))
    .filter(({ places }) => places.length > 0);
}

function isOpen({ permission }: Place, permissions: readonly Permission[]): boolean {
  return permission === null || permissions.includes(permission);
}

/** The place that an address belongs to, for the mark in the navigation and the name of the page. */
export function placeAt(pathname: string, search = ''): Place | undefined {
  const candidates = groups.flatMap(({ places }) => places).filter((place) => isAt(place, pathname));
  return candidates.find(({ path }) => path.endsWith(search)) ?? candidates.at(-1);
}

function isAt(place: Place, pathname: string): boolean {
  const [path = ''] = place.path.split('?');
  return path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);
}

/** Whether somebody with these permissions may open an address; one that the navigation does not know is open to all. */
export function mayOpen(pathname: string, permissions: readonly Permission[]): boolean {
  const place = placeAt(pathname);
  return place === undefined || isOpen(place, permissions);
}
