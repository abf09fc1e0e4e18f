import { IMPORT_REASONS, type TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ImportIntent } from '../../ports/import-store.js';
import { knownLead, leadTicket, rowState, alex, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { decide } from './decide.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' };
const suppressed = { by: 'email', suppressionId: 'sup_1' } as const;
const lead = { ...alex, technologies: 'AWS', phone: '+12025550100' };

interface Given extends RowGiven {
  readonly ticket?: Partial<TicketSnapshot> | null;
  readonly isKnown?: boolean;
  readonly isSuppressed?: boolean;
  readonly inherits?: boolean;
}

function decided({
  ticket = null,
  isKnown = false,
  isSuppressed = false,
  inherits = false,
  ...given
}: Given = {}) {
  const row = rowState(lead, given);
  row.ticket = ticket === null ? null : leadTicket(ticket);
  row.known = isKnown ? knownLead(row) : null;
  row.suppressed = isSuppressed ? suppressed : null;
  const claims = { inherited: new Set(inherits ? [row.recordKey] : []) };
  decide([row], stageContext(createImportWorld(), { claims }));
  return row;
}

it.each([true, false])(
  'counts the opt-out of another source while the lead is marked: %s',
  (doNotContact) => {
    const row = rowState(lead, {});
    const known = knownLead(row);
    const other = { kind: 'flat', lead: { ...row.lead, doNotContact: true }, receivedAt: begun.at } as const;
    row.known = { ...known, sources: { ...known.sources, other }, doNotContact };
    decide([row], stageContext(createImportWorld(), {}));
    expect([row.merged.doNotContact, row.merged.customFields[105]]).toEqual([doNotContact, doNotContact]);
  },
);

describe('the decision for a row', () => {
  it.each<[string, Given, object]>([
    ['no ticket', {}, { kind: 'create' }],
    ['a ticket', { ticket: {} }, { kind: 'update', fieldsUpdated: ['CF_106'] }],
    [
      'a ticket that holds all of it',
      { ticket: { customFields: { 106: 'AWS' } } },
      { kind: 'leave', result: 'skipped', reason: IMPORT_REASONS.noNewData },
    ],
    [
      'a ticket, and nothing is to be updated',
      { ticket: {}, options: { updateExisting: false } },
      { kind: 'leave', result: 'skipped', reason: IMPORT_REASONS.leftUnchanged },
    ],
    ['a ticket past the early stage', { ticket: { statusId: 3 } }, { kind: 'leave', result: 'preserved' }],
    [
      'the ticket of a prospect',
      { ticket: { tickettypeId: 2 } },
      { kind: 'leave', result: 'preserved', reason: IMPORT_REASONS.alreadyProspect },
    ],
    [
      'no ticket of a person who has opted out',
      { isSuppressed: true },
      { kind: 'leave', result: 'preserved', reason: IMPORT_REASONS.doNotContact },
    ],
    [
      'a ticket of a person who has opted out',
      { isSuppressed: true, ticket: {} },
      { kind: 'leave', result: 'preserved', reason: IMPORT_REASONS.doNotContact },
    ],
    [
      'a ticket that shows an opt-out of which nobody has notified us',
      { ticket: { customFields: { 105: true } }, isKnown: true },
      { kind: 'leave', result: 'preserved', reason: IMPORT_REASONS.doNotContact },
    ],
    [
      'a creation begun for a person who has opted out, without a ticket',
      { isSuppressed: true, intent: begun },
      { kind: 'leave', result: 'preserved' },
    ],
    [
      'a creation begun for a person who has opted out since',
      { isSuppressed: true, intent: begun, ticket: {} },
      { kind: 'adopt' },
    ],
    ['a creation begun, whose ticket is there', { intent: begun, ticket: {} }, { kind: 'adopt' }],
    ['a creation begun, whose ticket is not there', { intent: begun }, { kind: 'create' }],
    [
      'a creation begun, of a ticket that is recorded already',
      { intent: begun, ticket: {}, isKnown: true },
      { kind: 'update' },
    ],
    [
      'a ticket that an earlier holder of the key left behind',
      { inherits: true, ticket: {} },
      { kind: 'adopt' },
    ],
    [
      'one left behind that people have worked on',
      { inherits: true, ticket: { lastUpdatedBy: 9 } },
      { kind: 'update', manualWorkDetected: true },
    ],
    ['one left behind that is recorded', { inherits: true, ticket: {}, isKnown: true }, { kind: 'update' }],
    [
      'one with details of another system',
      { inherits: true, ticket: { details: 'Typed by hand' } },
      { kind: 'update' },
    ],
    ['no deduplication', { options: { deduplication: false } }, { kind: 'create' }],
  ])('with %s', (_case, given, plan) => {
    expect(decided(given).plan).toMatchObject(plan);
  });

  it('starts nothing for a person who has opted out, whatever the ticket shows', () => {
    fc.assert(
      fc.property(
        fc.option(
          fc.record({
            statusId: fc.integer({ min: 1, max: 12 }),
            tickettypeId: fc.integer({ min: 1, max: 3 }),
          }),
        ),
        fc.boolean(),
        fc.boolean(),
        (ticket, deduplication, isKnown) => {
          const { plan } = decided({ ticket, isKnown, isSuppressed: true, options: { deduplication } });
          expect(plan).toMatchObject({ kind: 'leave', result: 'preserved' });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('keeps the data of its source, and the client, site and contact of the ticket', () => {
    const row = decided({ ticket: { clientId: 1, siteId: 2, userId: 3 }, isKnown: true });
    expect(Object.keys(row.bySource)).toEqual(['provider_a', 'csv']);
    expect(row).toMatchObject({ psaIds: { clientId: 1, siteId: 2, userId: 3 }, ticketId: 300 });
    expect(row.bySource.csv).toMatchObject({ jobId: 'job_a1', receivedAt: '2026-01-31T09:00:00.000Z' });
  });

  it('is not an update if all new values have no field in the PSA, or are dropped', () => {
    const row = rowState(lead);
    row.ticket = leadTicket();
    decide([row], stageContext(createImportWorld({ keeps: { 106: 0 } })));
    expect(row.plan).toMatchObject({ kind: 'leave', result: 'skipped' });
  });
});

describe('an interrupted update', () => {
  const intent: ImportIntent = {
    kind: 'update',
    at: '2026-01-31T08:59:30.000Z',
    ticketId: 300,
    customFields: { 106: 'AWS', 107: '5M-25M' },
    contact: {},
    fieldsUpdated: ['CF_106', 'CF_107'],
    fieldsPreserved: [],
    manualWorkDetected: false,
    note: 'Updated by CSV',
    before: { statusId: 1, lastUpdatedBy: 7, customFields: { 106: 'GCP', 107: null }, source: null },
  };

  it.each<[string, Partial<TicketSnapshot>, object]>([
    [
      'what is missing',
      { customFields: { 106: 'AWS' } },
      {
        customFields: { 107: '5M-25M' },
        fieldsUpdated: ['CF_106', 'CF_107'],
        changes: { CF_107: { from: null, to: '5M-25M' } },
      },
    ],
    [
      'nothing that people have changed',
      { customFields: { 106: 'Azure', 107: '5M-25M' } },
      { customFields: {}, fieldsUpdated: ['CF_107'], fieldsPreserved: ['CF_106'], manualWorkDetected: true },
    ],
    [
      'nothing into a ticket that has moved on',
      { statusId: 3, customFields: { 106: 'GCP' } },
      { customFields: {}, contact: {} },
    ],
  ])('still writes %s, and keeps its note', (_case, ticket, plan) => {
    expect(decided({ intent, ticket }).plan).toMatchObject({
      kind: 'update',
      note: 'Updated by CSV',
      ...plan,
    });
  });

  it('of another ticket is decided again', () => {
    expect(decided({ intent, ticket: { id: 301 } }).plan).toMatchObject({ fieldsUpdated: ['CF_106'] });
  });
});
