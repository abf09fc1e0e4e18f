import type { LeadSource } from './model.js';

/** The sources that exist without any configuration; the configuration may rename, relabel or disable them. */
export const defaultSources: readonly LeadSource[] = [
  { name: 'provider_a', kind: 'provider_a', label: 'Provider A', aliases: [], enabled: true },
  { name: 'provider_b', kind: 'provider_b', label: 'Provider B', aliases: [], enabled: true },
  { name: 'provider_c', kind: 'provider_c', label: 'Provider C', aliases: [], enabled: true },
  { name: 'manual', kind: 'flat', label: 'Manual', aliases: [], enabled: true },
  { name: 'csv', kind: 'flat', label: 'CSV', aliases: [], enabled: true },
];

/** Whether a source is manual input (`manual`, `csv`), not a provider that can be notified. */
export function isOwnInput({ name }: LeadSource): boolean {
  return defaultSources.some((own) => own.kind === 'flat' && own.name === name);
}

/** By name or alias, in any case; includes disabled sources, so that the caller can report that. */
export function findSource(sources: readonly LeadSource[], name: string): LeadSource | null {
  const wanted = normalForm(name);
  return (
    sources.find((source) => normalForm(source.name) === wanted) ??
    sources.find((source) => source.aliases.some((alias) => normalForm(alias) === wanted)) ??
    null
  );
}

/** The source that CF_101 of a ticket names: by its label, a former one, else by name or alias. */
export function findSourceByLabel(sources: readonly LeadSource[], label: string): LeadSource | null {
  const wanted = normalForm(label);
  return (
    sources.find((source) => normalForm(source.label) === wanted) ??
    sources.find(({ formerLabels }) => formerLabels?.some((former) => normalForm(former) === wanted)) ??
    findSource(sources, label)
  );
}

function normalForm(name: string): string {
  return name.trim().toLowerCase();
}
