import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import { PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaSession } from '../ports/psa.js';
import type { RecordOfTicket } from '../ports/reconciliation.js';
import { compareRecords, findUnmarked, type RecordsComparison } from './compare-records.js';
import type { ObservedTicket } from './observed-tickets.js';
import { observedAt as since, recordOf, ticketOf } from './testing/compared.js';

interface World {
  readonly records?: readonly RecordOfTicket[];
  /** The tickets on the PSA's lists, and those that it has besides. */
  readonly listed?: readonly ObservedTicket[];
  readonly hidden?: readonly TicketSnapshot[];
  /** Those that the PSA refuses to show. */
  readonly refused?: readonly number[];
  readonly kept?: readonly string[];
  readonly marked?: readonly number[];
  /** Whether the PSA's lists show as many as it counts. */
  readonly listsAll?: boolean;
}

function worldOf(given: World) {
  const { records = [], listed = [], hidden = [], refused = [] } = given;
  const { kept = [], marked = [], listsAll = true } = given;
  const asked: number[] = [];
  const forgotten: string[] = [];
  const deps: Parameters<typeof compareRecords>[0] = {
    records: {
      async *pages() {
        yield await Promise.resolve(records);
      },
      ofTickets: async (ids: readonly number[]) =>
        Promise.resolve(records.filter(({ psaTicketId }) => ids.includes(psaTicketId))),
      async *markedEntries() {
        yield await Promise.resolve(
          marked.map((psaTicketId) => ({
            suppressionId: `sup_${psaTicketId}`,
            psaTicketId,
            leadId: null,
            changedAt: since - 1_000,
          })),
        );
      },
    } as never,
    reconciliations: {
      keptSubjects: async () => Promise.resolve(new Set(kept)),
      forgetKept: async (_kind: unknown, subjects: readonly string[]) =>
        Promise.resolve(void forgotten.push(...subjects)),
    } as never,
    statusIds: {
      stateOf: async (_: unknown, id: number) =>
        Promise.resolve(
          id === 6
            ? { kind: 'lead', status: 'do_not_contact' }
            : { kind: 'lead', status: id === 2 ? 'researching' : 'new_lead' },
        ),
    },
    store: { findOptedOut: async () => Promise.resolve(new Map()) },
    mirrorStore: { byIds: async () => Promise.resolve([]) } as never,
    settings: () => ({ sources: [], statusIds: {}, defaultCountry: 'US' }),
  };
  const comparison: RecordsComparison = {
    session: {
      getTicket: async (id: number) => {
        asked.push(id);
        if (refused.includes(id)) {
          throw new PsaRefusedError('Not for you', 403);
        }
        return Promise.resolve(hidden.find((ticket) => ticket.id === id) ?? null);
      },
    } as Partial<PsaSession> as PsaSession,
    duplicates: new Set(),
    lastSettledTicket: Number.POSITIVE_INFINITY,
    firstCreatedTicket: 1,
    since,
    now: () => since + 5_000,
    observed: {
      listsAll,
      async *pages() {
        yield await Promise.resolve(listed);
      },
      byIds: async (ids) =>
        Promise.resolve(
          new Map(
            listed.filter(({ ticket }) => ids.includes(ticket.id)).map((each) => [each.ticket.id, each]),
          ),
        ),
    },
  };
  return { deps, comparison, asked, forgotten };
}

const missingOf = (findings: readonly { kind: string; psaTicketId: number | null }[]): unknown[] =>
  findings.filter(({ kind }) => kind === 'missing_ticket').map(({ psaTicketId }) => psaTicketId);

describe('records whose ticket is on no list', () => {
  it('are missing once ten of them are confirmed missing, without reading the others', async () => {
    const { deps, comparison, asked } = worldOf({
      records: Array.from({ length: 40 }, (_, index) => recordOf(index + 1)),
    });
    const { findings, compared } = await compareRecords(deps, comparison);
    expect(missingOf(findings)).toHaveLength(40);
    expect(asked).toHaveLength(10);
    expect(compared).toBe(40);
  });

  it('are neither missing nor compared if the PSA refuses to show them', async () => {
    const { deps, comparison } = worldOf({ records: [recordOf(300), recordOf(301)], refused: [300] });
    expect(missingOf((await compareRecords(deps, comparison)).findings)).toEqual([301]);
  });

  it('are each read if a list hides one of ours', async () => {
    const hidden = [ticketOf(3), ticketOf(25)];
    const { deps, comparison, asked } = worldOf({
      records: Array.from({ length: 30 }, (_, index) => recordOf(index + 1)),
      hidden,
    });
    const { findings } = await compareRecords(deps, comparison);
    expect(missingOf(findings)).toHaveLength(28);
    expect(missingOf(findings)).not.toContain(25);
    expect(asked).toHaveLength(30);
  });

  it('are each read if the lists show fewer than the PSA counts', async () => {
    const { deps, comparison, asked } = worldOf({
      records: Array.from({ length: 30 }, (_, index) => recordOf(index + 1)),
      listsAll: false,
    });
    await compareRecords(deps, comparison);
    expect(asked).toHaveLength(30);
  });

  it('have a ticket of another type if the PSA returns one', async () => {
    const { deps, comparison } = worldOf({
      records: [recordOf(1)],
      hidden: [ticketOf(1, { tickettypeId: 31 })],
    });
    expect((await compareRecords(deps, comparison)).findings).toMatchObject([
      { kind: 'type_drift', psaTicketId: 1, remedies: ['follow'] },
    ]);
  });

  it('are not reported if they have changed since, were undone, or are silenced', async () => {
    const { deps, comparison, asked, forgotten } = worldOf({
      records: [
        recordOf(1, { changedAt: since + 1 }),
        recordOf(2, { status: 'undone' }),
        recordOf(3),
        recordOf(4),
      ],
      kept: ['ticket:3', 'ticket:4'],
      listed: [{ ticket: ticketOf(4), observedAt: since + 1 }],
    });
    expect((await compareRecords(deps, comparison)).findings).toEqual([]);
    expect(asked).toEqual([]);
    // It exists again, so its next absence is reported.
    expect(forgotten).toEqual(['ticket:4']);
  });
});

describe('suppressions', () => {
  it('are unmarked if their ticket does not show them, unless the list shows no flag or was read earlier', async () => {
    const silent = { lacksCustomFields: true } as const;
    const listed = [
      { ticket: ticketOf(1), observedAt: since + 1 },
      { ticket: ticketOf(2, { customFields: { 105: true } }), observedAt: since + 1 },
      { ticket: ticketOf(3, { statusId: 6 }), observedAt: since + 1 },
      { ticket: ticketOf(4, silent), observedAt: since + 1 },
      { ticket: ticketOf(5, { ...silent, doNotContact: false }), observedAt: since + 1 },
      { ticket: ticketOf(6), observedAt: 0 },
    ];
    const { deps, comparison } = worldOf({ listed, marked: [1, 2, 3, 4, 5, 6, 7] });
    const found = await findUnmarked(deps, comparison);
    expect(found.map(({ psaTicketId }) => psaTicketId)).toEqual([1, 5]);
    expect(found[0]).toMatchObject({ details: { suppression_id: 'sup_1' }, remedies: ['mark'] });
  });
});
