import { describe, expect, it } from '@jest/globals';
import { customFields, PSA_STATUS_IDS, STATUSES, statusName } from '@leadbridge/domain';
import { PsaCredentialsError, PsaRefusedError, PsaUnavailableError } from '@leadbridge/usecases';

import { checkSpec } from './check-spec.js';
import { cannedIo, type CannedResponses } from './testing/canned-io.js';

const statuses = Object.values(STATUSES)
  .flat()
  .map((status, index) => ({ id: PSA_STATUS_IDS[status] ?? 100 + index, name: statusName(status) }));
const lead = { id: 9, tickettype_id: 1, status_id: 1, customfields: [] };
const customfields = customFields
  .filter(({ record }) => record === 'lead')
  .map(({ id }) => ({ id, value: null }));

/** A PSA that matches the specification completely. */
const whole: CannedResponses = {
  '/Status': statuses,
  '/TicketType': [
    { id: 1, name: 'Lead' },
    { id: 2, name: 'Prospect' },
  ],
  '/Lists': [{ id: 1, name: 'All Leads' }],
  '/Users': { users: [] },
  '/Client': { clients: [] },
  '/Site': [],
  '/Opportunities': { opportunities: [] },
  '/Tickets': { record_count: 1, tickets: [lead] },
  '/Tickets/9': { ...lead, customfields },
};

async function linesOf(responses: CannedResponses, statusIds = {}): Promise<readonly string[]> {
  const { io, written } = cannedIo({ ...whole, ...responses });
  const found = await checkSpec(io, { statusIds, listNames: ['All Leads'] });
  expect(written).toEqual([]);
  return found.map(({ level, message }) => `${level}: ${message}`);
}

const faults = async (responses: CannedResponses, statusIds = {}) =>
  (await linesOf(responses, statusIds)).filter((line) => !line.startsWith('ok: '));

describe('the check of a PSA of the specification', () => {
  it('lists what it has tried, and finds no problem in a complete PSA', async () => {
    // The canned PSA has no search, because it always returns the only ticket.
    expect(await faults({})).toEqual([
      expect.stringMatching(/^warning: the filter search returns tickets that do not match/),
    ]);
    expect(await linesOf({})).toEqual(
      expect.arrayContaining([
        'ok: the PSA responds and accepts the credentials',
        'ok: all statuses are there under our names',
        'ok: /Users is a list (0 rows on its first page)',
        'ok: ticket 9 shows all custom fields of a lead',
      ]),
    );
  });

  it.each<readonly [string, CannedResponses, string]>([
    [
      'a status that means something else',
      { '/Status': [{ id: 6, name: 'Won back' }] },
      "warning: status 6 is used for Do Not Contact, but is called 'Won back' in the PSA: if it means something else, set status_ids with PUT /config",
    ],
    [
      'a status that is missing',
      { '/Status': [{ id: 6, name: 'Do Not Contact' }] },
      'warning: no status 1 (New Lead); there are: Do Not Contact (6)',
    ],
    [
      'a look-up that is missing',
      { '/TicketType': undefined },
      'warning: the PSA has no /TicketType: our names cannot be looked up there',
    ],
    [
      'a type that means something else',
      {
        '/TicketType': [
          { id: 1, name: 'Incident' },
          { id: 2, name: 'Prospect' },
        ],
      },
      "warning: ticket type 1 is used for Lead, but is called 'Incident' in the PSA",
    ],
    [
      'a list that is missing',
      { '/Lists': [] },
      "warning: no lists 'All Leads': leads are not put on them; there are: none",
    ],
    [
      'a list whose name only resembles ours, which imports do not find',
      { '/Lists': [{ id: 1, name: 'All-Leads' }] },
      "warning: no lists 'All Leads': leads are not put on them; there are: All-Leads (1)",
    ],
    [
      'lists whose names differ in case alone',
      {
        '/Lists': [
          { id: 1, name: 'ALL LEADS' },
          { id: 2, name: 'All Leads' },
        ],
      },
      "warning: several lists may be 'All Leads': 'ALL LEADS' (1), 'All Leads' (2); leads are put on 'All Leads' (2)",
    ],
    [
      'a list that is refused',
      { '/Users': new PsaRefusedError('You may not', 403) },
      'error: /Users is refused (status 403): You may not',
    ],
    [
      'a filter that is ignored',
      { '/Tickets': [lead, { ...lead, id: 10, tickettype_id: 4 }] },
      'warning: the filter tickettype_id is ignored: tickets of other types are read and skipped, which costs requests',
    ],
    [
      'rows without fields',
      { '/Tickets': [{ id: 9, tickettype_id: 1 }] },
      'warning: rows of /Tickets come without custom fields: each ticket is read by itself before it is changed',
    ],
    [
      'fields that are not shown',
      { '/Tickets/9': { ...lead, customfields: customfields.filter(({ id }) => id !== 105) } },
      'warning: ticket 9 does not show the custom fields 105 (Do Not Contact): an opt-out cannot be seen there, unless the PSA leaves out what is empty',
    ],
    ['a ticket that cannot be read', { '/Tickets/9': null }, 'error: ticket 9 cannot be read by its id'],
    [
      'something else than a ticket',
      { '/Tickets/9': { note: 'x' } },
      'error: The PSA responded to a read of tickets/9 with something that is none',
    ],
  ])('reports %s', async (_what, responses, line) => {
    expect(await faults(responses)).toContain(line);
  });

  it('accepts statuses that are mapped manually', async () => {
    const moved = statuses.map(({ id, name }) => ({ id: id === 6 ? 60 : id, name }));
    expect((await faults({ '/Status': moved })).join()).toMatch(/no status 6/);
    expect((await faults({ '/Status': moved }, { do_not_contact: 60 })).join()).not.toMatch(/status 6/);
  });

  it.each([
    ['credentials', new PsaCredentialsError("The PSA refuses the service's credentials", 400)],
    ['no response', new PsaUnavailableError('The PSA gave no response: ECONNREFUSED')],
  ])('ends with one line if nothing can be checked: %s', async (words, error) => {
    expect(await linesOf({ '/Status': error })).toEqual([expect.stringContaining(words)]);
  });

  it('continues if one address of a PSA that responds fails', async () => {
    const found = await linesOf({
      '/Opportunities': new PsaUnavailableError('The PSA failed with status 500'),
    });
    expect(found).toContain('error: The PSA failed with status 500');
    expect(found).toContain('ok: ticket 9 shows all custom fields of a lead');
  });
});
