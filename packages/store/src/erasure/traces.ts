import type { Erasure, ErasureStore, TraceDocument, TraceKind } from '@leadbridge/usecases';
import type { Connection, Model } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { auditModel, type AuditDocument } from '../audit/audit-model.js';
import { deliveryModel, type DeliveryDocument } from '../delivery/delivery-model.js';
import { eventModel } from '../event/event-model.js';
import { idempotencyModel, type IdempotencyDocument } from '../idempotency/idempotency-model.js';
import { jobModel, type JobDocument } from '../job/job-model.js';
import { jobRowModel, type JobRowDocument } from '../job/job-row-model.js';
import { noticeModel, type NoticeDocument } from '../notice/notice-model.js';
import { saveErasure } from './erasure-model.js';

type Page = Readonly<{ after: string | null; limit: number; erasure: Erasure }>;
type Reader = (page: Page) => Promise<readonly TraceDocument[]>;

/** Reading and changing what names a person beside their records, page by page; see `ErasureStore`. */
export function createTraces(connection: Connection): Pick<ErasureStore, 'traces' | 'writeTraces'> {
  const models = {
    jobs: jobModel(connection),
    job_rows: jobRowModel(connection),
    error_log: noticeModel(connection),
    audit_log: auditModel(connection),
    idempotency_keys: idempotencyModel(connection),
    webhook_deliveries: deliveryModel(connection),
  } as const satisfies Record<TraceKind, Pick<Model<never>, 'collection'>>;

  const readers: Readonly<Record<TraceKind, Reader>> = {
    jobs: async (page) => {
      const documents = await models.jobs
        .find(behindCursor(page))
        .sort({ _id: 1 })
        .limit(page.limit)
        .select({ type: 1, status: 1, input: 1, result: 1, error: 1 })
        .lean<JobDocument[]>();
      return documents.map(({ _id: id, type, status, input, result, error }) => ({
        kind: 'jobs',
        ...{ id, type, status, input, error },
        result: result === null ? null : { ...result },
      }));
    },

    job_rows: async (page) => {
      const documents = await models.job_rows
        .find(behindCursor(page))
        .sort({ _id: 1 })
        .limit(page.limit)
        .select({ jobId: 1, status: 1, data: 1, outcome: 1 })
        .lean<JobRowDocument[]>();
      const sources = await sourcesOf(documents.map(({ jobId }) => jobId));
      return documents.map(({ _id: id, jobId, status, data, outcome }) => ({
        kind: 'job_rows',
        ...{ id, status, source: sources.get(jobId) ?? '', data, outcome },
      }));
    },

    error_log: async (page) => {
      const documents = await models.error_log
        .find(behindCursor(page))
        .sort({ _id: 1 })
        .limit(page.limit)
        .select({ message: 1, leadId: 1, jobId: 1 })
        .lean<NoticeDocument[]>();
      return documents.map(({ _id: id, message, leadId, jobId }) => ({
        kind: 'error_log',
        ...{ id, message, leadId, jobId },
      }));
    },

    audit_log: async (page) => {
      const documents = await models.audit_log
        .find(behindCursor(page))
        .sort({ _id: 1 })
        .limit(page.limit)
        .select({ target: 1, changes: 1 })
        .lean<AuditDocument[]>();
      return documents.map(({ _id: id, target, changes }) => ({ kind: 'audit_log', id, target, changes }));
    },

    idempotency_keys: async (page) => {
      const documents = await models.idempotency_keys
        .find({ ...behindCursor(page), sealed: { $ne: null } })
        .sort({ _id: 1 })
        .limit(page.limit)
        .select({ sealed: 1 })
        .lean<Pick<IdempotencyDocument, '_id' | 'sealed'>[]>();
      return documents.flatMap(({ _id: id, sealed }) =>
        sealed === null ? [] : [{ kind: 'idempotency_keys', id, sealed: Buffer.from(sealed.buffer) }],
      );
    },

    webhook_deliveries: async (page) => {
      const own = await ownEvents(page.erasure);
      const documents = await models.webhook_deliveries
        .find({ ...behindCursor(page), 'attempts.response': { $type: 'string' } })
        .sort({ _id: 1 })
        .limit(page.limit)
        .select({ eventId: 1, attempts: 1 })
        .lean<Pick<DeliveryDocument, '_id' | 'eventId' | 'attempts'>[]>();
      return documents.map(({ _id: id, eventId, attempts }) => ({
        kind: 'webhook_deliveries',
        ...{ id, attempts, isOfTheirs: own.has(eventId) },
      }));
    },
  };

  async function sourcesOf(jobIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const documents = await models.jobs
      .find({ _id: { $in: [...new Set(jobIds)] } })
      .select({ 'input.source': 1 })
      .lean<Pick<JobDocument, '_id' | 'input'>[]>();
    return new Map(
      documents.map(({ _id, input: { source } }) => [_id, typeof source === 'string' ? source : '']),
    );
  }

  let events: { readonly jobId: string; readonly ids: Promise<ReadonlySet<string>> } | null = null;

  /** The events about the person's records, which are looked for once. */
  async function ownEvents(erasure: Erasure): Promise<ReadonlySet<string>> {
    if (events?.jobId !== erasure.jobId) {
      events = { jobId: erasure.jobId, ids: findEvents(erasure) };
    }
    return await events.ids;
  }

  async function findEvents({ leadIds, prospectIds, opportunityIds }: Erasure): Promise<ReadonlySet<string>> {
    const ids = await eventModel(connection).distinct('_id', {
      $or: [
        { 'data.lead_id': { $in: [...leadIds] } },
        { 'data.prospect_id': { $in: [...prospectIds] } },
        { 'data.opportunity_id': { $in: [...opportunityIds] } },
      ],
    });
    return new Set(ids.map(String));
  }

  return {
    traces: async (erasure, kind, limit) => readers[kind]({ after: erasure.cursor, limit, erasure }),

    async writeTraces(next, kind, changes, fence) {
      if (changes.length === 0) {
        await saveErasure(connection, next, fence);
        return;
      }
      await connection.transaction(async (session) => {
        await collectionOf<{ _id: string }>(models[kind]).bulkWrite(
          changes.map(({ id, set }) => ({
            updateOne: { filter: { _id: id }, update: { $set: { ...set } } },
          })),
          { session, ordered: false },
        );
        await saveErasure(connection, next, fence, session);
      });
    },
  };
}

function behindCursor({ after }: Page): { readonly _id?: { readonly $gt: string } } {
  return after === null ? {} : { _id: { $gt: after } };
}
