const LEAD_OF_REQUEST = /\blead with index (\d+)/gu;

/**
 * A text of the API that names leads of its request by their `index`, with other names for them.
 *
 * @param nameOf what stands behind "lead", such as "in row 2", for an index from 0
 */
export function nameLeads(text: string, nameOf: (index: number) => string): string {
  return text.replace(LEAD_OF_REQUEST, (_, index: string) => `lead ${nameOf(Number(index))}`);
}
