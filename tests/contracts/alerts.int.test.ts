import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import { createAlertStore } from '@leadbridge/store';
import type { AlertNews, AlertRecord } from '@leadbridge/usecases';

import { MemoryAlerts } from '../../packages/usecases/src/alerts/testing/memory-alerts.js';
import { twins } from '../support/twins.js';

const at = '2026-01-31T09:00:00.000Z';
const standing = { since: at, summary: 'No worker is running' };

function raised(): AlertNews {
  const subject = randomUUID();
  return {
    before: null,
    after: { alert: 'no_worker', subject, toldAt: Date.parse(at), standing },
    type: 'alert.raised',
    data: { alert: 'no_worker', subject, ...standing, meaning: 'Jobs wait.', runbook_url: 'runbook' },
    alsoTo: [],
  };
}

describe.each(twins(() => new MemoryAlerts(), createAlertStore))(
  'the contract of alerts, $name',
  ({ open }) => {
    it('tells news once, however many tell it, and keeps its record', async () => {
      const store = open();
      const news = raised();
      const told = await Promise.all(Array.from({ length: 5 }, async () => store.tell(news, at)));
      expect(told.filter(Boolean)).toHaveLength(1);
      expect(await store.records()).toContainEqual(news.after);
    });

    it('tells what follows from the record, and nothing that follows from another', async () => {
      const store = open();
      const news = raised();
      await store.tell(news, at);
      const stale: AlertRecord = { ...news.after, toldAt: 1 };
      const ended: AlertRecord = { ...news.after, standing: null };
      const resolved = { ...news, type: 'alert.resolved', after: ended } as const;
      expect(await store.tell({ ...resolved, before: stale }, at)).toBe(false);
      expect(await store.records()).toContainEqual(news.after);
      expect(await store.tell({ ...resolved, before: news.after }, at)).toBe(true);
      expect(await store.records()).toContainEqual(ended);
    });
  },
);
