/** Excel's way of keeping a text as it is: `="0012"`. */
const QUOTED = /^\s*=\s*"((?:[^"]|"")*)"\s*$/u;
/** A link with its text, also under the names that the function has in French, Spanish and Italian. */
const HYPERLINK =
  /^\s*=\s*(?:HYPERLINK|LIEN_HYPERTEXTE|HIPERV[IÍ]NCULO|COLLEG\.IPERTESTUALE)\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*"((?:[^"]|"")*)"\s*)?\)\s*$/iu;

/**
 * The text that a spreadsheet shows for a formula without any reference; any other text as it is.
 *
 * @param isLink whether the target of a hyperlink is meant, and not its text
 */
export function withoutFormula(text: string, isLink: boolean): string {
  const [, target = '', label = ''] = HYPERLINK.exec(text) ?? [];
  const shown = QUOTED.exec(text)?.[1] ?? (isLink || label === '' ? target : label);
  return shown === '' ? text : shown.replaceAll('""', '"');
}
