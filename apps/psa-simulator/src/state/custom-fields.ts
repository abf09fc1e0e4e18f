import { isInput, isScalar } from './read-input.js';
import { Refusal } from './refusal.js';
import type { CustomFieldValue } from './rows.js';
import type { CustomFieldDefinition } from './psa-setup.js';

export interface FieldOption {
  readonly id: number;
  readonly text: string;
}

/** The custom fields of this PSA: what they accept, and the options of the dropdowns. */
export class CustomFields {
  readonly definitions: readonly CustomFieldDefinition[];
  readonly #byId: ReadonlyMap<number, CustomFieldDefinition>;
  readonly #options = new Map<number, string[]>();

  constructor(definitions: readonly CustomFieldDefinition[]) {
    this.definitions = definitions;
    this.#byId = new Map(definitions.map((definition) => [definition.id, definition]));
  }

  definition(id: number): CustomFieldDefinition | undefined {
    return this.#byId.get(id);
  }

  /** The options of a dropdown so far: a text that is written for the first time becomes an option. */
  options(fieldId: number): readonly FieldOption[] {
    return (this.#options.get(fieldId) ?? []).map((text, index) => ({ id: index + 1, text }));
  }

  optionId(fieldId: number, text: string): number {
    const options = this.#options.get(fieldId) ?? [];
    this.#options.set(fieldId, options);
    const position = options.indexOf(text);
    return position >= 0 ? position + 1 : options.push(text);
  }

  clear(): void {
    this.#options.clear();
  }

  /**
   * Reads `customfields: [{id, value}]`. A field that this PSA does not have is silently ignored, as by real ones;
   * null or an empty text empties a field.
   */
  read(value: unknown): ReadonlyMap<number, CustomFieldValue | null> {
    const values = new Map<number, CustomFieldValue | null>();
    if (value === undefined || value === null) {
      return values;
    }
    if (!Array.isArray(value)) {
      throw new Refusal('The field customfields must be an array.', { field: 'customfields' });
    }
    for (const entry of value as unknown[]) {
      if (!isInput(entry) || typeof entry['id'] !== 'number') {
        throw new Refusal('A custom field needs an id.', { field: 'customfields' });
      }
      const definition = this.#byId.get(entry['id']);
      if (definition !== undefined) {
        values.set(definition.id, this.#accept(definition, entry['value']));
      }
    }
    return values;
  }

  #accept(definition: CustomFieldDefinition, value: unknown): CustomFieldValue | null {
    if (value === null || value === undefined || value === '') {
      return null;
    }
    const refusal = new Refusal(`The value of ${definition.name} is not valid.`, {
      field: `CF_${definition.id}`,
    });
    if (!isScalar(value)) {
      throw refusal;
    }
    switch (definition.type) {
      case 'boolean':
        if (!/^(true|false|0|1)$/i.test(String(value))) {
          throw refusal;
        }
        return /^(true|1)$/i.test(String(value));
      case 'integer':
        if (!/^-?\d{1,15}$/.test(String(value))) {
          throw refusal;
        }
        return Number(value);
      case 'dropdown': {
        const chosen = typeof value === 'number' ? this.#options.get(definition.id)?.[value - 1] : undefined;
        const text = chosen ?? String(value);
        this.optionId(definition.id, text);
        return text;
      }
      case 'text':
        return String(value);
    }
  }
}

/** The fields of `written` that differ from `present`. */
export function changedFields(
  present: ReadonlyMap<number, CustomFieldValue>,
  written: ReadonlyMap<number, CustomFieldValue | null>,
): ReadonlyMap<number, CustomFieldValue | null> {
  return new Map([...written].filter(([id, value]) => (present.get(id) ?? null) !== value));
}

/** `present` with the changes; null removes. */
export function mergeFields(
  present: ReadonlyMap<number, CustomFieldValue>,
  changes: ReadonlyMap<number, CustomFieldValue | null>,
): Map<number, CustomFieldValue> {
  const merged = new Map(present);
  for (const [id, value] of changes) {
    if (value === null) {
      merged.delete(id);
    } else {
      merged.set(id, value);
    }
  }
  return merged;
}
