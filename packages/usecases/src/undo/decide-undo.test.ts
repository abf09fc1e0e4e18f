import { UNDO_REASONS, type SourceData, type TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ImportedRow, LaterRow, UndoIntent, UndoLead } from '../ports/undo-store.js';
import { createMemoryPsa } from '../testing/memory-psa.js';
import { integrationUser } from '../testing/psa-entities.js';
import { decideUndo, laterThan, readUndoable } from './decide-undo.js';
import {
  createdRow,
  decidedAt,
  foundBefore,
  importedBy,
  invalidStatusId,
  laterImport,
  undoLead,
  updatedRow,
  updateIntent,
} from './testing/undo-world.js';

const after = '2026-01-31T08:45:00.000Z';
const before = '2026-01-31T08:00:00.000Z';
const intent: UndoIntent = { at: '2026-01-31T08:40:00.000Z', closedStatusId: invalidStatusId };
const psa = createMemoryPsa({ keeps: { 106: 30 } });

function ticketOf(changes: Partial<TicketSnapshot> = {}): TicketSnapshot {
  return createMemoryPsa().addTicket({ id: 300, customFields: { 106: 'After' }, ...changes });
}

interface Given {
  readonly row?: ImportedRow;
  readonly lead?: Partial<UndoLead>;
  readonly ticket?: Partial<TicketSnapshot> | null;
  readonly imports?: readonly LaterRow[];
  readonly intent?: UndoIntent | null;
}

/** The decision for a row: the reason if it is kept, otherwise what is done. */
function decided(given: Given): string | null {
  const row = readUndoable({ imported: given.row ?? createdRow(0), lead: undoLead(0, given.lead) });
  if ('status' in row) {
    throw new Error(`There is nothing to be undone: ${row.reason}`);
  }
  const decision = decideUndo(
    row,
    {
      ticket: given.ticket === null ? null : ticketOf(given.ticket),
      ...{ contact: null, imports: given.imports ?? [], parentJobId: importedBy },
    },
    { intent: given.intent ?? null },
    { settings: () => ({ integrationUser }), session: psa.session() },
  );
  return decision.kind === 'plan' ? decision.plan.kind : (decision.outcome.reason ?? null);
}

/** A later import whose undo was the last to write to the ticket. */
function undoneImport(changes: Partial<LaterRow> = {}): LaterRow {
  return laterImport(0, { isUndone: true, ...changes });
}

const created = createdRow(0);
const updated = updatedRow(0);

describe('the undoable change of a row', () => {
  it.each<[string, ImportedRow | null, Partial<UndoLead> | null, string]>([
    ['that was never there', null, {}, UNDO_REASONS.notImported],
    ['without an outcome', { ...created, outcome: null }, {}, UNDO_REASONS.notImported],
    [
      'that failed',
      { ...created, outcome: { status: 'failed', code: 'X', error: 'no' } },
      null,
      UNDO_REASONS.notImported,
    ],
    ['that was undone', { ...created, undoneBy: 'job_u' }, {}, UNDO_REASONS.undone],
    ['whose lead was undone by another', created, { status: 'undone' }, UNDO_REASONS.undone],
    ['whose lead was erased', created, null, UNDO_REASONS.recordGone],
    ['of a release without fences', { ...created, fence: null }, {}, UNDO_REASONS.notStored],
    ['of a release that kept no times', { ...created, decidedAt: null }, {}, UNDO_REASONS.notStored],
    ['that updated, without its intent', { ...updated, intent: null }, {}, UNDO_REASONS.notStored],
    [
      'that updated, in a release that kept nothing of before',
      { ...updated, intent: updateIntent({ before: undefined }) },
      {},
      UNDO_REASONS.notStored,
    ],
  ])('nothing to undo of one %s', (_which, imported, lead, reason) => {
    const found = readUndoable({ imported, lead: lead === null ? null : undoLead(0, lead) });
    expect(found).toMatchObject({ status: 'succeeded', result: 'nothing_to_undo', reason });
  });

  it.each(['skipped', 'preserved'] as const)('is none if the lead was %s', (result) => {
    const outcome = created.outcome?.status === 'succeeded' ? { ...created.outcome, result } : null;
    expect(readUndoable({ imported: { ...created, outcome }, lead: undoLead(0) })).toMatchObject({
      reason: UNDO_REASONS.leftAsItWas,
      leadId: 10,
      psaTicketId: 300,
    });
  });

  it('includes the written values of an update, but not of a creation', () => {
    const lead = undoLead(0);
    expect(readUndoable({ imported: updated, lead })).toMatchObject({ written: { before: foundBefore } });
    // An intent to update from an earlier run does not count if the row finally created the ticket.
    expect(readUndoable({ imported: { ...created, intent: updateIntent() }, lead })).toMatchObject({
      written: null,
    });
  });
});

describe('a lead that the import created', () => {
  it.each<[string, Given, string]>([
    ['that no one has touched', {}, 'close'],
    ['whose ticket is gone', { ticket: null }, 'close'],
    // The PSA has reissued the id: the ticket now belongs to another lead, whatever its state.
    ['that has lost its ticket', { lead: { psaTicketId: null }, ticket: { statusId: 3 } }, 'close'],
    ['that has another ticket now', { lead: { psaTicketId: 301 } }, UNDO_REASONS.laterImport],
    ['that has changed state', { lead: { statusAt: after } }, UNDO_REASONS.movedOn],
    ['that had changed state before', { lead: { statusAt: before } }, 'close'],
    [
      'that has made an illegal transition',
      { lead: { irregular: { at: after, to: 'engaged' } } },
      UNDO_REASONS.movedOn,
    ],
    ['that was called', { lead: { calledAt: after } }, UNDO_REASONS.called],
    ['that was called before', { lead: { calledAt: before } }, 'close'],
    ['that is a prospect', { lead: { prospectId: 21 } }, UNDO_REASONS.converted],
    ['that is a prospect in the PSA alone', { ticket: { tickettypeId: 2 } }, UNDO_REASONS.converted],
    ['that was moved only in the PSA', { ticket: { statusId: 3 } }, UNDO_REASONS.movedOn],
    ['that someone has edited', { ticket: { lastUpdatedBy: 'Sam' } }, UNDO_REASONS.edited],
    ['in which the service has written', { ticket: { lastUpdatedBy: ' LEADBRIDGE ' } }, 'close'],
    ['that a later import has updated', { imports: [laterImport(0)] }, UNDO_REASONS.laterImport],
    ['that an earlier import has updated', { imports: [laterImport(0, { fence: 0 })] }, 'close'],
    ['that a later import has updated, which is undone', { imports: [undoneImport()] }, 'close'],
    [
      'in which an import that is undone had found manual work',
      { imports: [undoneImport({ manualWorkDetected: true })] },
      UNDO_REASONS.edited,
    ],
    ['that this import has updated, too', { imports: [laterImport(0, { jobId: importedBy })] }, 'close'],
    [
      'whose ticket another lead has updated',
      { imports: [laterImport(0, { leadId: 99 })] },
      UNDO_REASONS.laterImport,
    ],
    [
      'whose former ticket another lead has',
      { imports: [laterImport(0, { leadId: 99, psaTicketId: 301 })] },
      'close',
    ],
  ])('%s', (_which, given, expected) => {
    expect(decided(given)).toBe(expected);
  });

  it("is not kept because of a status change reported for an interrupted undo's own write", () => {
    const own: Given = {
      lead: { irregular: { at: after, to: 'invalid_data' } },
      ticket: { statusId: invalidStatusId },
    };
    expect(decided({ ...own, intent })).toBe('close');
    expect(decided(own)).toBe(UNDO_REASONS.movedOn);
    // Before the undo began, or to another state: someone else did that.
    expect(decided({ ...own, lead: { irregular: { at: after, to: 'engaged' } }, intent })).toBe(
      UNDO_REASONS.movedOn,
    );
    expect(
      decided({
        ...own,
        lead: { irregular: { at: '2026-01-31T08:35:00.000Z', to: 'invalid_data' } },
        intent,
      }),
    ).toBe(UNDO_REASONS.movedOn);
  });

  it.each<[string, string | number, string | null, string]>([
    ['as it was', 'Found', 'Found', 'close'],
    ['that was emptied', 'Found', null, 'close'],
    ['that the PSA has cut', 'x'.repeat(90), 'x'.repeat(30), 'close'],
    ['of another type', 5, '5', 'close'],
    ['written over', 'Found', 'By Sam', UNDO_REASONS.edited],
  ])('on a PSA that names no writer is judged by its fields: one %s', (_which, has, holds, expected) => {
    const { lead } = undoLead(0);
    const given: Given = {
      lead: { lead: { ...lead, customFields: { 106: has } } },
      ticket: { lastUpdatedBy: null, customFields: holds === null ? {} : { 106: holds } },
    };
    expect(decided(given)).toBe(expected);
  });

  it('on a PSA that names no writer is edited by a text in a field that no import has filled', () => {
    const { lead } = undoLead(0);
    const given = (text: string): Given => ({
      lead: { lead: { ...lead, customFields: { 106: 'Found' } } },
      ticket: { lastUpdatedBy: null, customFields: { 103: text, 106: 'Found' } },
    });
    expect([decided(given('By Sam')), decided(given(''))]).toEqual([UNDO_REASONS.edited, 'close']);
  });

  it('is compared with the data of all its sources', () => {
    const { lead, sources } = undoLead(0);
    const [ofCsv] = Object.values(sources);
    const bySource = (id: string, value: string) => ({
      [id]: { ...ofCsv, lead: { ...lead, customFields: { 102: value } } } as SourceData,
    });
    const known = {
      lead: { ...lead, customFields: { 102: 'Of the better source' } },
      sources: { ...bySource('csv', 'As it was created'), ...bySource('provider_b', 'Of the better source') },
    };
    const holding = (value: string): Given => ({
      lead: known,
      ticket: { lastUpdatedBy: null, customFields: { 102: value } },
    });
    expect(decided(holding('As it was created'))).toBe('close');
    expect(decided(holding('By Sam'))).toBe(UNDO_REASONS.edited);
  });

  it.each<[string, TicketSnapshot['customFields'], string]>([
    ['the mark alone', { 105: true, 106: 'Found', 206: 0 }, 'close'],
    ['a text written over', { 105: true, 106: 'By Sam' }, UNDO_REASONS.edited],
    ['a text in an empty field', { 105: true, 106: 'Found', 103: 'By Sam' }, UNDO_REASONS.edited],
  ])(
    'whose person has opted out is compared by its fields, because the mark hides who edited before: %s',
    (_which, holds, expected) => {
      const { lead } = undoLead(0);
      const optedOut = { doNotContact: true, lead: { ...lead, customFields: { 105: false, 106: 'Found' } } };
      expect(decided({ lead: optedOut, ticket: { customFields: holds } })).toBe(expected);
    },
  );

  it('may carry the mark of a recorded opt-out if the PSA names no editor', () => {
    const { lead } = undoLead(0);
    const marked = { lastUpdatedBy: null, customFields: { 105: true } };
    const told = { ...lead, customFields: { 105: false } };
    expect(decided({ lead: { lead: told, doNotContact: true }, ticket: marked })).toBe('close');
    expect(decided({ lead: { lead: told }, ticket: marked })).toBe(UNDO_REASONS.edited);
  });

  it('is not compared by its fields if the PSA names the last editor', () => {
    const { lead } = undoLead(0);
    expect(
      decided({
        lead: { lead: { ...lead, customFields: { 106: 'Found' } } },
        ticket: { customFields: { 106: 'Another' } },
      }),
    ).toBe('close');
  });
});

describe('a lead that the import updated', () => {
  it.each<[string, Given, string]>([
    ['that no one has touched', {}, 'restore'],
    ['whose ticket is gone', { ticket: null }, UNDO_REASONS.ticketGone],
    ['that has another ticket now', { lead: { psaTicketId: 301 } }, UNDO_REASONS.laterImport],
    // Its fields are restored one by one, if they still have the value that the import wrote.
    ['that a later import has updated', { imports: [laterImport(0)] }, 'restore'],
    [
      'in which a later import has found manual work',
      { imports: [laterImport(0, { manualWorkDetected: true })] },
      UNDO_REASONS.edited,
    ],
    [
      'in which an import that is undone had found manual work',
      { imports: [undoneImport({ manualWorkDetected: true })] },
      UNDO_REASONS.edited,
    ],
    ['that someone has edited', { ticket: { lastUpdatedBy: 9 } }, UNDO_REASONS.edited],
    ['that was moved in the PSA', { ticket: { statusId: 2 } }, UNDO_REASONS.movedOn],
    ['that was called', { lead: { calledAt: after } }, UNDO_REASONS.called],
  ])('%s', (_which, given, expected) => {
    expect(decided({ row: updated, ...given })).toBe(expected);
  });

  it('that people had already edited before is not kept because of that', () => {
    const outcome =
      updated.outcome?.status === 'succeeded' ? { ...updated.outcome, manualWorkDetected: true } : null;
    const imports = [laterImport(0, { manualWorkDetected: true })];
    expect(decided({ row: { ...updated, outcome }, imports })).toBe('restore');
  });

  it('gets its previous values back, and keeps what was changed since', () => {
    const row = readUndoable({
      imported: updatedRow(0, {
        intent: updateIntent({ customFields: { 106: 'After', 107: 'Told' } }),
      }),
      lead: undoLead(0),
    });
    const ticket = ticketOf({ customFields: { 106: 'After', 107: 'By a later import' } });
    const decision =
      'status' in row
        ? null
        : decideUndo(
            row,
            { ticket, contact: null, imports: [], parentJobId: importedBy },
            { intent: null },
            { settings: () => ({ integrationUser }), session: psa.session() },
          );
    expect(decision).toMatchObject({
      kind: 'plan',
      plan: {
        restoration: {
          customFields: { 106: 'Before' },
          fieldsRestored: ['CF_106'],
          fieldsKept: ['CF_107'],
        },
      },
    });
  });
});

describe('later imports of a lead', () => {
  it('are those with a higher fence, of the lead or of its ticket, whatever happened in between', () => {
    const other = fc.record({
      fence: fc.integer({ min: 0, max: 6 }),
      leadId: fc.constantFrom(10, 11),
      psaTicketId: fc.constantFrom(300, 301, null),
    });
    fc.assert(
      fc.property(fc.array(other), fc.constantFrom(300, null), (others, psaTicketId) => {
        const lead = undoLead(0, { psaTicketId });
        const imports = others.map((each, index) => laterImport(index, each));
        const row = { imported: { ...created, fence: 3, decidedAt }, lead };
        const later = new Set(laterThan(row, imports));
        for (const each of imports) {
          const isSame = each.leadId === 10 || (psaTicketId === 300 && each.psaTicketId === 300);
          expect(later.has(each)).toBe(each.fence > 3 && isSame);
        }
      }),
    );
  });
});
