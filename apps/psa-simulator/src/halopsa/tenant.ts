import type { CustomFieldDefinition, LookUp, PsaSetup } from '../state/psa-setup.js';
import type { PsaState } from '../state/psa-state.js';
import { fieldOptions, foreignBase, opportunityType, outcomes } from './halo-setup.js';
import type { HaloQuirks } from '../switches.js';

/** The ids of types, statuses and fields that are not a service desk's own. */
const firstWireId = { types: 31, statuses: 60, fields: 214 } as const;

/** A field as `FieldInfo` tells of it. */
export interface WireField {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly definition: CustomFieldDefinition;
}

/** What can be looked up by name, and prepared by `POST`. */
export type LookUpKind = 'types' | 'statuses' | 'outcomes';

/** The ids of one kind of look-up: the state's and those of the wire. */
class IdMap {
  readonly #toWire = new Map<number, number>();
  readonly #fromWire = new Map<number, number>();

  constructor(ids: readonly number[], first: number) {
    let next = first;
    for (const id of ids) {
      const wire = id > foreignBase ? id - foreignBase : next++;
      this.#toWire.set(id, wire);
      this.#fromWire.set(wire, id);
    }
  }

  toWire(id: number): number {
    return this.#toWire.get(id) ?? id;
  }

  fromWire(wire: number): number | undefined {
    return this.#fromWire.get(wire);
  }
}

/**
 * What the administrator of this tenant has set up, under the ids of its own. `absent` takes names away and `doubled` has them twice, so
 * that a check of the mapping has something to find.
 */
export class HaloTenant {
  readonly fields: readonly WireField[];
  readonly #state: PsaState;
  readonly #quirks: () => HaloQuirks;
  readonly #names: Readonly<Record<LookUpKind, readonly LookUp[]>>;
  readonly #ids: Readonly<Record<'types' | 'statuses' | 'fields', IdMap>>;
  /** Names that were absent and have been made. */
  readonly #prepared = new Set<string>();

  constructor(state: PsaState, setup: PsaSetup, quirks: () => HaloQuirks) {
    this.#state = state;
    this.#quirks = quirks;
    this.#names = { types: setup.ticketTypes, statuses: setup.statuses, outcomes };
    const ids = (rows: readonly LookUp[]): number[] => rows.map(({ id }) => id);
    this.#ids = {
      types: new IdMap(ids(setup.ticketTypes), firstWireId.types),
      statuses: new IdMap(ids(setup.statuses), firstWireId.statuses),
      fields: new IdMap(ids(setup.customFields), firstWireId.fields),
    };
    this.fields = setup.customFields.map((definition) => ({
      id: this.#ids.fields.toWire(definition.id),
      name: `CF${definition.name.replace(/[^A-Za-z0-9]/g, '')}`,
      label: definition.name,
      definition,
    }));
    this.reset();
  }

  /** Back to what the administrator had prepared. */
  reset(): void {
    this.#prepared.clear();
    for (const [field, options] of fieldOptions) {
      for (const option of options) {
        this.#state.customFields.optionId(field, option);
      }
    }
  }

  has(name: string): boolean {
    const { absent } = this.#quirks();
    return this.#prepared.has(name) || !(absent.includes(name) || absent.includes('*'));
  }

  /** Makes what was absent. False where nothing of that name was. */
  prepare(name: string): boolean {
    if (this.has(name)) {
      return false;
    }
    this.#prepared.add(name);
    return true;
  }

  /** The look-ups of a kind that are there, under the ids of the wire; what is the service desk's own always is. */
  lookUps(kind: LookUpKind): readonly LookUp[] {
    const { doubled } = this.#quirks();
    return this.#names[kind]
      .filter(({ id, name }) => id > foreignBase || this.has(name))
      .flatMap(({ id, name }) => {
        const row = { id: kind === 'outcomes' ? id : this.#ids[kind].toWire(id), name };
        return doubled.includes(name) ? [row, { id: row.id + 500, name }] : [row];
      });
  }

  /** The id of a name, whether it is there or not. */
  idOf(kind: LookUpKind, name: string): number | undefined {
    const found = this.#names[kind].find((row) => row.name === name);
    return found === undefined
      ? undefined
      : kind === 'outcomes'
        ? found.id
        : this.#ids[kind].toWire(found.id);
  }

  toWire(kind: 'types' | 'statuses', id: number): number {
    return this.#ids[kind].toWire(id);
  }

  /** The state's id; undefined for what this tenant does not have. */
  fromWire(kind: 'types' | 'statuses', wire: number): number | undefined {
    const id = this.#ids[kind].fromWire(wire);
    const name = this.#names[kind].find((row) => row.id === id)?.name ?? '';
    return id === undefined || (id < foreignBase && !this.has(name)) ? undefined : id;
  }

  /** The fields that are there. */
  presentFields(): readonly WireField[] {
    return this.fields.filter(({ label }) => this.has(label));
  }

  fieldOfWire(wire: number): WireField | undefined {
    return this.presentFields().find(({ id }) => id === wire);
  }

  /** The options of a dropdown that are there. */
  options(field: WireField): readonly { readonly id: number; readonly name: string }[] {
    const { absent } = this.#quirks();
    return this.#state.customFields
      .options(field.definition.id)
      .filter(({ text }) => {
        const name = `${field.label}: ${text}`;
        return this.#prepared.has(name) || !absent.includes(name);
      })
      .map(({ id, text }) => ({ id, name: text }));
  }

  /** `opps` for what counts as an opportunity, else `reqs`. */
  domainOf(type: number): 'opps' | 'reqs' {
    return type === opportunityType ? 'opps' : 'reqs';
  }
}
