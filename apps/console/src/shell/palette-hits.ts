import type { LeadView, Permission } from '@leadbridge/contracts';

import { groupsFor } from './navigation.js';

/** Something that the palette opens. */
export interface Hit {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
}

/** The pages of what a text names by its id: a job, a reconciliation, a webhook, or the errors of a request. */
export function pagesFor(text: string, permissions: readonly Permission[]): readonly Hit[] {
  const [prefix = ''] = text.split('_');
  const path = { job: '/jobs', rec: '/reconciliations', wh: '/webhooks' }[prefix];
  if (path !== undefined && /^[a-z]+_[\w-]+$/u.test(text)) {
    return [{ path: `${path}/${text}`, name: text, kind: 'by its ID' }];
  }
  const isRequestId = /^(?:req_[\w-]+|[\da-f]{8}-[\da-f-]{27})$/iu.test(text);
  return isRequestId && permissions.includes('logs.view')
    ? [{ path: `/errors?request_id=${encodeURIComponent(text)}`, name: text, kind: 'errors of the request' }]
    : [];
}

/** The pages of leads that were found. */
export function recordPagesFor(
  leads: readonly Pick<LeadView, 'lead_id' | 'contact' | 'psa_ticket_id'>[],
  ticketId: string | undefined,
): readonly Hit[] {
  return leads.map(({ lead_id: id, contact }) => ({
    path: `/leads/${id}`,
    name: contact.name ?? contact.email ?? `Lead ${id}`,
    kind: [ticketId === undefined ? null : `ticket ${ticketId}`, contact.company, 'lead']
      .filter((part) => part !== null)
      .join(', '),
  }));
}

/** The screens whose name has every word of the text; all of them for an empty one. */
export function screensFor(text: string, permissions: readonly Permission[]): readonly Hit[] {
  const words = text.toLowerCase().split(/\s+/u);
  return groupsFor(permissions, ['/company-matches'])
    .flatMap(({ heading, places }) =>
      places.map(({ path, name }) => ({ path, name, kind: heading ?? 'screen' })),
    )
    .concat({ path: '/account', name: 'Account', kind: 'screen' })
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}
