import type { Lead } from '../model.js';
import { readPayload } from '../read-payload.js';
import { settings, source } from './leads.js';

/** The names of the default sources. */
export const everySource = ['provider_a', 'provider_b', 'provider_c', 'manual', 'csv'];

/** How the default source of this name reads a payload. */
export function read(data: unknown, name = 'manual') {
  return readPayload(source(name), data, settings);
}

/** The lead of a payload that is accepted. @throws Error with the faults of one that is not */
export function leadOf(data: unknown, name = 'manual'): Lead {
  const result = read(data, name);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.lead;
}
