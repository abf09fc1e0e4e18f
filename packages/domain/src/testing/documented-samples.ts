import { readdirSync, readFileSync } from 'node:fs';
import type { LeadSource, ProviderKind } from '../model.js';

const folder = new URL('../../../../docs/samples/', import.meta.url);

/** A provider's response in `docs/samples`, and the lead that it is read as. */
export interface DocumentedSample {
  readonly kind: ProviderKind;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly lead: Readonly<Record<string, unknown>>;
}

/** All samples, in the order of their names. */
export function documentedSamples(): readonly DocumentedSample[] {
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as DocumentedSample);
}

/** A source of a kind, as the configuration may add one. */
export function sourceOfKind(kind: ProviderKind): LeadSource {
  return { name: kind, kind, label: `Of ${kind}`, aliases: [], enabled: true };
}
