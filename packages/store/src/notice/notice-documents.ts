import { createHash } from 'node:crypto';

import { currentRequestContext, maskPersons, newId, type RequestContext } from '@leadbridge/platform';
import type { NewErrorLogEntry } from '@leadbridge/usecases';

import type { NoticeDocument } from './notice-model.js';

const maxMessageLength = 500;

/** An entry as it is stored. One that is kept once per job has an id that its job and its reason give. */
export function noticeDocument(notice: NewErrorLogEntry, at: Date): NoticeDocument {
  const context = currentRequestContext();
  const message = maskPersons(notice.message).slice(0, maxMessageLength);
  const jobId = notice.jobId ?? context.jobId ?? null;
  const isOnce = notice.oncePerJob === true && jobId !== null;
  return {
    _id: isOnce ? idOfReason(jobId, notice.errorCode, message) : newId('err', at.getTime()),
    at,
    level: notice.level,
    message,
    source: notice.source,
    leadId: notice.leadId ?? null,
    errorCode: notice.errorCode,
    jobId,
    requestId: notice.requestId ?? (isOfAnotherJob(notice, context) ? null : (context.requestId ?? null)),
    fault: notice.fault ?? 'service',
    leadSource: notice.leadSource ?? null,
    ...(notice.rows === undefined ? {} : { rowCount: notice.rows.length, rows: [...notice.rows] }),
  };
}

/** Texts of one reason differ in numbers and in what they quote. */
function idOfReason(jobId: string, errorCode: string, message: string): string {
  const reason = message.replace(/"[^"]*"|'[^']*'|\d+/g, '#');
  const hash = createHash('sha256').update(JSON.stringify([jobId, errorCode, reason]));
  return `err_${hash.digest('hex').slice(0, 25)}`;
}

/** Imports that travel together run in the context of one of them, whose request has nothing to do with the others. */
function isOfAnotherJob({ jobId }: NewErrorLogEntry, context: RequestContext): boolean {
  return jobId !== undefined && context.jobId !== undefined && jobId !== context.jobId;
}
