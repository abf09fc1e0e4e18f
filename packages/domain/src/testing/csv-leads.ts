import type { Lead } from '../model.js';
import { factsOfLead, personKeys } from '../person-keys.js';
import { suppressionKeyText } from '../suppression-key.js';
import { read as readBySource } from './read-by-source.js';

/** The lead of a flat record; null if it is rejected. */
export function read(data: object): Lead | null {
  const result = readBySource(data, 'csv');
  return result.ok ? result.lead : null;
}

/** All keys of the person of a flat record, as texts; null if it is rejected. */
export function keysOf(data: object): readonly string[] | null {
  const lead = read(data);
  return lead === null ? null : personKeys([factsOfLead(lead)]).map(suppressionKeyText);
}
