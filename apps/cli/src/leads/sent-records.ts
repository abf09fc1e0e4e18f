import type { Lead, LeadRecord } from './read-leads.js';

/** The records of a file that were sent and have no result yet, by their position from 0. */
export class SentRecords {
  readonly #records: AsyncIterable<LeadRecord>;
  readonly #sent = new Map<number, LeadRecord>();
  readonly #rows: number[] = [];

  constructor(records: AsyncIterable<LeadRecord>) {
    this.#records = records;
  }

  /** The leads to send; each record is kept until it is taken. */
  async *leads(): AsyncIterable<Lead> {
    let place = 0;
    for await (const record of this.#records) {
      this.#sent.set(place, record);
      this.#rows.push(record.row);
      place += 1;
      yield record.lead;
    }
  }

  /** The row of a record in its file; 0 for one that was not sent. */
  rowOf(place: number): number {
    return this.#rows[place] ?? 0;
  }

  /** Removes a record that now has its result. */
  take(place: number): LeadRecord | null {
    const record = this.#sent.get(place) ?? null;
    this.#sent.delete(place);
    return record;
  }
}
