const LEAD_OF_REQUEST = /\blead with index (\d+)/gu;

/**
 * Replaces the names by `index` of leads in a text of the API.
 *
 * @param nameOf the text after "lead", such as "in row 2", for an index from 0
 */
export function nameLeads(text: string, nameOf: (index: number) => string): string {
  return text.replace(LEAD_OF_REQUEST, (_, index: string) => `lead ${nameOf(Number(index))}`);
}
