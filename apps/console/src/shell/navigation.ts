import type { IconType } from 'react-icons';
import {
  TbAdjustments,
  TbAlertTriangle,
  TbArrowsDiff,
  TbBan,
  TbBuildingBank,
  TbBuildingSkyscraper,
  TbEraser,
  TbHistory,
  TbKey,
  TbLayoutDashboard,
  TbListCheck,
  TbPlugConnected,
  TbServer,
  TbStack2,
  TbUpload,
  TbUser,
  TbUserCheck,
  TbUsers,
  TbWebhook,
} from 'react-icons/tb';

import type { Permission } from '@leadbridge/contracts';

export interface Place {
  /** Below `/console`; may have a query, which opens a tab of the screen. */
  readonly path: string;
  readonly name: string;
  /** That of the endpoint which the screen reads or, where it only writes, sends to. */
  readonly permission: Permission;
  readonly icon: IconType;
  /** Most never have anything there: it is offered while something waits, and while somebody is there. */
  readonly isOccasional: boolean;
}

export interface PlaceGroup {
  /** Null for what stands above all groups. */
  readonly heading: string | null;
  readonly places: readonly Place[];
}

type Entry = readonly [
  path: string,
  name: string,
  permission: Permission,
  icon: IconType,
  isOccasional?: boolean,
];

function group(heading: string | null, ...entries: readonly Entry[]): PlaceGroup {
  const placeOf = ([path, name, permission, icon, isOccasional = false]: Entry): Place => {
    return { path, name, permission, icon, isOccasional };
  };
  return { heading, places: entries.map(placeOf) };
}

/** Every screen that the navigation leads to, in its order. */
const groups: readonly PlaceGroup[] = [
  group(
    null,
    ['/', 'Overview', 'data.view.readonly', TbLayoutDashboard],
    ['/import', 'Import', 'data.sync', TbUpload],
  ),
  group(
    'Pipeline',
    ['/leads', 'Leads', 'data.view.readonly', TbUser],
    ['/prospects', 'Prospects', 'data.view.readonly', TbUserCheck],
    ['/opportunities', 'Opportunities', 'data.view.readonly', TbBuildingBank],
  ),
  group(
    'Activity',
    ['/jobs', 'Jobs', 'data.view.readonly', TbListCheck],
    ['/errors', 'Errors', 'logs.view', TbAlertTriangle],
    ['/reconciliations', 'Reconciliation', 'data.view.readonly', TbArrowsDiff],
    ['/company-matches', 'Company matches', 'data.view.readonly', TbBuildingSkyscraper, true],
    ['/queues', 'Queues', 'analytics.view', TbStack2],
  ),
  group(
    'Compliance',
    ['/opt-outs', 'Opt-outs', 'data.view.readonly', TbBan],
    ['/erasure', 'Erasure', 'users.manage', TbEraser],
    ['/audit', 'Audit', 'logs.view', TbHistory],
  ),
  group(
    'Connections',
    ['/psa', 'PSA', 'data.view.readonly', TbServer],
    ['/settings?tab=providers', 'Providers', 'config.manage', TbPlugConnected],
    ['/webhooks', 'Webhooks', 'data.view.readonly', TbWebhook],
  ),
  group(
    'Settings',
    ['/people', 'People', 'users.manage', TbUsers],
    ['/api-keys', 'API keys', 'users.manage', TbKey],
    ['/settings?tab=defaults', 'General', 'config.manage', TbAdjustments],
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
