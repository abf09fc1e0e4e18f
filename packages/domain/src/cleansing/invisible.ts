/** Control characters but white space, and halves of characters. */
const CONTROLS = /(?!\s)[\p{Cc}\p{Cs}]/gu;
/** Formats, marks of direction, selectors of a variant, tags, fillers: nobody sees them, so they tell nobody apart. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** A braille cell without dots: a blank that is no white space to Unicode. */
const BRAILLE_BLANK = /\u2800/gu;
/**
 * What nobody sees, but for the signs that some scripts write around numbers, which are seen. Joiners and selectors behind a letter that has
 * another look with them are a match of their own: those of Latin, Greek and Cyrillic have none.
 */
const UNSEEN =
  /((?:(?![\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{sc=Inherited}])[\p{L}\p{M}\p{Extended_Pictographic}]|\p{Emoji_Modifier})[\p{Join_Control}\p{Variation_Selector}]+)|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/** A text without what nobody sees, for comparing. */
export function withoutInvisible(text: string): string {
  return text.replace(BRAILLE_BLANK, ' ').replace(INVISIBLE, '');
}

/**
 * A text without what nobody sees, for showing. Joiners and variation selectors stay where the letter before them is of a script
 * that is written with them (`می‌خواهم`), or is an emoji.
 */
export function visibleText(text: string): string {
  return text
    .replace(CONTROLS, '')
    .replace(BRAILLE_BLANK, ' ')
    .replace(UNSEEN, (_run, shaped: string | undefined) => shaped ?? '');
}
