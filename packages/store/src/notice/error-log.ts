import type { ErrorLogReader } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { noticeModel, type NoticeDocument } from './notice-model.js';

export function createErrorLog(connection: Connection): ErrorLogReader {
  const notices = noticeModel(connection);

  return {
    async list({ level, from, to, page, limit }) {
      const at = { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lte: to }) };
      const filter = {
        ...(level === undefined ? {} : { level }),
        ...(Object.keys(at).length === 0 ? {} : { at }),
      };
      const [documents, total] = await Promise.all([
        notices
          .find(filter)
          .sort({ at: -1, _id: -1 })
          .skip((page - 1) * limit)
          .limit(limit)
          .lean<NoticeDocument[]>(),
        notices.countDocuments(filter),
      ]);
      return {
        total,
        items: documents.map(({ _id, at: noticedAt, ...entry }) => ({
          id: _id,
          at: noticedAt.toISOString(),
          level: entry.level,
          message: entry.message,
          source: entry.source,
          leadId: entry.leadId,
          errorCode: entry.errorCode,
          jobId: entry.jobId,
          requestId: entry.requestId,
        })),
      };
    },
  };
}
