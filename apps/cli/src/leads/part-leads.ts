import type { Lead } from './read-leads.js';

export interface PartLimits {
  /** Leads of one request. */
  readonly items: number;
  /** Bytes of their JSON. */
  readonly bytes: number;
}

/** As many leads as fit into one request, each in JSON. */
export type Part = readonly string[];

/** Parts a stream of leads so that every part is accepted as one bulk import. A lead that is too large for any goes alone. */
export async function* partLeads(leads: AsyncIterable<Lead>, limits: PartLimits): AsyncIterable<Part> {
  let part: string[] = [];
  let bytes = 0;
  for await (const lead of leads) {
    const text = JSON.stringify(lead);
    const size = Buffer.byteLength(text) + 1;
    if (part.length > 0 && (part.length === limits.items || bytes + size > limits.bytes)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(text);
    bytes += size;
  }
  if (part.length > 0) {
    yield part;
  }
}
