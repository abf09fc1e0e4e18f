import type { Request } from 'express';

import { isInput, type Input } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';

/** The JSON object of a request to the simulator's own switches. */
export function controlBody(request: Request): Input {
  const body: unknown = request.body;
  if (!isInput(body)) {
    throw new Refusal('Send a JSON object, with the content type application/json.');
  }
  return body;
}

/** What a reader of a body returned; its text is the reason of a refusal. */
export function accepted<Value>(read: Value | string): Value {
  if (typeof read === 'string') {
    throw new Refusal(read);
  }
  return read;
}
