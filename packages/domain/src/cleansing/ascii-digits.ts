const DIGIT = /^\p{Nd}$/u;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

/** A text in the form NFKC with the digits of every script as 0 to 9. */
export function withAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(OTHER_DIGIT, asciiDigit);
}

/** Unicode orders decimal digits in tens from zero on, except for mathematical ones, which NFKC makes plain. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
