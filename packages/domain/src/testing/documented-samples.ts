import { readFileSync } from 'node:fs';
import type { LeadSource, ProviderKind } from '../model.js';

const PAGE = new URL('../../../../docs/providers.md', import.meta.url);
const SAMPLE =
  /```json\n(?<payload>[\s\S]*?)```\n\nRead in the kind `(?<kind>\w+)` as:\n\n```json\n(?<lead>[\s\S]*?)```/gu;

/** A provider's response in `docs/providers.md`, and the lead that the page says it becomes. */
export interface DocumentedSample {
  readonly kind: ProviderKind;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly lead: Readonly<Record<string, unknown>>;
}

/** All samples of the page, in order. */
export function documentedSamples(): readonly DocumentedSample[] {
  return [...readFileSync(PAGE, 'utf8').matchAll(SAMPLE)].map(({ groups }) => ({
    kind: String(groups?.['kind']) as ProviderKind,
    payload: JSON.parse(String(groups?.['payload'])) as DocumentedSample['payload'],
    lead: JSON.parse(String(groups?.['lead'])) as DocumentedSample['lead'],
  }));
}

/** A source of a kind, as the configuration may add one. */
export function sourceOfKind(kind: ProviderKind): LeadSource {
  return { name: kind, kind, label: `Of ${kind}`, aliases: [], enabled: true };
}
