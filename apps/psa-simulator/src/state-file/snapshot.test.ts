import { describe, expect, it } from '@jest/globals';

import { PsaState } from '../state/psa-state.js';
import { defaultSetup, type CustomFieldDefinition } from '../state/psa-setup.js';
import { createOpportunity } from '../state/opportunities.js';
import { createTicket, updateTicket } from '../state/tickets.js';
import { SuppressionLists } from '../suppression-lists/suppression-lists.js';
import { restoreSnapshot, takeSnapshot, type Remembered, type Snapshot } from './snapshot.js';

const source = { id: 901, name: 'Source', type: 'dropdown', of: 'ticket' } satisfies CustomFieldDefinition;
const stage = { id: 902, name: 'Stage', type: 'dropdown', of: 'opportunity' } satisfies CustomFieldDefinition;
const author = { agentId: 1, via: 'api' } as const;

function emptySimulator(): Remembered {
  return {
    state: new PsaState({ ...defaultSetup, customFields: [source, stage] }),
    suppressionLists: new SuppressionLists({ provider_a: 'a', provider_b: 'b', provider_c: 'c' }),
  };
}

/** One ticket whose source has changed from `Web` to `Fair`, and one opportunity. */
function usedSimulator(): Remembered {
  const simulator = emptySimulator();
  const { state, suppressionLists } = simulator;
  state.clients.insert({ id: 100, name: 'R&D GmbH', website: '', phonenumber: '', notes: '' });
  state.sites.insert({ id: 500, name: 'Main', client_id: 100, phonenumber: '', notes: '' });
  state.users.insert({
    id: 2000,
    firstname: 'Zoë',
    surname: 'Müller',
    emailaddress: 'zoe@example.com',
    jobtitle: '',
    phonenumber: '',
    linkedin_url: '',
    site_id: 500,
    client_id: 100,
  });
  const input = { summary: 'Call', client_id: 100, user_id: 2000 };
  const ticket = createTicket(state, { ...input, customfields: [{ id: 901, value: 'Web' }] }, author);
  updateTicket(state, ticket, { customfields: [{ id: 901, value: 'Fair' }] }, author);
  createOpportunity(state, { ...input, customfields: [{ id: 902, value: 'Pilot' }] });
  suppressionLists.add('provider_a', { email: 'zoe@example.com' }, 'key-1');
  return simulator;
}

/** A simulator after a restart: its snapshot has been JSON in a file. */
function restarted(snapshot: Snapshot): Remembered {
  const simulator = emptySimulator();
  const read: Snapshot = JSON.parse(JSON.stringify(snapshot));
  restoreSnapshot(simulator, read);
  return simulator;
}

describe('a snapshot', () => {
  it('restores everything that was remembered', () => {
    const snapshot = takeSnapshot(usedSimulator());
    expect(takeSnapshot(restarted(snapshot))).toEqual(snapshot);
  });

  it('keeps the ids of dropdown options, also of those that no record has any more', () => {
    const { state } = restarted(takeSnapshot(usedSimulator()));
    expect(state.customFields.options(source.id)).toEqual([
      { id: 1, text: 'Web' },
      { id: 2, text: 'Fair' },
    ]);
    expect(state.customFields.options(stage.id)).toEqual([{ id: 1, text: 'Pilot' }]);
  });

  it('gives new records ids above the restored ones', () => {
    const { state, suppressionLists } = restarted(takeSnapshot(usedSimulator()));
    const ticket = createTicket(state, { summary: 'Next', client_id: 100, user_id: 2000 }, author);
    expect(state.tickets.all().map(({ id }) => id)).toEqual([ticket.id - 1, ticket.id]);
    suppressionLists.add('provider_b', { email: 'zoe@example.com' }, 'key-1');
    expect(suppressionLists.list().map(({ id }) => id)).toEqual([1, 2]);
  });

  it('does not change with the state after it was taken', () => {
    const simulator = usedSimulator();
    const before = takeSnapshot(simulator).tickets[0]?.customfields;
    const ticket = simulator.state.tickets.get(10_000);
    if (ticket !== undefined) {
      updateTicket(simulator.state, ticket, { customfields: [{ id: 901, value: null }] }, author);
    }
    expect(before).toEqual([[901, 'Fair']]);
    expect(takeSnapshot(simulator).tickets[0]?.customfields).toEqual([]);
  });
});
