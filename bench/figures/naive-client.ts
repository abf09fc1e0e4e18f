import type { ProcessSystem } from '@leadbridge/devkit';

import type { leads } from '../service.js';

type Simulator = ProcessSystem['simulator'];

/** Imports leads as a simple integration does: everything looked up and written for each lead, one request at a time. */
export async function importNaively(simulator: Simulator, rows: ReturnType<typeof leads>): Promise<void> {
  const token = await fetchToken(simulator);
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${simulator.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return await response.json();
  };
  const idOf = (response: unknown): number =>
    Number(
      (Array.isArray(response) ? (response as unknown[])[0] : response) && (response as { id?: number }).id,
    );

  for (const lead of rows) {
    await call('GET', `/Tickets?tickettype_id=1&search=${encodeURIComponent(lead.email)}`);
    await call('GET', `/Client?search=${encodeURIComponent(lead.company)}`);
    const clientId = idOf(await call('POST', '/Client', { name: lead.company }));
    const siteId = idOf(await call('POST', '/Site', { name: 'Main', client_id: clientId }));
    await call('GET', `/Users?search=${encodeURIComponent(lead.email)}`);
    const userId = idOf(
      await call('POST', '/Users', {
        firstname: lead.first_name,
        surname: lead.last_name,
        emailaddress: lead.email,
        site_id: siteId,
        client_id: clientId,
      }),
    );
    const ticketId = idOf(
      await call('POST', '/Tickets', {
        summary: `${lead.first_name} ${lead.last_name} - ${lead.company}`,
        details: 'Imported',
        tickettype_id: 1,
        status_id: 1,
        client_id: clientId,
        user_id: userId,
      }),
    );
    const lists = (await call('GET', '/Lists')) as readonly { id: number; name: string }[];
    for (const name of ['Source: Provider A', 'Cold', 'Industry: Software', 'Mid-Market']) {
      const listId = lists.find((list) => list.name === name)?.id;
      await call('POST', `/Lists/${String(listId)}/items`, { ticket_id: ticketId, added_by: 'x', notes: '' });
    }
  }
}

async function fetchToken(simulator: Simulator): Promise<string> {
  const response = await fetch(`${simulator.url}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: simulator.clientId,
      client_secret: simulator.clientSecret,
      scope: 'all',
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
