import type { Permission } from '@leadbridge/contracts';

export interface Place {
  readonly path: string;
  readonly name: string;
  /** That of the endpoint which the screen reads or, where it only writes, sends to. */
  readonly permission: Permission | null;
}

/** Every screen that the navigation leads to, in its order. */
const places: readonly Place[] = [
  { path: '/', name: 'Overview', permission: 'data.view.readonly' },
  { path: '/import', name: 'Import', permission: 'data.sync' },
  { path: '/jobs', name: 'Jobs', permission: 'data.view.readonly' },
  { path: '/leads', name: 'Leads', permission: 'data.view.readonly' },
  { path: '/prospects', name: 'Prospects', permission: 'data.view.readonly' },
  { path: '/opportunities', name: 'Opportunities', permission: 'data.view.readonly' },
  { path: '/opt-outs', name: 'Opt-outs', permission: 'data.view.readonly' },
  { path: '/webhooks', name: 'Webhooks', permission: 'data.view.readonly' },
  { path: '/reconciliations', name: 'Reconciliation', permission: 'data.view.readonly' },
  { path: '/psa', name: 'PSA', permission: 'data.view.readonly' },
  { path: '/errors', name: 'Errors', permission: 'logs.view' },
  { path: '/audit', name: 'Audit', permission: 'logs.view' },
  { path: '/access', name: 'Access', permission: 'users.manage' },
  { path: '/settings', name: 'Settings', permission: 'config.manage' },
  { path: '/account', name: 'Your account', permission: null },
];

/** The places that are offered to somebody with these permissions. */
export function placesFor(permissions: readonly Permission[]): readonly Place[] {
  return places.filter(({ permission }) => permission === null || permissions.includes(permission));
}

/** Whether a screen belongs to an address, for the mark in the navigation. */
export function isAt(place: Place, pathname: string): boolean {
  return place.path === '/'
    ? pathname === '/'
    : pathname === place.path || pathname.startsWith(`${place.path}/`);
}
