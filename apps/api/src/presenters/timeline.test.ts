import { describe, expect, it } from '@jest/globals';
import type { TimelineEntry } from '@leadbridge/usecases';

import { presentTimelineEntry } from './timeline.js';

const entry = { entryId: 'ent_1', at: '2026-01-31T09:00:00.000Z' };

describe('presentTimelineEntry', () => {
  it.each([
    [
      'a person for a status',
      { kind: 'status', record: 'lead', from: null, to: 'new', by: 'Ada', reason: null, isFollowed: true },
      'Ada',
      null,
    ],
    [
      'the undo and its job for an undo',
      {
        kind: 'undo',
        jobId: 'job_2',
        parentJobId: 'job_1',
        result: 'restored',
        reason: null,
        fieldsRestored: ['email'],
        fieldsKept: [],
      },
      'undo',
      'job_2',
    ],
    [
      'the import and its job for an import',
      {
        kind: 'import',
        jobId: 'job_1',
        index: 0,
        source: 'csv',
        result: 'created',
        reason: null,
        psaTicketId: 42,
        changes: {},
        fieldsPreserved: [],
        manualWorkDetected: false,
      },
      'import',
      'job_1',
    ],
    [
      'nobody for an event',
      { kind: 'event', eventId: 'evt_1', eventType: 'lead.created', deliveries: [] },
      null,
      null,
    ],
  ] as const)('names %s', (_what, facts, by, jobId) => {
    const view = presentTimelineEntry({ ...entry, ...facts });
    expect(view).toMatchObject({ entry_id: 'ent_1', at: entry.at, kind: facts.kind, by, job_id: jobId });
  });

  it('tells of a change in the PSA that the record did not follow', () => {
    const change: TimelineEntry = {
      ...entry,
      kind: 'status',
      record: 'prospect',
      from: 'contacted',
      to: 'won',
      by: 'psa',
      reason: null,
      isFollowed: false,
    };
    expect(presentTimelineEntry(change).details).toEqual({
      record: 'prospect',
      from: 'contacted',
      to: 'won',
      reason: null,
      followed: false,
    });
  });

  it.each([
    ['prospect', { record: 'prospect', prospect_id: 5 }],
    ['opportunity', { record: 'opportunity', opportunity_id: 5 }],
  ] as const)('names the %s that a lead became by its id', (record, details) => {
    const conversion: TimelineEntry = { ...entry, kind: 'conversion', record, recordId: 5, by: 'Ada' };
    expect(presentTimelineEntry(conversion).details).toEqual(details);
  });

  it('tells what became of an event at each webhook', () => {
    const deliveries = [
      { webhookId: 'whk_1', deliveryId: 'dlv_1', status: 'delivered', at: entry.at, attemptCount: 2 },
      { webhookId: 'whk_2', deliveryId: 'dlv_2', status: 'pending', at: null, attemptCount: 0 },
    ];
    const event: TimelineEntry = {
      ...entry,
      kind: 'event',
      eventId: 'evt_1',
      eventType: 'lead.created',
      deliveries,
    };
    expect(presentTimelineEntry(event).details).toEqual({
      event_id: 'evt_1',
      event_type: 'lead.created',
      deliveries: [
        { webhook_id: 'whk_1', delivery_id: 'dlv_1', status: 'delivered', at: entry.at, attempts: 2 },
        { webhook_id: 'whk_2', delivery_id: 'dlv_2', status: 'pending', at: null, attempts: 0 },
      ],
    });
  });

  it('shows a note with its text, and who wrote it', () => {
    const note: TimelineEntry = { ...entry, kind: 'note', record: 'lead', text: 'Ruft zurück', by: 'Ada' };
    expect(presentTimelineEntry(note)).toMatchObject({
      by: 'Ada',
      details: { record: 'lead', text: 'Ruft zurück' },
    });
  });
});
