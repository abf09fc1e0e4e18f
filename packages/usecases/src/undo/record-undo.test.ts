import { UNDO_REASONS, type Restoration } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { rowState } from '../import/testing/import-rows.js';
import { StaleClaimError, type BeforeUpdate } from '../ports/import-store.js';
import type { ImportedRow, LaterRow, UndoLead } from '../ports/undo-store.js';
import { recordUndo } from './record-undo.js';
import {
  createdRow,
  createUndoWorld,
  decidedAt,
  foundBefore,
  laterImport,
  sourceData,
  updatedRow,
  updateIntent,
  type UndoWorldOptions,
} from './testing/undo-world.js';
import type { UndoPlan, UndoWork } from './undo-work.js';

const close: UndoPlan = { kind: 'close' };
const lead = rowState().lead;
const earlier = sourceData({
  lead: { ...lead, jobTitle: 'Earlier' },
  receivedAt: '2026-01-01T09:00:00.000Z',
  jobId: 'job_earlier',
});
const other = sourceData({
  lead: { ...lead, jobTitle: 'By another' },
  receivedAt: '2026-01-15T09:00:00.000Z',
});

function restore(changes: Partial<Restoration> = {}): UndoPlan {
  const restoration = { customFields: {}, contact: {}, fieldsRestored: ['CF_106'], fieldsKept: [] };
  return { kind: 'restore', restoration: { ...restoration, ...changes } };
}

interface Given {
  readonly plan?: UndoPlan;
  readonly row?: ImportedRow;
  readonly lead?: Partial<UndoLead>;
  readonly imports?: readonly LaterRow[];
  readonly work?: Partial<UndoWork>;
  readonly options?: UndoWorldOptions;
}

/** The record of one row whose writes succeeded. */
async function recorded({ plan = close, row, imports = [], work = {}, options, ...given }: Given = {}) {
  const world = createUndoWorld(options);
  world.put(row ?? (plan.kind === 'close' ? createdRow(0) : updatedRow(0)), given.lead);
  const run = await world.begin();
  const each = world.work(0, { plan, ...work });
  await recordUndo([each], imports, [], world.contextOf(run));
  return { ...world, each, record: world.records[0] };
}

describe('a lead whose creation is undone', () => {
  it('becomes undone, is uncounted and emits an event, in one record', async () => {
    const { record } = await recorded();
    expect(record).toMatchObject({
      ...{ jobId: 'job_a1', parentJobId: 'job_import', isDryRun: false, fence: 5 },
      at: '2026-01-31T09:00:00.000Z',
      rows: [{ index: 0, outcome: { status: 'succeeded', result: 'undone', leadId: 10, psaTicketId: 300 } }],
      leads: [{ leadId: 10, move: { from: 'new_lead', to: 'undone', by: 'Robin' }, sources: {} }],
      // In the interval where the import was counted, not now.
      uncounted: [{ source: 'csv', at: decidedAt }],
      transitions: [{ kind: 'lead', recordId: 10, from: 'new_lead', to: 'undone', secondsInFrom: 1_800 }],
      events: [
        {
          type: 'lead.status_changed',
          data: { lead_id: 10, psa_ticket_id: 300, job_id: 'job_a1', from: 'new_lead', to: 'undone' },
        },
      ],
      patches: [],
    });
    expect(record?.leads[0]?.move?.reason).toBe('The import job_import was undone');
  });

  it('keeps its values if no source is left, and otherwise shows those of the remaining sources', async () => {
    expect((await recorded()).record?.leads[0]).not.toHaveProperty('merged');
    const { record } = await recorded({
      lead: { createdSource: 'csv', sources: { csv: sourceData(), provider_a: other } },
    });
    expect(record?.leads[0]).toMatchObject({
      sources: { provider_a: other },
      merged: { source: 'provider_a', lead: { jobTitle: 'By another' } },
    });
  });

  it('reports that its ticket no longer existed, and only then', async () => {
    const gone = await recorded({ work: { ticket: null } });
    expect(gone.each.outcome).toMatchObject({ result: 'undone', reason: UNDO_REASONS.ticketGone });
    expect((await recorded()).each.outcome).not.toHaveProperty('reason');
  });

  it('never spent a negative time in its state, whatever the clocks say', async () => {
    const { record } = await recorded({ lead: { statusAt: '2026-01-31T09:00:05.000Z' } });
    expect(record?.transitions[0]?.secondsInFrom).toBe(0);
  });
});

describe('a lead whose update is undone', () => {
  const imported = (before: Partial<BeforeUpdate> = {}) =>
    updatedRow(0, { intent: updateIntent({ before: { ...foundBefore, source: earlier, ...before } }) });

  it('gets back the previous data of the source', async () => {
    const { record } = await recorded({
      plan: restore(),
      row: imported(),
      lead: { sources: { csv: sourceData(), provider_a: other } },
    });
    expect(record).toMatchObject({
      rows: [{ outcome: { result: 'undone', fieldsRestored: ['CF_106'], fieldsKept: [] } }],
      leads: [{ leadId: 10, sources: { csv: earlier, provider_a: other }, merged: { source: 'provider_a' } }],
      events: [{ type: 'lead.updated', data: { lead_id: 10, fields_updated: ['CF_106'] } }],
      ...{ uncounted: [], transitions: [] },
    });
    expect(record?.leads[0]).not.toHaveProperty('move');
    expect(record?.events[0]?.data['quality_score']).toBe(record?.leads[0]?.merged?.qualityScore);
  });

  it('keeps what the source has sent since', async () => {
    const newer = sourceData({ receivedAt: '2026-01-31T08:50:00.000Z' });
    const { record } = await recorded({
      plan: restore(),
      row: imported(),
      lead: { sources: { csv: newer } },
    });
    expect(record?.leads).toEqual([]);
    expect(record?.events).toHaveLength(1);
  });

  it('loses the data of a source that had sent none before', async () => {
    const { record } = await recorded({
      plan: restore(),
      row: imported({ source: null }),
      lead: { sources: { csv: sourceData(), provider_a: other } },
    });
    expect(Object.keys(record?.leads[0]?.sources ?? {})).toEqual(['provider_a']);
  });

  it('emits no event if nothing was restored', async () => {
    const plan = restore({ fieldsRestored: [], fieldsKept: ['CF_106'] });
    expect((await recorded({ plan, row: imported() })).record).toMatchObject({
      rows: [{ outcome: { result: 'undone', fieldsRestored: [], fieldsKept: ['CF_106'] } }],
      events: [],
    });
  });

  it.each<[string, Partial<UndoLead>]>([
    ['as the record says', { doNotContact: true }],
    ['as the data of the import say', { lead: { ...lead, doNotContact: true } }],
  ])('does not lose its opt-out, %s', async (_by, given) => {
    const { record } = await recorded({
      plan: restore(),
      row: imported(),
      lead: { ...given, sources: { csv: sourceData({ lead: given.lead ?? lead }) } },
    });
    expect(record?.leads[0]?.merged?.lead.doNotContact).toBe(true);
  });
});

describe('the saved state of a later import', () => {
  /**
   * An import after the undone one, which had changed `Before` to `After`, and the corrected `before` of the
   * later one.
   */
  const patched = async (before: Partial<BeforeUpdate>, more: Partial<LaterRow> = {}, contact = {}) => {
    const was = { ...foundBefore, source: earlier, phonenumber: '+15550199', linkedinUrl: null };
    const row = updatedRow(0, { intent: updateIntent({ contact, before: was }) });
    const found = { ...foundBefore, customFields: {}, ...before };
    const imports = [laterImport(0, { before: found, ...more })];
    return (await recorded({ plan: restore(), row, imports })).record?.patches;
  };

  it.each<[string, Partial<BeforeUpdate>, object]>([
    [
      'a field',
      { customFields: { 106: 'After', 107: 'Other' } },
      { customFields: { 106: 'Before', 107: 'Other' } },
    ],
    ['a phone, in whatever form', { phonenumber: '(555) 555-0101' }, { phonenumber: '+15550199' }],
    ['a profile', { linkedinUrl: 'https://www.linkedin.com/in/alex/' }, { linkedinUrl: null }],
  ])('by the undone one is what was there before that: %s', async (_what, found, expected) => {
    const contact = { phonenumber: '+15555550101', linkedin_url: 'https://linkedin.com/in/alex' };
    expect(await patched(found, {}, contact)).toEqual([
      { rowId: 'job_later#0', before: { ...foundBefore, customFields: {}, ...found, ...expected } },
    ]);
  });

  it('gets the source data from before the undone import', async () => {
    const given = { source: sourceData() };
    expect(await patched(given, { source: 'csv' })).toMatchObject([{ before: { source: earlier } }]);
    expect(await patched(given, { source: 'provider_a' })).toEqual([]);
    expect(await patched({ source: other }, { source: 'csv' })).toEqual([]);
  });

  it.each<[string, Partial<BeforeUpdate>, Partial<LaterRow>]>([
    ['that someone else had written', { customFields: { 106: 'By Sam' } }, {}],
    ['in another field', { customFields: { 107: 'After' } }, {}],
    ['before the undone one', { customFields: { 106: 'After' } }, { fence: 0 }],
    ['of another lead', { customFields: { 106: 'After' } }, { leadId: 99, psaTicketId: 399 }],
    ['without a saved state', {}, { before: null }],
  ])('is kept if it is something %s', async (_which, found, more) => {
    expect(await patched(found, more)).toEqual([]);
  });

  it('is not corrected for a creation', async () => {
    const imports = [laterImport(0, { before: { ...foundBefore, customFields: { 106: 'After' } } })];
    expect((await recorded({ imports })).record?.patches).toEqual([]);
  });
});

describe('rows', () => {
  it('without an outcome or with a fault are not recorded', async () => {
    const fault = new Error('The response was lost');
    const { record, each } = await recorded({ work: { fault } });
    expect([record, each.outcome]).toEqual([undefined, null]);
    expect((await recorded({ work: { plan: null } })).record).toBeUndefined();
  });

  it('decided without a write are recorded with their outcomes only', async () => {
    const outcome = { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'no' } as const;
    const { record } = await recorded({ work: { outcome } });
    expect(record).toMatchObject({ rows: [{ index: 0, outcome }], leads: [], uncounted: [], events: [] });
  });

  it('in a dry run are recorded with their outcomes only', async () => {
    const { record } = await recorded({ options: { dryRun: true } });
    expect(record).toMatchObject({ isDryRun: true, rows: [{ outcome: { result: 'undone' } }] });
    expect(record).toMatchObject({ leads: [], uncounted: [], transitions: [], events: [] });
  });

  it('recorded by another worker are not written again', async () => {
    const world = createUndoWorld();
    world.put(createdRow(0));
    const run = await world.begin();
    const context = world.contextOf(run);
    await recordUndo([world.work(0, { plan: close })], [], [], context);
    await expect(recordUndo([world.work(0, { plan: close })], [], [], context)).rejects.toThrow(
      StaleClaimError,
    );
    expect(world.records).toHaveLength(1);
  });
});
