import type { Permission } from '../permissions.js';
import { textSchema } from '../request-schema.js';
import { wholeNumber } from '../whole-number.js';

/** The kinds of stored data that screens show, each with the permission to read it. */
export const changeKinds = {
  jobs: 'data.view.readonly',
  suppressions: 'data.view.readonly',
  webhooks: 'data.view.readonly',
  deliveries: 'data.view.readonly',
  errors: 'logs.view',
  mirror: 'analytics.view',
  reconciliations: 'data.view.readonly',
  psa_budget: 'analytics.view',
  config: 'config.manage',
} as const satisfies Readonly<Record<string, Permission>>;
export type ChangeKind = keyof typeof changeKinds;
export const allChangeKinds = Object.keys(changeKinds) as readonly ChangeKind[];

/** Data of an event `changed` of `GET /changes`. */
export interface ChangedEvent {
  /** The kinds of which something has, or may have, been stored since the last event. */
  readonly kinds: readonly ChangeKind[];
  /** False while the database provides no change stream: every kind is then reported every two minutes. */
  readonly live: boolean;
}

const maxStreamSeconds = 300;

/** @param meaning the description of the behavior without `seconds` */
export function streamQuery(meaning: string) {
  return textSchema({
    seconds: wholeNumber
      .min(1)
      .max(maxStreamSeconds)
      .description(`The stream ends after this time. ${meaning}`),
  });
}
