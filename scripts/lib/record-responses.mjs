import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Loaded into the processes of a test run (`npm run generate:examples`): writes every JSON response of a request down, in a file
 * for each process below RECORD_RESPONSES.
 */
const maxChars = 20_000;
const file = join(process.env.RECORD_RESPONSES ?? '', `${process.pid}.jsonl`);
const send = globalThis.fetch;

globalThis.fetch = async (address, init) => {
  const response = await send(address, init);
  if ((response.headers.get('content-type') ?? '').startsWith('application/json')) {
    const text = await response.clone().text();
    if (text.length <= maxChars) {
      const { pathname } = new URL(String(address));
      const recorded = { method: init?.method ?? 'GET', path: pathname, status: response.status, text };
      appendFileSync(file, `${JSON.stringify(recorded)}\n`);
    }
  }
  return response;
};
