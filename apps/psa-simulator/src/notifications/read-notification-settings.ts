import { arrayOf, faultIn, trueOrFalse, wholeAboveZero, wholeFrom, type Check } from '../checks.js';
import type { NotificationSettings } from './notifier.js';

const givenText: Check = { form: 'a text', fits: (value) => typeof value === 'string' && value !== '' };

const checks: { readonly [Name in keyof Required<NotificationSettings>]: Check } = {
  url: {
    form: 'an http or https URL',
    fits: (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
  },
  secret: givenText,
  authorization: givenText,
  apiWrites: trueOrFalse,
  batchSize: wholeAboveZero,
  copies: wholeAboveZero,
  retryDelaysMilliseconds: arrayOf(wholeFrom('milliseconds', 0)),
  timeoutMilliseconds: wholeAboveZero,
};

/** Reads changes of the notification settings that arrived over HTTP; returns what is wrong as a text. */
export function readNotificationSettings(
  value: Readonly<Record<string, unknown>>,
): NotificationSettings | string {
  return faultIn(value, checks, 'setting of the notifications') ?? value;
}
