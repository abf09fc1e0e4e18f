// By hand: Node's module of this name is deprecated and hides the package, and the domain also runs in browsers.

/** The parameters of RFC 3492, section 5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 0x80;
const MAX_CODE_POINT = 0x10ffff;

const PREFIX = 'xn--';

/**
 * Decodes a label of a host name: `xn--mller-kva` is `müller`. Any other label, or one that cannot be
 * decoded, stays as it is.
 *
 * @param label lower-cased
 */
export function decodeLabel(label: string): string {
  return label.startsWith(PREFIX) ? (decode(label.slice(PREFIX.length)) ?? label) : label;
}

/** RFC 3492, section 6.2. @returns null if it is not an encoded label */
function decode(encoded: string): string | null {
  const delimiter = encoded.lastIndexOf('-');
  const output = [...encoded.slice(0, Math.max(0, delimiter))].map((letter) => letter.charCodeAt(0));
  const digits = encoded.slice(delimiter + 1);
  let position = 0;
  let n = INITIAL_N;
  let index = 0;
  let bias = INITIAL_BIAS;
  while (position < digits.length) {
    const start = index;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitValue(digits.charCodeAt(position));
      position += 1;
      if (digit === null || index > MAX_CODE_POINT * (output.length + 1)) return null;
      index += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adapt(index - start, length, start === 0);
    n += Math.floor(index / length);
    if (n > MAX_CODE_POINT) return null;
    index %= length;
    output.splice(index, 0, n);
    index += 1;
  }
  return digits === '' ? null : String.fromCodePoint(...output);
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function digitValue(code: number): number | null {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : null;
}
