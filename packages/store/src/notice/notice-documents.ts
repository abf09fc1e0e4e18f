import { currentRequestContext, maskPersons, newId, type RequestContext } from '@leadbridge/platform';
import type { Notice } from '@leadbridge/usecases';

import type { NoticeDocument } from './notice-model.js';

const longestMessage = 500;

export function noticeDocuments(notices: readonly Notice[], at: Date): NoticeDocument[] {
  const context = currentRequestContext();
  return notices.map((notice) => ({
    _id: newId('err', at.getTime()),
    at,
    level: notice.level,
    message: maskPersons(notice.message).slice(0, longestMessage),
    source: notice.source,
    leadId: notice.leadId ?? null,
    errorCode: notice.errorCode,
    jobId: notice.jobId ?? context.jobId ?? null,
    requestId: notice.requestId ?? (isOfAnotherJob(notice, context) ? null : (context.requestId ?? null)),
  }));
}

/** Imports that travel together run in the context of one of them, whose request has nothing to do with the others. */
function isOfAnotherJob({ jobId }: Notice, context: RequestContext): boolean {
  return jobId !== undefined && context.jobId !== undefined && jobId !== context.jobId;
}
