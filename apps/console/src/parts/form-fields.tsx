import { areShownBeside, fieldErrorsOf } from './field-errors.js';
import { FormInput } from './form-input.js';
import type { FormField, FormValues } from './form-values.js';
import { ErrorState } from './states.js';
import { useStanding } from './use-standing.js';

interface FormFieldsProps {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  readonly error: Error | null;
  readonly onChange: (values: FormValues) => void;
}

/** The inputs of a form, each with what the service said of it; the first has the focus when a dialog opens. */
export function FormFields({ fields, values, error, onChange }: FormFieldsProps) {
  const faults = fieldErrorsOf(error);
  return fields.map((field, index) => (
    <FormInput
      key={field.name}
      isFirst={index === 0}
      field={field}
      value={values[field.name] ?? ''}
      error={faults[field.name]}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ));
}

/** A refusal, unless all of it stands beside fields. */
export function FormError({ fields, values, error }: Omit<FormFieldsProps, 'onChange'>) {
  const standing = useStanding(error, values);
  return standing === null || isShownBeside(fields, standing) ? null : <ErrorState error={standing} />;
}

export function isShownBeside(fields: readonly FormField[], error: Error): boolean {
  return areShownBeside(
    fields.map(({ name }) => name),
    fieldErrorsOf(error),
  );
}
