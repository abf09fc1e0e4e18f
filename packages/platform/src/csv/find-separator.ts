const csvSeparators = [',', ';', '\t', '|'] as const;

const sampledRows = 20;

/** The separator that the first line declares, as some spreadsheets write it, and the text behind that line. */
export function takeDeclaration(text: string): { readonly declared: string | null; readonly body: string } {
  const [line = '', declared = null] = /^sep=(.)\n/iu.exec(text) ?? [];
  return { declared, body: text.slice(line.length) };
}

/**
 * Detects the separator of a table from its first rows: the character that gives all of them the same number
 * of cells, and the most; otherwise the one that splits the first row into most. A comma if there is nothing
 * to decide by.
 */
export function findSeparator(sample: string): string {
  let best = { separator: ',', isEven: false, width: 1 };
  for (const separator of csvSeparators) {
    const widths = widthsOf(sample, separator);
    const width = widths[0] ?? 1;
    const isEven = width > 1 && widths.every((other) => other === width);
    const isBetter = isEven === best.isEven ? width > best.width : isEven;
    if (width > 1 && isBetter) {
      best = { separator, isEven, width };
    }
  }
  return best.separator;
}

/** Of the first rows; the last one may be cut off, and only counts if it is the only one. */
function widthsOf(sample: string, separator: string): number[] {
  const widths: number[] = [];
  let width = 1;
  let isQuoted = false;
  let isBlank = true;
  for (const character of sample) {
    if (character === '"') {
      isQuoted = !isQuoted;
      isBlank = false;
    } else if (isQuoted) {
      continue;
    } else if (character === separator) {
      width += 1;
    } else if (character === '\n') {
      if (!isBlank) {
        widths.push(width);
      }
      if (widths.length === sampledRows) {
        return widths;
      }
      width = 1;
      isBlank = true;
    } else if (!/\s/.test(character)) {
      isBlank = false;
    }
  }
  return widths.length === 0 ? [width] : widths;
}
