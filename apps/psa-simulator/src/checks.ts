/** What a setting that arrives from outside must be. */
export interface Check {
  /** For people. */
  readonly form: string;
  readonly fits: (value: unknown) => boolean;
}

export const anyText: Check = { form: 'a text', fits: (value) => typeof value === 'string' };

export const trueOrFalse: Check = { form: 'true or false', fits: (value) => typeof value === 'boolean' };

/** @param form for people */
export function numberFrom(form: string, minimum: number, maximum = Number.MAX_SAFE_INTEGER): Check {
  return { form, fits: (value) => typeof value === 'number' && value >= minimum && value <= maximum };
}

/** @param form for people */
export function wholeFrom(form: string, minimum: number, maximum?: number): Check {
  const { fits } = numberFrom(form, minimum, maximum);
  return { form, fits: (value) => Number.isSafeInteger(value) && fits(value) };
}

export const wholeAboveZero = wholeFrom('a whole number above 0', 1);

export function arrayOf({ form, fits }: Check): Check {
  return { form: `an array of ${form}`, fits: (value) => Array.isArray(value) && value.every(fits) };
}

/** What is wrong with settings; null if nothing is. @param what `is no …` is said of a name that is not among the checks */
export function faultIn(
  settings: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
  what: string,
): string | null {
  for (const [name, value] of Object.entries(settings)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) {
      return `${name} is no ${what}`;
    }
    if (!check.fits(value)) {
      return `${name} must be ${check.form}`;
    }
  }
  return null;
}
