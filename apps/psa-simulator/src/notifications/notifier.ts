import { shortReason } from '../error-facts.js';
import { signNotification } from './sign-notification.js';
import type { TicketChange } from '../state/psa-state.js';

export interface NotificationSettings {
  /** Where changes are reported to; without it nothing is sent. */
  readonly url?: string | undefined;
  /** Signs the notifications. */
  readonly secret?: string | undefined;
  /** The header `Authorization` of the notifications, such as `Bearer example`; without a secret they are then not signed. */
  readonly authorization?: string | undefined;
  /** Report the changes that come through the API too, as real PSAs do; without it only those made on the page. */
  readonly apiWrites?: boolean;
  /** How many notifications travel in one array; 1 sends each as an object. What is short of it leaves after 50 ms. */
  readonly batchSize?: number;
  /** How often each is sent. */
  readonly copies?: number;
  /** The waits before the second, third … attempt. */
  readonly retryDelaysMilliseconds?: readonly number[];
  readonly timeoutMilliseconds?: number;
}

export interface SentNotification {
  readonly id: number;
  readonly ticketIds: readonly number[];
  readonly body: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly attempts: number;
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** The receiver's status, or why there is none. */
  readonly result: string;
}

const kept = 500;
const batchWaitMilliseconds = 50;
const usualRetryDelays = [1000, 5000, 15_000];

/** Sends signed notifications of ticket changes, and keeps their results. */
export class Notifier {
  readonly #initial: NotificationSettings;
  readonly #onChange: () => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  #settings: NotificationSettings;
  #sent: { -readonly [Field in keyof SentNotification]: SentNotification[Field] }[] = [];
  #batch: { readonly ticketId: number; readonly body: object }[] = [];
  #lastId = 0;

  constructor(settings: NotificationSettings, onChange: () => void) {
    this.#initial = settings;
    this.#settings = settings;
    this.#onChange = onChange;
  }

  get settings(): NotificationSettings {
    return this.#settings;
  }

  /** Changes what is given of the settings, from the next notification on. */
  configure(settings: NotificationSettings): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  /** The newest last. */
  list(): readonly SentNotification[] {
    return this.#sent.map((notification) => ({ ...notification }));
  }

  /** Reports a change; `describe` writes the body, where one is sent. */
  notify(change: TicketChange, describe: () => object): void {
    const { url, apiWrites = false, batchSize = 1, copies = 1 } = this.#settings;
    const isReported = change.author.silent !== true && (change.author.via === 'page' || apiWrites);
    if (url === undefined || !isReported) {
      return;
    }
    const notification = { ticketId: change.ticketId, body: describe() };
    for (let copy = 0; copy < copies; copy += 1) {
      if (batchSize === 1) {
        this.#send([notification.ticketId], JSON.stringify(notification.body));
        continue;
      }
      this.#batch.push(notification);
      if (this.#batch.length >= batchSize) {
        this.#sendBatch();
      } else if (this.#batch.length === 1) {
        this.#later(batchWaitMilliseconds, () => {
          this.#sendBatch();
        });
      }
    }
  }

  stop(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    this.#batch = [];
  }

  /** Discards everything, and restores the initial settings. */
  reset(): void {
    this.stop();
    this.#sent = [];
    this.#settings = this.#initial;
  }

  #sendBatch(): void {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length > 0) {
      this.#send(
        batch.map(({ ticketId }) => ticketId),
        JSON.stringify(batch.map(({ body }) => body)),
      );
    }
  }

  #send(ticketIds: readonly number[], body: string): void {
    const record = {
      id: ++this.#lastId,
      ticketIds,
      body,
      createdAt: new Date().toISOString(),
      attempts: 0,
      state: 'waiting' as SentNotification['state'],
      result: '',
    };
    this.#sent = [...this.#sent.slice(-(kept - 1)), record];
    void this.#attempt(record);
  }

  async #attempt(record: {
    -readonly [Field in keyof SentNotification]: SentNotification[Field];
  }): Promise<void> {
    const { url = '', timeoutMilliseconds = 10_000 } = this.#settings;
    const delays = this.#settings.retryDelaysMilliseconds ?? usualRetryDelays;
    record.attempts += 1;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: this.#headers(record.body),
        body: record.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      await response.body?.cancel();
      record.result = `HTTP ${response.status}`;
      record.state = response.ok ? 'delivered' : 'waiting';
    } catch (error) {
      record.result = shortReason(error);
    }
    const delay = delays[record.attempts - 1];
    if (record.state === 'waiting' && delay === undefined) {
      record.state = 'failed';
    }
    if (record.state === 'waiting' && delay !== undefined && this.#sent.includes(record)) {
      this.#later(delay, () => void this.#attempt(record));
    }
    this.#onChange();
  }

  #headers(body: string): Readonly<Record<string, string>> {
    const { secret, authorization } = this.#settings;
    if (authorization === undefined) {
      return signNotification(body, secret ?? '', Date.now());
    }
    return {
      ...(secret === undefined
        ? { 'Content-Type': 'application/json' }
        : signNotification(body, secret, Date.now())),
      Authorization: authorization,
    };
  }

  #later(milliseconds: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, milliseconds);
    timer.unref();
    this.#timers.add(timer);
  }
}
