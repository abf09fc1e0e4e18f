import type { Notice } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { noticeDocuments } from './notice-documents.js';
import { noticeModel } from './notice-model.js';

/** Writes entries of the error log, in the transaction of what they tell of where there is one. */
export async function insertNotices(
  connection: Connection,
  notices: readonly Notice[],
  at: Date,
  session?: ClientSession,
): Promise<void> {
  if (notices.length > 0) {
    await noticeModel(connection).collection.insertMany(
      noticeDocuments(notices, at) as never[],
      session === undefined ? {} : { session },
    );
  }
}
