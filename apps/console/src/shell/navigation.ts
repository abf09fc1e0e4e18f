import type { Permission } from '@leadbridge/contracts';

export interface Place {
  /** Below `/console`; may have a query, which opens a tab of the screen. */
  readonly path: string;
  readonly name: string;
  /** That of the endpoint which the screen reads or, where it only writes, sends to. */
  readonly permission: Permission;
  /** Most never have anything there: it is offered while something waits, and while somebody is there. */
  readonly isOccasional: boolean;
}

export interface PlaceGroup {
  /** Null for what stands above all groups. */
  readonly heading: string | null;
  readonly places: readonly Place[];
}

type Entry = readonly [path: string, name: string, permission: Permission, isOccasional?: boolean];

function group(heading: string | null, ...entries: readonly Entry[]): PlaceGroup {
  const placeOf = ([path, name, permission, isOccasional = false]: Entry): Place => {
    return { path, name, permission, isOccasional };
  };
  return { heading, places: entries.map(placeOf) };
}

/** Every screen that the navigation leads to, in its order. */
const groups: readonly PlaceGroup[] = [
  group(null, ['/', 'Overview', 'data.view.readonly'], ['/import', 'Import', 'data.sync']),
  group(
    'Pipeline',
    ['/leads', 'Leads', 'data.view.readonly'],
    ['/prospects', 'Prospects', 'data.view.readonly'],
    ['/opportunities', 'Opportunities', 'data.view.readonly'],
  ),
  group(
    'Activity',
    ['/jobs', 'Jobs', 'data.view.readonly'],
    ['/errors', 'Errors', 'logs.view'],
    ['/reconciliations', 'Reconciliation', 'data.view.readonly'],
    ['/company-matches', 'Company matches', 'data.view.readonly', true],
    ['/queues', 'Queues', 'analytics.view'],
  ),
  group(
    'Compliance',
    ['/opt-outs', 'Opt-outs', 'data.view.readonly'],
    ['/erasure', 'Erasure', 'users.manage'],
    ['/audit', 'Audit', 'logs.view'],
  ),
  group(
    'Connections',
    ['/psa', 'PSA', 'data.view.readonly'],
    ['/settings?tab=providers', 'Providers', 'config.manage'],
    ['/webhooks', 'Webhooks', 'data.view.readonly'],
  ),
  group(
    'Settings',
    ['/people', 'People', 'users.manage'],
    ['/api-keys', 'API keys', 'users.manage'],
    ['/settings?tab=defaults', 'General', 'config.manage'],
  ),
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
    isOpen(place, permissions) && (!place.isOccasional || occasions.includes(place.path));
  return groups
    .map(({ heading, places }) => ({ heading, places: places.filter(isOffered) }))
    .filter(({ places }) => places.length > 0);
}

function isOpen({ permission }: Place, permissions: readonly Permission[]): boolean {
  return permissions.includes(permission);
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
