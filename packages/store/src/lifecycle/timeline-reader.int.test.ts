import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { TimelineReader } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { callModel } from '../call/call-model.js';
import { connectMongo, ensureIndexes } from '../connect.js';
import { leadModel } from '../lead/lead-model.js';
import { prospectModel } from '../prospect/prospect-model.js';
import { suppressionModel } from '../suppression/suppression-model.js';
import { eventModel, type EventDocument } from '../event/event-model.js';
import { createTimelineReader } from './timeline-reader.js';

const imports = 200;
const begin = Date.parse('2026-01-01T00:00:00.000Z');
let connection: Connection;
let reader: TimelineReader;

const entry = (leadId: number, index: number): EventDocument => ({
  _id: `tl_${leadId}_${index}`,
  leadId,
  at: new Date(begin + index * 60_000),
  facts: {
    kind: 'import',
    jobId: `job_${index}`,
    index: 0,
    source: 'csv',
    result: 'skipped',
    reason: 'No new data to update',
    psaTicketId: leadId,
    changes: {},
    fieldsPreserved: [],
    manualWorkDetected: false,
  },
});

beforeAll(async () => {
  connection = await connectMongo(testServers().mongodbUri);
  reader = createTimelineReader(connection);
  [callModel, eventModel, suppressionModel].forEach((model) => model(connection));
  await ensureIndexes(connection);
  const ofLead = Array.from({ length: imports }, (_, index) => entry(1, index));
  const ofOthers = Array.from({ length: 5_000 }, (_, index) => entry(2 + index, index % 7));
  await eventModel(connection).collection.insertMany([...ofLead, ...ofOthers] as never[]);
  const history = [{ from: null, to: 'new_lead', at: new Date(begin), by: 'import', reason: null }];
  // As the previous release stored it.
  await leadModel(connection).collection.insertOne({ _id: 1, history } as never);
});

afterAll(async () => {
  await connection.close();
});

describe('the timeline of a lead', () => {
  it('is paged newest first, by number and by cursor, to its beginning', async () => {
    const first = await reader.timeline(1, { page: 1, limit: 150 });
    expect(first.total).toBe(imports + 1);
    expect(first.items[0]).toMatchObject({ kind: 'import', jobId: `job_${imports - 1}` });
    const after = first.next ?? [];
    const rest = await reader.timeline(1, { page: 2, limit: 150, cursor: { page: 2, after } });
    expect(rest.items).toHaveLength(imports + 1 - 150);
    expect(rest.items).toEqual((await reader.timeline(1, { page: 2, limit: 150 })).items);
    expect(rest.items.at(-1)).toMatchObject({ kind: expect.stringMatching(/import|status/u) });
    expect(rest.next).toBeNull();
  });

  it('shows a jump that a record followed once, even to its prospect, and marks one that it did not follow', async () => {
    const leadId = 900_001;
    const at = (minute: number): Date => new Date(begin + minute * 60_000);
    const move = (from: string | null, to: string, minute: number) => ({
      from,
      to,
      at: at(minute),
      by: 'psa',
    });
    const jump = (from: string, to: string, minute: number) => ({
      ...move(from, to, minute),
      ...{ psaStatusId: 9, psaTickettypeId: 2 },
    });
    await leadModel(connection).collection.insertOne({
      _id: leadId,
      key: 'email:jumped@example.com',
      history: [move(null, 'new_lead', 0), move('new_lead', 'converted', 3)],
      irregularChanges: [jump('new_lead', 'engaged', 1), jump('new_lead', 'qualified', 3)],
    } as never);
    await prospectModel(connection).collection.insertOne({
      _id: 900_002,
      leadId,
      history: [move(null, 'new_prospect', 3), move('new_prospect', 'proposal', 5)],
      irregularChanges: [jump('new_prospect', 'proposal', 5)],
    } as never);

    const { items } = await reader.timeline(leadId, { page: 1, limit: 50 });

    expect(items.flatMap((entry) => (entry.kind === 'status' ? [[entry.to, entry.isFollowed]] : []))).toEqual(
      expect.arrayContaining([
        ['engaged', false],
        ['converted', true],
        ['proposal', true],
      ]),
    );
    expect(items).toHaveLength(5);
  });

  it('reads no more than its page, by indexes', async () => {
    const plans = [
      eventModel(connection).find({ leadId: 1 }).sort({ at: -1, _id: -1 }).limit(51),
      callModel(connection).find({ leadId: 1 }).sort({ occurredAt: -1, _id: -1 }).limit(51),
      suppressionModel(connection).find({ leadId: 1 }).sort({ requestedAt: -1, _id: -1 }).limit(51),
    ];
    for (const plan of plans) {
      const explained = JSON.stringify(await plan.explain('executionStats'));
      expect(explained).toContain('IXSCAN');
      expect(explained).not.toMatch(/COLLSCAN|"stage":"SORT"/u);
      expect(Number(/"totalDocsExamined":(\d+)/u.exec(explained)?.[1])).toBeLessThanOrEqual(51);
    }
  });
});
