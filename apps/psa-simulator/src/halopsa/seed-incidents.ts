import { createClient, createSite } from '../state/organisations.js';
import type { Author, PsaState } from '../state/psa-state.js';
import { createTicket } from '../state/tickets.js';
import { createUser } from '../state/users.js';
import { incidentStatus, incidentType } from './halo-setup.js';

const companies = 20;
const serviceDeskAgent = 2;

/** Puts incidents of a service desk into the PSA, over the people of a few clients. */
export function seedIncidents(state: PsaState, count: number): void {
  const author: Author = { agentId: serviceDeskAgent, via: 'page' };
  const users = Array.from({ length: Math.min(count, companies) }, (_, number) => {
    const client = createClient(state, { name: `Managed Customer ${number + 1}` });
    const site = createSite(state, { client_id: client.id, name: 'Main' });
    return createUser(state, {
      site_id: site.id,
      firstname: 'Caller',
      surname: String(number + 1),
      emailaddress: `caller${number + 1}@managed${number + 1}.example.net`,
    });
  });
  for (let number = 0; number < count; number += 1) {
    const user = users[number % users.length];
    createTicket(
      state,
      {
        summary: `Printer ${number + 1} does not print`,
        tickettype_id: incidentType,
        status_id: incidentStatus,
        client_id: user?.client_id,
        user_id: user?.id,
      },
      author,
    );
  }
}
