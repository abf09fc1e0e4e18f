type Kept = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

const place = 'leadbridge.mappings';

/** Mappings by the names that people gave them, in this browser. */
export function keptMappings(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(place) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Kept) : {};
  } catch {
    return {};
  }
}

export function keepMapping(name: string, mapping: Kept[string]): void {
  localStorage.setItem(place, JSON.stringify({ ...keptMappings(), [name]: mapping }));
}
