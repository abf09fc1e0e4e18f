import { describe, expect, it } from '@jest/globals';

import type { ExternalId } from '../../ports/import-store.js';
import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { alex, knownLead, leadTicket, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { decide } from '../decide/decide.js';
import { isRevived, leadWrite } from './lead-write.js';

const at = '2026-01-31T09:00:00.000Z';
const leave: RowPlan = { kind: 'leave', result: 'preserved', reason: 'Do Not Contact', kept: {} };
const context = stageContext(createImportWorld());

function rowOf(
  known: Parameters<typeof knownLead>[1] | null,
  { data = alex, learnt, ...given }: RowGiven & { data?: unknown; learnt?: Partial<MatchedRow> } = {},
): MatchedRow {
  const row = rowState(data, given);
  row.known = known === null ? null : knownLead(row, known);
  decide([row], context);
  return { ...row, ...learnt };
}

const written = (row: MatchedRow) =>
  leadWrite(row, { leadId: 12, psaTicketId: 300, at, session: context.session });

describe('the record of a lead', () => {
  it('contains what the import sent, with its source and time', () => {
    const psaIds = { clientId: 10, siteId: 20, userId: 200 };
    const row = rowOf(null, { learnt: { psaIds, begins: { lead: 'researching', prospect: null } } });
    expect(written(row)).toMatchObject({
      ...{ key: 'email:alex@example.com', leadId: 12, isNew: true, psaTicketId: 300, status: 'researching' },
      ...{ psaClientId: 10, psaSiteId: 20, psaUserId: 200, source: 'csv' },
      sourceData: { kind: row.row.source.kind, receivedAt: at, jobId: 'job_a1' },
      merged: { email: 'alex@example.com' },
      bySource: { csv: { lead: { email: 'alex@example.com' } } },
      hasOptedOut: false,
      revives: false,
    });
  });

  it('contains the data of all its sources', () => {
    const row = rowOf({});
    expect(written(row).isNew).toBe(false);
    expect(Object.keys(written(row).bySource)).toEqual(['provider_a', 'csv']);
  });

  it.each<[string, RowPlan, string | null]>([
    ['created', { kind: 'create' }, '2026-01-31T08:59:00.000Z'],
    ['adopted', { kind: 'adopt' }, '2026-01-31T08:59:00.000Z'],
    ['opened again', { kind: 'reopen', changes: {}, note: '' }, null],
    ['left', leave, null],
  ])(
    'says of a ticket that was %s whether, and since when, it was made for the lead',
    (_how, plan, since) => {
      expect(written(rowOf(null, { learnt: { plan } })).ticketCreatedAfter).toBe(since);
    },
  );

  it.each<[string, Partial<MatchedRow>, object, boolean]>([
    ['the source says so', {}, { ...alex, do_not_contact: true }, true],
    ['they are known to have', { suppressed: { by: 'phone', suppressionId: 'sup_1' } }, alex, true],
    ['their ticket shows it', { shownOptOut: 'Set in the PSA' }, alex, true],
    ['nothing says so', {}, alex, false],
  ])('records that the person has opted out if %s', (_why, learnt, data, hasOptedOut) => {
    expect(written(rowOf(null, { data, learnt })).hasOptedOut).toBe(hasOptedOut);
  });
});

describe('an opt-out that is written while a lead is imported', () => {
  const { personKeys } = written(rowOf(null));
  const [first] = personKeys;
  const create: RowPlan = { kind: 'create' };

  it.each<[boolean, string, Parameters<typeof rowOf>[0], RowPlan]>([
    [true, 'has the ticket and all keys', { personKeys }, leave],
    [false, 'does not exist', null, leave],
    [false, 'lacks a key', { personKeys: personKeys.filter((key) => key !== first) }, leave],
    [false, 'has another ticket', { personKeys, psaTicketId: 299 }, leave],
    [false, 'gets a new ticket', { personKeys }, create],
    [false, 'gets the ticket of an interrupted run', { personKeys }, { kind: 'adopt' }],
    [false, 'was undone', { personKeys, isUndone: true }, leave],
  ])('finds the lead: %s, if its record %s', (isFound, _which, known, plan) => {
    expect(written(rowOf(known, { learnt: { plan } })).isFoundByOptOuts).toBe(isFound);
  });
});

describe('the ids that sources have for a lead', () => {
  const [own, other] = [
    { source: 'csv', externalId: 'c1' },
    { source: 'provider_a', externalId: 'a1' },
  ];

  it.each<[string, string | null, readonly ExternalId[], readonly ExternalId[]]>([
    ['none, if none is known', null, [], []],
    ['the new one, if none is known', 'c2', [], [{ source: 'csv', externalId: 'c2' }]],
    ['the former, of an import without one', null, [own, other], [own, other]],
    [
      'the new one in the place of the former',
      'c2',
      [own, other],
      [other, { source: 'csv', externalId: 'c2' }],
    ],
  ])('are %s', (_which, externalId, former, ids) => {
    const row = rowOf({ externalIds: former }, { learnt: { externalId } });
    expect(written(row).externalIds).toEqual(ids);
  });
});

describe('the keys of the person', () => {
  it('start with those of the import, followed by earlier ones, without duplicates', () => {
    const earlier = [
      { kind: 'email', value: 'alex@example.com' },
      { kind: 'email', value: 'old@example.com' },
    ] as const;
    const emails = written(rowOf({ personKeys: earlier })).personKeys.filter(({ kind }) => kind === 'email');
    expect(emails.map(({ value }) => value)).toEqual(['alex@example.com', 'old@example.com']);
  });

  it('are limited to the newest 200', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      kind: 'email' as const,
      value: `alex${index}@example.com`,
    }));
    const { personKeys } = written(rowOf({ personKeys: many }));
    expect(personKeys).toHaveLength(200);
    expect(personKeys[0]).toEqual({ kind: 'email', value: 'alex@example.com' });
    expect(personKeys).not.toContainEqual(many.at(-1));
  });
});

describe('a lead whose import was undone', () => {
  const suppressed = { by: 'email', suppressionId: 'sup_1' } as const;

  it.each<[string, boolean, Partial<MatchedRow>, boolean]>([
    ['counts again with a new import', true, {}, true],
    [
      'is revived if an earlier run has begun it, even if the person has opted out since',
      true,
      { plan: { kind: 'adopt' }, suppressed },
      true,
    ],
    ['is not revived if the person has opted out', true, { plan: leave, suppressed }, false],
    ['counts again though its ticket was left', true, { plan: leave }, true],
    ['is not revived if it was not undone', false, {}, false],
  ])('%s', (_which, isUndone, learnt, revives) => {
    const row = rowOf({ isUndone }, { learnt });
    row.ticket = leadTicket();
    expect(isRevived(row)).toBe(revives);
    expect(written(row).revives).toBe(revives);
  });

  it('cannot be one without a record', () => {
    expect(isRevived(rowOf(null))).toBe(false);
  });
});
