/**
 * What a row or an opt-out says about a person: each part is one of two values that the persons of an order
 * share, or missing.
 */
export interface ModelFacts {
  readonly email: 0 | 1 | null;
  readonly name: 0 | 1 | null;
  readonly company: 0 | 1 | null;
  readonly phone: 0 | 1 | null;
}

export interface ModelLead {
  readonly recordKey: string;
  readonly keys: Set<string>;
  readonly bySource: Map<string, ModelFacts>;
  isMarked: boolean;
}

/**
 * Who has opted out, as docs/opt-outs.md defines it, in the simplest form: sets of keys, and a linear search
 * through leads. Keys are `e0`, `c0n1` (company and name), `p0n1` (number and name) and `p0`.
 */
export class OptOutModel {
  readonly gates = new Set<string>();
  readonly leads: ModelLead[] = [];

  /** The deduplication key of a row; null for a row that identifies no person. */
  keyOf({ email, name, company, phone }: ModelFacts): string | null {
    if (email !== null) return `e${email}`;
    if (company !== null && name !== null) return `c${company}n${name}`;
    return phone === null ? null : `p${phone}`;
  }

  /** Whether a row belongs to a person who has opted out. */
  isHeldBack(facts: ModelFacts, record: ModelLead | null): boolean {
    return [...this.#allKeys(facts, record)].some((key) => this.gates.has(key));
  }

  /**
   * Whether a row without an email may match the ticket of a lead with another key, and therefore belong to a
   * person who has opted out: the PSA finds tickets by company and name, or by the number, depending on the
   * row's own deduplication key.
   */
  isHeldBackByTicket(facts: ModelFacts): boolean {
    const key = this.keyOf(facts);
    if (key === null || key.startsWith('e')) return false;
    return this.leads.some((lead) => lead.keys.has(key) && this.isHeldBack(facts, lead));
  }

  /** A row that was blocked: its data blocks from now on too. */
  holdBack(facts: ModelFacts, source: string, record: ModelLead | null): void {
    this.#gate(this.#allKeys(facts, record), this.keyOf(facts) ?? '');
    if (record !== null) this.#learn(record, facts, source);
    this.#close();
  }

  /** A row that was imported. */
  record(
    facts: ModelFacts,
    source: string,
    record: ModelLead | null,
    { isFlagged, ownKey }: { readonly isFlagged: boolean; readonly ownKey: string },
  ): ModelLead {
    const lead = record ?? { recordKey: ownKey, keys: new Set(), bySource: new Map(), isMarked: false };
    if (record === null) this.leads.push(lead);
    this.#learn(lead, facts, source);
    if (isFlagged) this.optOutLead(lead);
    return lead;
  }

  optOutLead(lead: ModelLead): void {
    lead.isMarked = true;
    this.#gate(lead.keys, lead.recordKey);
    this.#close();
  }

  optOut(facts: ModelFacts): void {
    this.#gate(this.#allKeys(facts, null), '');
    this.#close();
  }

  #learn(lead: ModelLead, facts: ModelFacts, source: string): void {
    for (const key of this.#allKeys(facts, lead)) lead.keys.add(key);
    lead.bySource.set(source, facts);
    if (lead.isMarked) this.#gate(lead.keys, lead.recordKey);
  }

  #gate(keys: ReadonlySet<string>, ownKey: string): void {
    const isKnownOtherwise = [...keys].some((key) => key.startsWith('e') || key.startsWith('c'));
    for (const key of keys) {
      const isBareNumber = key.startsWith('p') && !key.includes('n');
      if (!isBareNumber || !isKnownOtherwise || key === ownKey) this.gates.add(key);
    }
  }

  #close(): void {
    const found = this.leads.find(
      ({ isMarked, keys }) => !isMarked && [...keys].some((key) => this.gates.has(key)),
    );
    if (found !== undefined) this.optOutLead(found);
  }

  #allKeys(facts: ModelFacts, record: ModelLead | null): Set<string> {
    const known = [facts, ...(record?.bySource.values() ?? [])];
    const of = (part: keyof ModelFacts) => known.flatMap((each) => each[part] ?? []);
    return new Set([
      ...of('email').map((email) => `e${email}`),
      ...of('company').flatMap((company) => of('name').map((name) => `c${company}n${name}`)),
      ...of('phone').flatMap((phone) => [`p${phone}`, ...of('name').map((name) => `p${phone}n${name}`)]),
      ...(record?.keys ?? []),
    ]);
  }
}
