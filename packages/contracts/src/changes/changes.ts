import type { Permission } from '../permissions.js';
import { textSchema } from '../request-schema.js';
import { wholeNumber } from '../whole-number.js';

/** The kinds of what the service stores and screens show, each with the permission to read it. */
export const changeKinds = {
  jobs: 'data.view.readonly',
  suppressions: 'data.view.readonly',
  webhooks: 'data.view.readonly',
  deliveries: 'data.view.readonly',
  errors: 'logs.view',
  mirror: 'analytics.view',
  reconciliations: 'data.view.readonly',
  psa_budget: 'analytics.view',
} as const satisfies Readonly<Record<string, Permission>>;
export type ChangeKind = keyof typeof changeKinds;
export const allChangeKinds = Object.keys(changeKinds) as readonly ChangeKind[];

/** Data of an event `changed` of `GET /changes`. */
export interface ChangedEvent {
  /** Of which something was stored since the last event, or may have been. */
  readonly kinds: readonly ChangeKind[];
  /** False while the database provides no change stream: then every kind is named every two minutes. */
  readonly live: boolean;
}

const maxStreamSeconds = 300;

export interface StreamQuery {
  readonly seconds?: number;
}

/** @param meaning what holds where `seconds` is left out */
export function streamQuery(meaning: string) {
  return textSchema<StreamQuery>({
    seconds: wholeNumber
      .min(1)
      .max(maxStreamSeconds)
      .description(`The stream ends after this time. ${meaning}`),
  });
}
