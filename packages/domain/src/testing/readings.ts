import type { FieldFault, Lead, ProviderKind } from '../model.js';
import { readPayload, type ReadPayloadResult } from '../read-payload.js';
import { sourceOfKind } from './documented-samples.js';
import { settings } from './leads.js';

/** How a source of one kind reads payloads. */
export interface Readings {
  readonly read: (data: unknown, strict?: boolean) => ReadPayloadResult;
  /** The lead of a payload that is accepted. */
  readonly leadOf: (data: unknown) => Lead;
  /** The first error of a payload that is rejected. */
  readonly faultOf: (data: unknown) => FieldFault | undefined;
  /** The warnings of a payload that is accepted. */
  readonly warningsOf: (data: unknown) => readonly string[];
}

export function readingsOf(kind: ProviderKind): Readings {
  const read = (data: unknown, strict = false) => readPayload(sourceOfKind(kind), data, settings, { strict });
  const accepted = (data: unknown) => {
    const result = read(data);
    if (!result.ok) throw new Error(JSON.stringify(result.faults));
    return result;
  };
  return {
    read,
    leadOf: (data) => accepted(data).lead,
    warningsOf: (data) => accepted(data).warnings,
    faultOf: (data) => {
      const result = read(data);
      return result.ok ? undefined : result.faults[0];
    },
  };
}
