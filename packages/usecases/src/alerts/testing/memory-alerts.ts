import type { AlertNews, AlertRecord, AlertStore } from '../../ports/alerts.js';

/** What was told, in memory; of several who tell the same, one succeeds. */
export class MemoryAlerts implements AlertStore {
  readonly told: AlertNews[] = [];
  readonly #records = new Map<string, AlertRecord>();

  async records(): Promise<readonly AlertRecord[]> {
    return [...this.#records.values()];
  }

  async tell(news: AlertNews): Promise<boolean> {
    const key = `${news.after.alert}:${news.after.subject}`;
    const isCurrent = JSON.stringify(this.#records.get(key) ?? null) === JSON.stringify(news.before);
    if (isCurrent) {
      this.#records.set(key, news.after);
      this.told.push(news);
    }
    return isCurrent;
  }
}
