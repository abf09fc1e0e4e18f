import { roleHasPermission, type Permission, type Role } from '@leadbridge/contracts';

/**
 * What each part of the pages takes: the permission of the endpoint that shows, or changes, the same over the API. The document's page is
 * an endpoint itself.
 */
const pagePermissions = {
  /** `GET /jobs`. */
  jobs: 'data.view.readonly',
  /** `GET /webhooks`. */
  webhooks: 'data.view.readonly',
  /** `GET /suppressions`. */
  optOuts: 'data.view.readonly',
  /** `GET /errors`; also the texts of errors on the queue dashboard. */
  errors: 'logs.view',
  /** `/metrics`. */
  figures: 'analytics.view',
  /** Jobs by their queues alone, without what they are about: none of the API's own. */
  changeQueues: 'config.manage',
} as const satisfies Record<string, Permission>;

export type PagePart = keyof typeof pagePermissions;

/** Whether a role may see, or do, a part of the pages. */
export function mayUse({ role }: { readonly role: Role }, part: PagePart): boolean {
  return roleHasPermission(role, pagePermissions[part]);
}
