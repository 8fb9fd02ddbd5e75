/** What the fonts of invoices can show. */

const SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** Pictures, except the signs of trade marks that text fonts have, and flags. */
const PICTURES = /(?![\u00a9\u00ae\u2122])\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** Whether a text can be printed on an invoice (spec/accounts#invoice-title). */
export const isPrintable = (text: string): boolean => SCRIPTS.test(text) && !PICTURES.test(text);
