import {
  derivedStates,
  type FieldState,
  type FieldStates,
  type MergedLead,
  type SourceData,
} from '@leadbridge/domain';

/** The states of a lead's fields, without what its merged values and their origins already contain. */
export interface StoredFieldStates {
  /** Fields of one origin share an entry, because one entry for each would be most of the document. */
  origins: { source: string | null; at: string | null; jobId: string | null; fields: string[] }[];
  /** Values that differ from the merged ones. */
  values: Record<string, FieldState['value']>;
  notTaken: Record<string, FieldState['notTaken']>;
}

export type MergedRecord = MergedLead & { readonly sources: Readonly<Record<string, SourceData>> };

/** Undefined if the record already contains everything, as after most first imports. */
export function packFieldStates(states: FieldStates, record: MergedRecord): StoredFieldStates | undefined {
  const derived = derivedOf(record);
  const origins = new Map<string, StoredFieldStates['origins'][number]>();
  const values: StoredFieldStates['values'] = {};
  const notTaken: StoredFieldStates['notTaken'] = {};
  for (const [field, state] of Object.entries(states)) {
    const { value, source, at, jobId } = state;
    const own = derived[field];
    if (own === undefined || own.source !== source || own.at !== at || own.jobId !== jobId) {
      const key = JSON.stringify([source, at, jobId]);
      const entry = origins.get(key) ?? { source, at, jobId, fields: [] };
      entry.fields.push(field);
      origins.set(key, entry);
    }
    if (own === undefined || own.value !== value) {
      values[field] = value;
    }
    if (state.notTaken.length > 0) {
      notTaken[field] = state.notTaken;
    }
  }
  const isEmpty = [...origins.keys(), ...Object.keys(values), ...Object.keys(notTaken)].length === 0;
  return isEmpty ? undefined : { origins: [...origins.values()], values, notTaken };
}

/** @param stored also missing in leads of earlier releases, which have the merged values */
export function unpackFieldStates(stored: StoredFieldStates | undefined, record: MergedRecord): FieldStates {
  const states: Record<string, FieldState> = { ...derivedOf(record) };
  const unknown: FieldState = { value: null, source: null, at: null, jobId: null, notTaken: [] };
  const change = (field: string, part: Partial<FieldState>): void => {
    states[field] = { ...unknown, ...states[field], ...part };
  };
  for (const { fields, ...origin } of stored?.origins ?? []) {
    fields.forEach((field) => {
      change(field, origin);
    });
  }
  for (const [field, value] of Object.entries(stored?.values ?? {})) {
    change(field, { value });
  }
  for (const [field, notTaken] of Object.entries(stored?.notTaken ?? {})) {
    change(field, { notTaken });
  }
  return states;
}

function derivedOf({ sources, ...merged }: MergedRecord): FieldStates {
  return derivedStates(merged, (source) => sources[source]?.jobId ?? null);
}
