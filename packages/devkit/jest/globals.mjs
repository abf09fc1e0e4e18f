import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import * as circus from 'jest-circus';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

/*
 * What tests import as `@jest/globals`. The real package works only inside of Jest's sandbox, which loads every module anew for
 * each test file: more than half of the run's time. The test files share the modules of their worker process instead.
 */

// Taken before a test puts fake ones in their place.
const { setTimeout: startTimer, clearTimeout: endTimer } = globalThis;

// Real servers and processes on a small machine that does much at once: a generous limit that only a hang reaches.
const defaultLimitMs = 300_000;

/** The test file in which something came to no end: what follows in it would most likely wait for its whole limit, too. */
let stuckFile = null;

/** The runner has no limit of its own, and a test that hangs would hold the whole run. */
function limited(body, limitMs = defaultLimitMs, { always = false } = {}) {
  return async () => {
    const { testPath } = jestExpect.getState();
    if (testPath === stuckFile && !always) {
      throw new Error('Not run: something before it in this file came to no end.');
    }
    let timer;
    const limit = new Promise((_resolve, reject) => {
      timer = startTimer(() => {
        stuckFile = testPath;
        reject(new Error(`Not finished after ${limitMs} ms.`));
      }, limitMs);
    });
    try {
      await Promise.race([body(), limit]);
    } finally {
      endTimer(timer);
    }
  };
}

function withLimit(declare) {
  return (name, body, limitMs) => {
    declare(name, limited(body, limitMs));
  };
}

function hookWithLimit(declare, options) {
  return (body, limitMs) => {
    declare(limited(body, limitMs, options));
  };
}

function testWithLimit(declare) {
  return Object.assign(withLimit(declare), { each: bind(withLimit(declare), false) });
}

export const it = Object.assign(testWithLimit(circus.test), {
  only: testWithLimit(circus.test.only),
  skip: circus.test.skip,
  todo: circus.test.todo,
});
export const { describe } = circus;
export const beforeAll = hookWithLimit(circus.beforeAll);
// It ends servers and processes, whatever came before.
export const afterAll = hookWithLimit(circus.afterAll, { always: true });
export const beforeEach = hookWithLimit(circus.beforeEach);
export const afterEach = hookWithLimit(circus.afterEach);
export const expect = jestExpect;

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: { enableGlobally: true } }, global: globalThis });

export const jest = {
  fn: (implementation) => mocker.fn(implementation),
  spyOn: (object, method) => mocker.spyOn(object, method),
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (time) => timers.setSystemTime(time),
  getTimerCount: () => timers.getTimerCount(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};
