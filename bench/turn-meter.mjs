import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Imported by the API before its own code: writes down every turn of the event loop that takes long, with the time of the processor that
 * the thread has used in it. Other programs of a busy machine do not count in that, and what a user waits for at least does.
 */

const file = process.env['TURN_METER_FILE'];
const minMs = 5;

/** Milliseconds of processor that this thread has used (Linux). */
function usedMs() {
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}

/** Turns shorter than a millisecond may be counted as one. */
function measure(fromMs) {
  setTimeout(() => {
    const ms = usedMs() - fromMs;
    if (ms >= minMs) {
      appendFileSync(file ?? '', `${Date.now()} ${ms.toFixed(1)}\n`);
    }
    measure(usedMs());
  }, 0).unref();
}

if (file !== undefined && process.argv[1]?.endsWith('main.js')) {
  measure(usedMs());
}
