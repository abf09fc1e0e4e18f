import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import type { PsaSession } from '../ports/psa.js';
import { takeMissedOptOuts, type MissedOptOutDependencies } from './take-missed-opt-outs.js';

const now = Date.parse('2026-01-02T03:00:00.000Z');

const ticketOf = (id: number, changes: Partial<TicketSnapshot> = {}): TicketSnapshot => ({
  id,
  tickettypeId: 1,
  statusId: 1,
  summary: `Person ${id} - Example`,
  clientId: 1,
  siteId: 1,
  userId: id,
  email: `person.${id}@example.com`,
  userName: `Person ${id}`,
  clientName: 'Example',
  lastUpdatedBy: null,
  customFields: {},
  ...changes,
});
const flagged = { customFields: { 105: true } };

/** Looks through these pages of leads; the keys are on the ledger. Answers the notifications of the jobs that were made. */
async function look(pages: readonly (readonly TicketSnapshot[])[], onLedger: readonly string[] = []) {
  const inputs: unknown[] = [];
  const session = {
    async *pageTickets({ tickettypeId }: { tickettypeId?: number }) {
      for (const items of tickettypeId === 1 ? pages : []) {
        yield await Promise.resolve({ items, rowCount: items.length, total: null, isSteady: true });
      }
    },
  } as Partial<PsaSession> as PsaSession;
  const deps: MissedOptOutDependencies = {
    psa: { session: () => session },
    clock: { now: () => now },
    settings: () => ({ sources: [], listNames: {} as never, statusIds: {}, defaultCountry: 'US' }),
    statusIds: {
      stateOf: async (_, id) =>
        Promise.resolve(
          id === 6 ? { kind: 'lead', status: 'do_not_contact' } : { kind: 'lead', status: 'new_lead' },
        ),
    },
    knowledge: {
      tickets: {
        withContact: async (_: unknown, ticket: TicketSnapshot) => Promise.resolve(ticket),
      } as never,
    },
    ledger: { leadOfTicket: async () => Promise.resolve(null) } as never,
    store: {
      findOptedOut: async (keys) =>
        Promise.resolve(
          new Map(
            keys
              .map(({ kind, value }) => `${kind}:${value}`)
              .filter((key) => onLedger.includes(key))
              .map((key) => [key, { suppressionId: null }]),
          ),
        ),
    },
    jobs: {
      create: async ({ input }: { readonly input: unknown }) => Promise.resolve(void inputs.push(input)),
    } as never,
    queue: { enqueue: async () => Promise.reject(new Error('Redis is away')) },
    assertTurn: async () => Promise.resolve(),
  };
  const result = await takeMissedOptOuts(deps);
  return { result, inputs };
}

describe('opt-outs that no notification told of', () => {
  it('are taken as notifications, those of a page in one job', async () => {
    const { result, inputs } = await look([
      [ticketOf(1, flagged), ticketOf(2), ticketOf(3, { statusId: 6 })],
      [ticketOf(4)],
    ]);
    expect(result).toEqual({ tickets: 4, missed: 2 });
    expect(inputs).toEqual([
      {
        isList: true,
        notifications: [
          { ticketId: 1, changes: { customfields: [{ id: 105, new_value: true }] } },
          { ticketId: 3, changes: { status_id: { new_value: 6 } } },
        ],
      },
    ]);
  });

  it('are none where the ledger has the person, also one who was erased', async () => {
    const { result, inputs } = await look(
      [[ticketOf(1, flagged), ticketOf(2, flagged)]],
      ['email:person.1@example.com', 'email:person.2@example.com'],
    );
    expect(result).toEqual({ tickets: 2, missed: 0 });
    expect(inputs).toEqual([]);
  });

  it('are taken once where a ticket is on two pages, and not of tickets that are nobody’s', async () => {
    const nobody = { email: null, userName: null, clientName: null, summary: '' };
    const { result } = await look([
      [ticketOf(1, flagged)],
      [ticketOf(1, flagged), ticketOf(2, { ...flagged, ...nobody })],
    ]);
    expect(result).toEqual({ tickets: 2, missed: 1 });
  });
});
