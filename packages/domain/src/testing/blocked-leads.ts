import type { Lead, ProviderKind } from '../model.js';
import { readOptOutPerson, type OptOutPersonFields } from '../opt-out-person.js';
import { factsOfLead, personKeys } from '../person-keys.js';
import { readPayload } from '../read-payload.js';
import { suppressionKeyText } from '../suppression-key.js';
import { sourceOfKind } from './documented-samples.js';
import { settings } from './leads.js';

/** The lead of a payload. @throws Error if it cannot be read */
export function leadOf(kind: ProviderKind, data: unknown): Lead {
  const read = readPayload(sourceOfKind(kind), data, settings);
  if (!read.ok) throw new Error(read.faults[0]?.message);
  return read.lead;
}

/** Whether an opt-out blocks a lead. */
export function blocks(fields: OptOutPersonFields, lead: Lead): boolean {
  const read = readOptOutPerson(fields, settings);
  const keys = new Set(personKeys([factsOfLead(lead)]).map(suppressionKeyText));
  return read.ok && read.keys.some((key) => keys.has(suppressionKeyText(key)));
}
