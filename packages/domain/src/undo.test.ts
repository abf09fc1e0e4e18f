import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { TicketSnapshot } from './model.js';
import { restoration, UNDO_REASONS, whyCreatedStays, whyUpdatedStays, type UndoFacts } from './undo.js';

const integrationUser = { id: 1, name: 'Leadbridge' };
const quiet = { hasMoved: false, isConverted: false, hasCall: false, isUpdated: false, isEdited: false };
const closedStatusId = 7;

function ticket(changes: Partial<TicketSnapshot> = {}): TicketSnapshot {
  return {
    ...{ id: 10, tickettypeId: 1, statusId: 1, summary: '', clientId: 1, siteId: 1, userId: 1 },
    ...{ email: null, userName: null, clientName: null, lastUpdatedBy: 1, customFields: {} },
    ...changes,
  };
}

function facts(changes: Partial<TicketSnapshot> = {}, since: Partial<UndoFacts['since']> = {}): UndoFacts {
  return { ticket: ticket(changes), integrationUser, since: { ...quiet, ...since } };
}

describe('a ticket that an import has created', () => {
  it('is undone if no person has changed it, or if the PSA no longer has it', () => {
    expect(whyCreatedStays(facts(), null)).toBeNull();
    expect(whyCreatedStays({ ...facts(), ticket: null }, null)).toBeNull();
  });

  it.each([
    ['another status', facts({ statusId: 2 }), UNDO_REASONS.movedOn],
    ['another last editor', facts({ lastUpdatedBy: 2 }), UNDO_REASONS.edited],
    ['another type', facts({ tickettypeId: 2 }), UNDO_REASONS.converted],
    ['a conversion', facts({}, { isConverted: true }), UNDO_REASONS.converted],
    ['a move', facts({}, { hasMoved: true }), UNDO_REASONS.movedOn],
    ['a call', facts({}, { hasCall: true }), UNDO_REASONS.called],
    ['a later import', facts({}, { isUpdated: true }), UNDO_REASONS.laterImport],
  ])('stays after %s', (_name, found, reason) => {
    expect(whyCreatedStays(found, null)).toBe(reason);
  });

  it('does not stay because of what an interrupted undo wrote itself', () => {
    expect(whyCreatedStays(facts({ statusId: closedStatusId }), closedStatusId)).toBeNull();
    expect(whyCreatedStays(facts({ statusId: closedStatusId }), null)).toBe(UNDO_REASONS.movedOn);
    expect(whyCreatedStays(facts({ statusId: closedStatusId, lastUpdatedBy: 2 }), closedStatusId)).toBe(
      UNDO_REASONS.edited,
    );
  });
});

describe('an update', () => {
  const before = { statusId: 2, lastUpdatedBy: 'Sales', customFields: {} };

  it('is compared with the status that the ticket had', () => {
    const written = { customFields: { 106: 'AWS' }, contact: {}, before };
    expect(whyUpdatedStays(facts({ statusId: 2 }), written)).toBeNull();
    expect(whyUpdatedStays(facts({ statusId: 1 }), written)).toBe(UNDO_REASONS.movedOn);
    expect(whyUpdatedStays({ ...facts(), ticket: null }, written)).toBe(UNDO_REASONS.ticketGone);
  });

  it('of the contact alone leaves the previous editor of the ticket as its last editor', () => {
    const edited = facts({ statusId: 2, lastUpdatedBy: 'Sales' });
    const contact = { phonenumber: '+12025550123' };
    expect(whyUpdatedStays(edited, { customFields: {}, contact, before })).toBeNull();
    expect(whyUpdatedStays(edited, { customFields: { 106: 'AWS' }, contact, before })).toBe(
      UNDO_REASONS.edited,
    );
  });
});

const values = fc.constantFrom('', 'a', 'b', 'c');
const ids = [102, 103, 106] as const;
const fields = fc
  .tuple(values, values, values)
  .map((held) => Object.fromEntries(ids.map((id, index) => [id, held[index] ?? ''])));

describe('the fields of an update', () => {
  it('are restored if they still have the written value, and only then, however often this is done', () => {
    fc.assert(
      fc.property(fields, fields, fields, (held, wrote, now) => {
        const written = {
          customFields: Object.fromEntries(
            ids.filter((id) => wrote[id] !== held[id]).map((id) => [id, wrote[id]]),
          ),
          contact: {},
          before: { statusId: 1, lastUpdatedBy: 1, customFields: held },
        };
        const { customFields, fieldsRestored, fieldsKept } = restoration(
          written,
          { customFields: now },
          null,
        );
        const after: Record<number, unknown> = { ...now, ...customFields };
        for (const id of ids) {
          const isWritten = id in written.customFields;
          expect(after[id]).toBe(isWritten && now[id] === wrote[id] ? held[id] : now[id]);
          expect(fieldsKept.includes(`CF_${id}`)).toBe(isWritten && after[id] !== held[id]);
          expect(fieldsRestored.includes(`CF_${id}`)).toBe(isWritten && after[id] === held[id]);
        }
        expect(
          restoration(written, { customFields: { ...now, ...customFields } }, null).customFields,
        ).toEqual({});
      }),
    );
  });

  it('never revert an opt-out', () => {
    const written = {
      customFields: { 105: true },
      contact: {},
      before: { statusId: 1, lastUpdatedBy: 1, customFields: { 105: false } },
    };
    expect(restoration(written, { customFields: { 105: true } }, null)).toMatchObject({
      customFields: {},
      fieldsRestored: [],
      fieldsKept: ['CF_105'],
    });
  });

  it('of a contact are restored too', () => {
    const written = {
      customFields: {},
      contact: { phonenumber: '+12025550123', linkedin_url: 'https://linkedin.com/in/ada' },
      before: {
        statusId: 1,
        lastUpdatedBy: 1,
        customFields: {},
        phonenumber: '+12025550100',
        linkedinUrl: null,
      },
    };
    const contact = { phonenumber: '+12025550123', linkedinUrl: 'https://linkedin.com/in/byron' };
    expect(restoration(written, ticket(), contact)).toMatchObject({
      contact: { phonenumber: '+12025550100' },
      fieldsRestored: ['phonenumber'],
      fieldsKept: ['linkedin_url'],
    });
  });
});
