import { describe, expect, it } from '@jest/globals';

import { simulatedNotifications } from './simulated-notifications.js';

const halo = { PSA_DIALECT: 'halopsa' };

describe('simulatedNotifications', () => {
  it('gives the webhooks of a HaloPSA a bearer secret, the same from start to start', () => {
    const settings = simulatedNotifications(halo, 'secret');
    expect(settings).toEqual({ PSA_NOTIFICATION_AUTH: expect.stringMatching(/^bearer:[\w-]{43}$/) });
    expect(simulatedNotifications(halo, 'secret')).toEqual(settings);
    expect(simulatedNotifications(halo, 'another')).not.toEqual(settings);
  });

  it.each([
    [{}],
    [{ PSA_DIALECT: 'spec' }],
    [{ ...halo, PSA_NOTIFICATION_AUTH: 'basic:user:secret' }],
    [{ ...halo, PSA_NOTIFICATION_AUTH_FILE: '/run/secrets/auth' }],
  ])('leaves all as it is with %j', (environment) => {
    expect(simulatedNotifications(environment, 'secret')).toEqual({});
  });
});
