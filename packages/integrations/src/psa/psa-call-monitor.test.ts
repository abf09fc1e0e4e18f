import { expect, it } from '@jest/globals';

import { PsaCallMonitor } from './psa-call-monitor.js';

it('counts calls without a response as failed, from the sending of the oldest, until another gets one', () => {
  let now = 0;
  const monitor = new PsaCallMonitor(() => now);
  const end = monitor.sent();
  now = 2_999;
  expect(monitor.summary().failures).toBeNull();
  now = 3_000;
  const suspected = { firstAgeMs: 3_000, lastAgeMs: 3_000, reason: 'unreachable' };
  expect(monitor.summary()).toEqual({ answerAgeMs: null, failures: suspected });

  now = 8_000;
  monitor.failed('server_error');
  now = 9_000;
  expect(monitor.summary().failures).toEqual({
    firstAgeMs: 9_000,
    lastAgeMs: 1_000,
    reason: 'server_error',
  });

  // Another process may have got a response meanwhile: the failure belongs to the call that has none now.
  now = 9_500;
  const endOfSilence = monitor.sent();
  end();
  now = 13_500;
  expect(monitor.summary().failures).toEqual({
    firstAgeMs: 5_500,
    lastAgeMs: 4_000,
    reason: 'unreachable',
  });
  endOfSilence();

  now = 9_000;
  monitor.responded();
  now = 20_000;
  expect(monitor.summary()).toEqual({ answerAgeMs: 11_000, failures: null });

  const endLater = monitor.sent();
  end();
  endLater();
  now = 30_000;
  expect(monitor.summary().failures).toBeNull();
});
