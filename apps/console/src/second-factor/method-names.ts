import type { SecondFactorMethod } from '@leadbridge/contracts';

export const methodNames: Readonly<Record<SecondFactorMethod, string>> = {
  totp: 'Authenticator app',
  email: 'Codes by email',
  sms: 'Codes by text message',
};
