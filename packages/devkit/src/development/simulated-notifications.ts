import { createHmac } from 'node:crypto';

type Environment = Readonly<Record<string, string | undefined>>;

const setting = 'PSA_NOTIFICATION_AUTH';

/**
 * With `PSA_DIALECT=halopsa`: the credential that the simulator's notifications carry and the API expects, as webhooks of a HaloPSA have
 * a bearer secret and no signature. It is derived from `secret`, and so stays the same from start to start.
 */
export function simulatedNotifications(
  environment: Environment,
  secret: string,
): Readonly<Record<string, string>> {
  const isConfigured = [setting, `${setting}_FILE`].some((name) => (environment[name] ?? '') !== '');
  if (environment['PSA_DIALECT'] !== 'halopsa' || isConfigured) {
    return {};
  }
  return { [setting]: `bearer:${createHmac('sha256', secret).update(setting).digest('base64url')}` };
}
