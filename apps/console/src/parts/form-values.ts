export type FieldValue = string | boolean | readonly string[];
export type FormValues = Readonly<Record<string, FieldValue>>;

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly minLength?: number;
  readonly autoComplete?: string;
  readonly type?:
    | 'text'
    | 'email'
    | 'url'
    | 'tel'
    | 'date'
    | 'datetime-local'
    | 'password'
    | 'textarea'
    | 'number'
    | 'select'
    | 'tags'
    | 'switch';
  readonly values?: readonly { readonly value: string; readonly label: string }[];
  readonly initial?: FieldValue;
}

export function emptyValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(
    fields.map(({ name, type, initial }) => [
      name,
      initial ?? (type === 'tags' ? [] : type === 'switch' ? false : ''),
    ]),
  );
}

/** The body of a request: what was left empty, or has blanks alone, is left out, numbers and times as the API takes them. */
export function bodyOf(fields: readonly FormField[], values: FormValues): Readonly<Record<string, unknown>> {
  const entries = fields.flatMap(({ name, type }): [string, unknown][] => {
    const typed = values[name];
    const value = typeof typed === 'string' && type !== 'password' ? typed.trim() : typed;
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
      return [];
    }
    if (typeof value !== 'string') {
      return [[name, value]];
    }
    switch (type) {
      case 'number':
        return [[name, Number(value)]];
      case 'datetime-local':
        return [[name, new Date(value).toISOString()]];
      default:
        return [[name, value]];
    }
  });
  return Object.fromEntries(entries);
}
