import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import type { SuppressedKey } from '../ports/import-store.js';
import type { PsaSession } from '../ports/psa.js';
import type { RecordOfTicket } from '../ports/reconciliation.js';
import { compareTickets, type ComparedPage, type Comparison } from './compare-tickets.js';
import { observedAt, recordOf, ticketOf } from './testing/compared.js';

const states: Readonly<Record<number, object>> = {
  1: { kind: 'lead', status: 'new_lead' },
  2: { kind: 'lead', status: 'researching' },
  6: { kind: 'lead', status: 'do_not_contact' },
  10: { kind: 'prospect', status: 'new_prospect' },
};

interface World {
  readonly records?: readonly RecordOfTicket[];
  readonly comparison?: Partial<Comparison>;
  /** The texts of keys that are suppressed. */
  readonly suppressed?: readonly string[];
  /** The texts of email keys whose domain is suppressed. */
  readonly ofDomain?: readonly string[];
  /** The emails of contacts in the mirror, by id. */
  readonly contacts?: Readonly<Record<number, string>>;
}

async function compare(
  tickets: readonly TicketSnapshot[],
  { records = [], comparison = {}, suppressed = [], ofDomain = [], contacts = {} }: World = {},
): Promise<ComparedPage> {
  const deps = {
    records: {
      ofTickets: async (ids: readonly number[]) =>
        Promise.resolve(records.filter(({ psaTicketId }) => ids.includes(psaTicketId))),
    },
    statusIds: { stateOf: async (_: unknown, id: number) => Promise.resolve(states[id] ?? null) },
    store: {
      findOptedOut: async () =>
        Promise.resolve(
          new Map<string, SuppressedKey>([
            ...ofDomain.map((key): [string, SuppressedKey] => [
              key,
              { suppressionId: 'sup_2', isOfDomain: true },
            ]),
            ...suppressed.map((key): [string, SuppressedKey] => [key, { suppressionId: 'sup_1' }]),
          ]),
        ),
    },
    mirrorStore: {
      byIds: async (_kind: unknown, ids: readonly number[]) =>
        Promise.resolve(
          ids.flatMap((id) =>
            contacts[id] === undefined
              ? []
              : [{ id, item: { id, email: contacts[id], firstname: null, surname: null, phone: null } }],
          ),
        ),
    },
    settings: () => ({ sources: [], statusIds: {}, defaultCountry: 'US' }),
  };
  return await compareTickets(
    deps as never,
    {
      session: {} as Partial<PsaSession> as PsaSession,
      duplicates: new Set(),
      lastSettledTicket: Number.POSITIVE_INFINITY,
      firstCreatedTicket: 1,
      ...comparison,
    },
    tickets.map((ticket) => ({ ticket, observedAt })),
  );
}

const kindsOf = ({ findings }: ComparedPage) => findings.map(({ kind, psaTicketId }) => [kind, psaTicketId]);

describe('tickets and records that agree', () => {
  it('give no findings', async () => {
    const page = await compare([ticketOf(5), ticketOf(6, { tickettypeId: 2, statusId: 10 })], {
      records: [recordOf(5), recordOf(6, { status: 'engaged', prospectStatus: 'new_prospect' })],
    });
    expect(page).toEqual({ findings: [], optOuts: [], oldUnknown: [] });
  });
});

describe('a ticket with another status than its record', () => {
  const ticket = ticketOf(5, { statusId: 2 });

  it('is a finding with both statuses', async () => {
    const { findings } = await compare([ticket], { records: [recordOf(5)] });
    expect(findings).toEqual([
      {
        kind: 'status_drift',
        subject: 'ticket:5',
        psaTicketId: 5,
        leadId: 1_005,
        details: {
          psa_tickettype_id: 1,
          psa_status_id: 2,
          psa_status: 'researching',
          record_status: 'new_lead',
        },
        remedies: expect.arrayContaining(['follow']),
        ticketIds: [],
      },
    ]);
  });

  it.each([
    ['the record has changed since', recordOf(5, { changedAt: observedAt })],
    [
      'the difference is known already',
      recordOf(5, { irregular: { from: 'new_lead', psaStatusId: 2, psaTickettypeId: 1 } }),
    ],
  ])('is no finding if %s', async (_when, record) => {
    expect(kindsOf(await compare([ticket], { records: [record] }))).toEqual([]);
  });

  it('is a finding for any of the records that share a ticket, and one alone', async () => {
    const shared = [recordOf(300), recordOf(300, { leadId: 7, status: 'researching' })];
    for (const records of [shared, shared.toReversed()]) {
      const { findings } = await compare([ticketOf(300)], { records });
      expect(findings).toMatchObject([{ kind: 'status_drift', leadId: 7 }]);
    }
  });

  it('is no finding if the status maps to none of ours', async () => {
    const unknown = ticketOf(5, { statusId: 1_009 });
    expect(kindsOf(await compare([unknown], { records: [recordOf(5)] }))).toEqual([]);
  });
});

describe('a ticket without a record', () => {
  const comparison = { firstCreatedTicket: 10, lastSettledTicket: 20 };

  it('is unknown if the service was at work when it was created', async () => {
    const page = await compare([ticketOf(10), ticketOf(20)], { comparison });
    expect(kindsOf(page)).toEqual([
      ['unknown_ticket', 10],
      ['unknown_ticket', 20],
    ]);
    expect(page.findings[0]).toMatchObject({ leadId: null });
    expect(page.findings[0]?.details).not.toHaveProperty('record_status');
  });

  it('is only counted if it is older than the service', async () => {
    expect(await compare([ticketOf(9)], { comparison })).toEqual({
      findings: [],
      optOuts: [],
      oldUnknown: [9],
    });
  });

  it('is left for later if an import in progress may have created it', async () => {
    expect(await compare([ticketOf(21)], { comparison })).toMatchObject({ findings: [], oldUnknown: [] });
  });

  it('is ignored if it is not a lead', async () => {
    const prospect = ticketOf(15, { tickettypeId: 2, statusId: 10 });
    expect(await compare([prospect], { comparison })).toMatchObject({ findings: [], oldUnknown: [] });
  });
});

describe('a ticket that shows an opt-out', () => {
  const flagged = ticketOf(5, { customFields: { 105: true } });

  it.each([
    ['by its flag', flagged, { isFlagged: true, statusId: null }],
    ['by the flag of a list row', ticketOf(5, { doNotContact: true }), { isFlagged: true, statusId: null }],
    ['by its status', ticketOf(5, { statusId: 6 }), { isFlagged: false, statusId: 6 }],
  ])('%s is reported if its person has no suppression', async (_how, ticket, shown) => {
    const page = await compare([ticket], { records: [recordOf(5)] });
    expect(kindsOf(page)).toEqual([['opt_out_missing', 5]]);
    expect(page.findings[0]?.details).toMatchObject({ flag: shown.isFlagged });
    expect(page.optOuts).toEqual([{ ticketId: 5, ...shown }]);
  });

  it('is reported even if the ticket is older than the service', async () => {
    const page = await compare([flagged], { comparison: { firstCreatedTicket: 10 } });
    expect(kindsOf(page)).toEqual([['opt_out_missing', 5]]);
  });

  it('is processed even if the ticket is a duplicate, which is a finding of its own', async () => {
    const page = await compare([flagged], { comparison: { duplicates: new Set([5]) } });
    expect(page.findings).toEqual([]);
    expect(page.optOuts).toHaveLength(1);
  });

  it.each([
    ['the email of the ticket', 'email:person.5@example.com', {}],
    ['a key of the record', 'phone:12025550143', { keys: [{ kind: 'phone', value: '12025550143' }] }],
  ] as const)('agrees if %s is suppressed', async (_what, key, record) => {
    const page = await compare([flagged], {
      records: [recordOf(5, { ...record, status: 'new_lead' })],
      suppressed: [key],
    });
    expect(page.optOuts).toEqual([]);
    expect(kindsOf(page)).toEqual([]);
  });

  it('is the own one of its person, which the opt-out of the domain does not replace', async () => {
    const world = { records: [recordOf(5)], ofDomain: ['email:person.5@example.com'] };
    expect((await compare([flagged], world)).optOuts).toHaveLength(1);
    const own = { ...world, suppressed: ['email:person.5@example.com'] };
    expect((await compare([flagged], own)).optOuts).toEqual([]);
  });

  it("is matched by its contact's email if tickets have none", async () => {
    const silent = ticketOf(5, { customFields: { 105: true }, email: null, lacksEmail: true });
    const world = { suppressed: ['email:contact@example.com'], contacts: { 5: 'contact@example.com' } };
    expect((await compare([silent], { records: [recordOf(5)], ...world })).optOuts).toEqual([]);
    const other = { ...world, contacts: { 5: 'other@example.com' } };
    expect((await compare([silent], { records: [recordOf(5)], ...other })).optOuts).toHaveLength(1);
  });

  it('is not reported if nothing identifies its person: no suppression could match it', async () => {
    const nobody = ticketOf(5, {
      customFields: { 105: true },
      email: null,
      userName: null,
      clientName: null,
      summary: '',
    });
    const page = await compare([nobody], { records: [recordOf(5)] });
    expect(page.optOuts).toEqual([]);
    expect(kindsOf(page)).toEqual([]);
  });
});
