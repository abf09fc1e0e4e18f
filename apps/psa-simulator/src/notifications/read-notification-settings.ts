import type { NotificationSettings } from './notifier.js';

type Check = readonly [expected: string, holds: (value: unknown) => boolean];

const counted: Check = [
  'a whole number above 0',
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
];

const checks: { readonly [Name in keyof Required<NotificationSettings>]: Check } = {
  url: [
    'an http or https URL',
    (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
  ],
  secret: ['a text', (value) => typeof value === 'string' && value !== ''],
  authorization: ['a text', (value) => typeof value === 'string' && value !== ''],
  apiWrites: ['true or false', (value) => typeof value === 'boolean'],
  batchSize: counted,
  copies: counted,
  retryDelaysMilliseconds: [
    'an array of milliseconds',
    (value) => Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && Number(item) >= 0),
  ],
  timeoutMilliseconds: counted,
};

/** Reads changes of the notification settings that arrived over HTTP; returns what is wrong as a text. */
export function readNotificationSettings(
  value: Readonly<Record<string, unknown>>,
): NotificationSettings | string {
  for (const [name, setting] of Object.entries(value)) {
    if (!Object.hasOwn(checks, name)) {
      return `${name} is no setting of the notifications`;
    }
    const [expected, holds] = checks[name as keyof NotificationSettings];
    if (!holds(setting)) {
      return `${name} must be ${expected}`;
    }
  }
  return value;
}
