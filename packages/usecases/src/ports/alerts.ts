import type { AlertData, AlertEvent, AlertName } from '@leadbridge/contracts';

import type { DueDelivery, SendOutcome } from './webhooks.js';

export interface AlertCondition extends Pick<AlertData, 'alert' | 'subject' | 'summary'> {
  /** Unix milliseconds; null if only our looks at it tell. */
  readonly since: number | null;
}

/** Where conditions are read. What no source can read neither begins nor ends an alert. */
export interface AlertSource {
  /** Whether it is the one that knows whether this holds. */
  readonly covers: (about: Pick<AlertCondition, 'alert' | 'subject'>) => boolean;
  /** The conditions that hold; null if that is not known. */
  read(): Promise<readonly AlertCondition[] | null>;
}

export interface AlertRecord {
  readonly alert: AlertName;
  readonly subject: string;
  /** Unix milliseconds of the last `alert.raised`. */
  readonly toldAt: number;
  /** What was told and has not ended. */
  readonly standing: Pick<AlertData, 'since' | 'summary'> | null;
}

/** An event with the record that it leads to. */
export interface AlertNews {
  readonly before: AlertRecord | null;
  readonly after: AlertRecord;
  readonly type: AlertEvent;
  readonly data: AlertData;
  /** Targets besides the webhooks: `mailTarget`, if the operators are told by mail too. */
  readonly alsoTo: readonly string[];
}

export interface AlertStore {
  records(): Promise<readonly AlertRecord[]>;
  /**
   * Stores the record, the event and its deliveries in one transaction: to each active webhook that subscribes
   * to it, except the one that it is about. False, with nothing stored, if another process was first.
   */
  tell(news: AlertNews, at: string): Promise<boolean>;
}

/** The target of the deliveries by mail, in the place of a webhook's id. */
export const mailTarget = 'mail';

export interface AlertDelivery extends DueDelivery {
  /** Or `mailTarget`. */
  readonly webhookId: string;
}

/** The APIs make them, not the workers: nobody else could tell that there is no worker. */
export interface AlertDeliveries {
  /**
   * Due deliveries that nobody else will attempt until `until`; times are ISO 8601.
   *
   * @returns also whether any delivery is pending, those included
   */
  claim(
    now: string,
    until: string,
    limit: number,
  ): Promise<{ readonly due: readonly AlertDelivery[]; readonly arePending: boolean }>;
}

export interface AlertMailer {
  /** Makes one attempt; never throws because of what the mail server does. */
  send(event: Pick<DueDelivery, 'eventId' | 'eventType' | 'data'>): Promise<SendOutcome>;
  close(): void;
}
