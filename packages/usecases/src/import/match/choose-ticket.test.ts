import { describe, expect, it } from '@jest/globals';

import type { ImportIntent } from '../../ports/import-store.js';
import { knownLead, leadTicket, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { freshnessOf, withoutUpcoming, takeRecorded } from './choose-ticket.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' };
const ofAnother = { email: 'kim@example.net', userName: 'Kim Other', clientName: 'Other Ltd' };

function recordedRow(ticket: Parameters<typeof leadTicket>[0] | null) {
  const row = rowState();
  row.known = knownLead(row);
  row.ticket = ticket === null ? null : leadTicket(ticket);
  return row;
}

describe('the ticket in our record', () => {
  it('decides if the search found none', () => {
    const row = recordedRow(null);
    expect(takeRecorded(row, leadTicket(), false)).toBe(true);
    expect(row.ticket?.id).toBe(300);
  });

  it.each([
    ['the one that was found', leadTicket({ id: 300, statusId: 2 }), true],
    ['an early one next to the one that was found', leadTicket({ id: 301 }), false],
    ['one past the early stage next to it', leadTicket({ id: 301, statusId: 3 }), true],
    ['one that became a prospect', leadTicket({ id: 301, tickettypeId: 2 }), true],
  ])('decides, or not, if it is %s', (_where, current, isTaken) => {
    const row = recordedRow({ id: 300 });
    expect(takeRecorded(row, current, false)).toBe(isTaken);
    expect(row.ticket).toEqual(isTaken ? current : leadTicket({ id: 300 }));
  });

  it('is forgotten if the PSA has reissued its id for another person and the search did not find it', () => {
    const row = recordedRow(null);
    expect(takeRecorded(row, leadTicket(ofAnother), false)).toBe(false);
    expect([row.ticket, row.known?.leadId, row.known?.psaTicketId]).toEqual([null, 12, null]);
  });

  it('belongs to the person if the search found it by their key, whatever it shows', () => {
    const row = recordedRow(null);
    expect(takeRecorded(row, leadTicket(ofAnother), true)).toBe(true);
  });

  it('does not decide if it no longer exists, or none is recorded', () => {
    const gone = recordedRow({ id: 300 });
    expect(takeRecorded(gone, null, false)).toBe(false);
    expect(gone.known?.psaTicketId).toBe(300);
    expect(takeRecorded(rowState(), leadTicket(), false)).toBe(false);
  });
});

describe('the time since which the PSA must have been read', () => {
  const accepted = [10_000, 30_000, 20_000].map((ago, index) =>
    rowState(undefined, { index, acceptedAt: createImportWorld().clock.now() - ago }),
  );

  it('is when the last of the rows was accepted', () => {
    const world = createImportWorld();
    expect(freshnessOf(accepted, stageContext(world, { batch: { upcoming: 500 } }))).toEqual({
      notBefore: world.clock.now() - 10_000,
      upcoming: 500,
    });
  });

  it("is never later than now, even if the accepting process's clock is ahead", () => {
    const world = createImportWorld();
    const ahead = rowState(undefined, { acceptedAt: world.clock.now() + 5_000 });
    expect(freshnessOf([ahead], stageContext(world)).notBefore).toBe(world.clock.now());
  });

  it('is now if an earlier run wrote for one of the rows, and nothing else can use what is read', () => {
    const world = createImportWorld();
    const resumed = rowState(undefined, { index: 3, intent: begun });
    const context = stageContext(world, { batch: { upcoming: 500 } });
    expect(freshnessOf([...accepted, resumed], context)).toEqual({
      notBefore: world.clock.now(),
      upcoming: 0,
    });
  });

  it("is now if the previous holder of a row's key was killed", () => {
    const world = createImportWorld();
    const inherited = new Set(accepted.slice(0, 1).map(({ recordKey }) => recordKey));
    const context = stageContext(world, { claims: { inherited }, batch: { upcoming: 500 } });
    expect(freshnessOf(accepted, context)).toEqual({ notBefore: world.clock.now(), upcoming: 0 });
  });
});

it('ignores waiting rows when rows are read live next to the mirror', () => {
  const context = stageContext(createImportWorld(), { batch: { upcoming: 500, asksAhead: true } });
  expect(withoutUpcoming(context).batch).toEqual({ ...context.batch, upcoming: 0 });
});
