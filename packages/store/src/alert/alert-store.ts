import { subscribesTo } from '@leadbridge/contracts';
import type { AlertNews, AlertRecord, AlertStore } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { insertDispatchedEvent } from '../delivery/insert-dispatched-event.js';
import { unlessDuplicate } from '../duplicate-key.js';
import { webhookModel, type WebhookDocument } from '../subscription/webhook-model.js';
import { alertModel, type AlertDocument } from './alert-model.js';

/** Longer than a record limits what is told, with the time in which something that happened once may be. */
const keptMs = 4 * 3_600_000;

export function createAlertStore(connection: Connection): AlertStore {
  return {
    async records() {
      return (await alertModel(connection).find().lean<AlertDocument[]>()).map(presentAlert);
    },
    tell: async (news, at) => unlessDuplicate(async () => tell(connection, news, new Date(at))),
  };
}

async function tell(connection: Connection, news: AlertNews, at: Date): Promise<boolean> {
  return await connection.transaction(async (session) => {
    if (!(await replaceRecord(connection, news, session))) {
      return false;
    }
    const webhookIds = await subscribed(connection, news, session);
    await insertDispatchedEvent(
      connection,
      { type: news.type, data: { ...news.data } },
      { webhookIds: [...webhookIds, ...news.alsoTo], at, session },
    );
    return true;
  });
}

/** False if the stored record is no longer `before`. @throws a duplicate key where another process was first */
async function replaceRecord(
  connection: Connection,
  { before, after }: AlertNews,
  session: ClientSession,
): Promise<boolean> {
  const alerts = collectionOf(alertModel(connection));
  const document = alertDocument(after);
  if (before === null) {
    await alerts.insertOne(document, { session });
    return true;
  }
  const { _id, toldAt, standing } = alertDocument(before);
  const replaced = await alerts.replaceOne(
    { _id, toldAt, standing: standing === null ? null : { $ne: null } },
    document,
    { session },
  );
  return replaced.matchedCount === 1;
}

/** What is told about a webhook concerns everybody but its own target. */
async function subscribed(
  connection: Connection,
  { type, after: { subject } }: AlertNews,
  session: ClientSession,
): Promise<readonly string[]> {
  const webhooks = await webhookModel(connection)
    .find({ active: true, _id: { $ne: subject } })
    .select({ events: 1 })
    .session(session)
    .lean<Pick<WebhookDocument, '_id' | 'events'>[]>();
  return webhooks.filter(({ events }) => subscribesTo(events, type)).map(({ _id }) => _id);
}

function alertDocument({ alert, subject, toldAt, standing }: AlertRecord): AlertDocument {
  return {
    _id: `${alert}:${subject}`,
    ...{ alert, subject, standing },
    toldAt: new Date(toldAt),
    forgetAt: standing === null ? new Date(toldAt + keptMs) : null,
  };
}

function presentAlert({ alert, subject, toldAt, standing }: AlertDocument): AlertRecord {
  return { alert, subject, toldAt: toldAt.getTime(), standing };
}
