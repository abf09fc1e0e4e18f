import type { CompanyMatchEntryView } from '@leadbridge/contracts';

/** What later imports of the company do; a dash while that is open. */
export function decisionInWords({
  decision,
  candidates,
}: Pick<CompanyMatchEntryView, 'decision' | 'candidates'>): string {
  if (decision === null) {
    return '–';
  }
  if ('separate' in decision) {
    return 'Separate company: its name decides';
  }
  const name = candidates.find(({ client_id: id }) => id === decision.client_id)?.name;
  return name === undefined
    ? `Uses client ${decision.client_id}`
    : `Uses ${name} (client ${decision.client_id})`;
}
