/**
 * The address of every screen below `/console`, with `$` before what stands for an id. The router has a component for each, and the build
 * writes the list beside the page, so that the service responds with 404 to every other address.
 */
export const screenPaths = [
  '/',
  '/sign-in',
  '/setup',
  '/import',
  '/jobs',
  '/jobs/$jobId',
  '/leads',
  '/leads/$leadId',
  '/prospects',
  '/prospects/$prospectId',
  '/opportunities',
  '/opportunities/$opportunityId',
  '/opt-outs',
  '/opt-outs/import',
  '/webhooks',
  '/webhooks/$webhookId',
  '/reconciliations',
  '/reconciliations/$reconciliationId',
  '/company-matches',
  '/psa',
  '/errors',
  '/audit',
  '/access',
  '/people',
  '/api-keys',
  '/queues',
  '/erasure',
  '/settings',
  '/account',
] as const;

export type ScreenPath = (typeof screenPaths)[number];
