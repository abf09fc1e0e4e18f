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
  { path: '/jobs', name: 'Jobs', permission: 'data.view.readonly' },
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
