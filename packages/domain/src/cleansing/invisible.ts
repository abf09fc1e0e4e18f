/** Control characters except white space, and lone surrogates. */
const CONTROLS = /(?!\s)[\p{Cc}\p{Cs}]/gu;
/** Format characters, direction marks, variation selectors, tags, fillers: they distinguish no texts. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** A braille cell without dots: a blank that Unicode does not count as white space. */
const BRAILLE_BLANK = /\u2800/gu;
/**
 * Invisible characters, except for the visible number signs of some scripts. Joiners and selectors after a
 * letter whose look they change are matched separately; letters of Latin, Greek and Cyrillic have no such
 * look.
 */
const UNSEEN =
  /((?:(?![\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{sc=Inherited}])[\p{L}\p{M}\p{Extended_Pictographic}]|\p{Emoji_Modifier})[\p{Join_Control}\p{Variation_Selector}]+)|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/** Whether a text has an invisible character. */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0;
}

/** A text without invisible characters, for comparison. */
export function withoutInvisible(text: string): string {
  return text.replace(BRAILLE_BLANK, ' ').replace(INVISIBLE, '');
}

/**
 * A text without invisible characters, for display. Joiners and variation selectors stay if the character
 * before them is an emoji or belongs to a script that is written with them (`می‌خواهم`).
 */
export function visibleText(text: string): string {
  return text
    .replace(CONTROLS, '')
    .replace(BRAILLE_BLANK, ' ')
    .replace(UNSEEN, (_run, shaped: string | undefined) => shaped ?? '');
}
