import type { LeadRecord } from './read-leads.js';

export interface PartLimits {
  /** Leads of one request. */
  readonly items: number;
  /** Bytes of their JSON. */
  readonly bytes: number;
}

/** As many leads as fit into one request, each with its JSON. */
export interface Part {
  readonly records: readonly LeadRecord[];
  readonly json: readonly string[];
}

/** Parts a stream of leads so that every part is accepted as one bulk import. A lead that is too large for any goes alone. */
export async function* partLeads(leads: AsyncIterable<LeadRecord>, limits: PartLimits): AsyncIterable<Part> {
  let records: LeadRecord[] = [];
  let json: string[] = [];
  let bytes = 0;
  for await (const record of leads) {
    const text = JSON.stringify(record.lead);
    const size = Buffer.byteLength(text) + 1;
    if (json.length > 0 && (json.length === limits.items || bytes + size > limits.bytes)) {
      yield { records, json };
      records = [];
      json = [];
      bytes = 0;
    }
    records.push(record);
    json.push(text);
    bytes += size;
  }
  if (json.length > 0) {
    yield { records, json };
  }
}
