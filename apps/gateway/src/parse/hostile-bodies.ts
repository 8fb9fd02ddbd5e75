/** Chunked bodies whose end two servers could see in different places; test data (G1, G3). */

/** Title and bytes (one character per byte) of each; the given bytes contain the error. */
export const malformedBodies: readonly (readonly [string, string])[] = [
  ["no hex digit", "g\r\n"],
  ["no size", "\r\nhello"],
  ["no size before an extension", ";a\r\n"],
  ["no size after a chunk", "5\r\nhello\r\n\r\n\r\n"],
  ["sign", "+5\r\nhello\r\n"],
  ["minus", "-5\r\nhello\r\n"],
  ["0x", "0x5\r\nhello\r\n"],
  ["underscore", "1_0\r\n"],
  ["space before", " 5\r\nhello\r\n"],
  ["bare LF after the size", "5\nhello\r\n"],
  ["bare CR after the size", "5\rhello\r\n"],
  ["bare LF in an extension", "5;a\nhello\r\n0\r\n\r\n"],
  ["bare CR in an extension", "5;a\rb\r\nhello\r\n"],
  ["NUL in an extension", "5;a\0\r\nhello\r\n"],
  ["data too long", "5\r\nhello!\r\n"],
  ["data too short", "5\r\nhell\r\n0\r\n\r\n"],
  ["bare LF after the data", "5\r\nhello\n0\r\n\r\n"],
  ["CR alone after the data", "5\r\nhello\rX"],
  ["size beyond 48 bits", "1000000000000\r\n"],
  ["size that wraps 64 bits", "10000000000000005\r\nhello\r\n"],
  ["bare LF at the end", "0\r\n\n"],
  ["something after the last CR", "0\r\n\rX"],
  ["trailer without a colon", "0\r\nabc\r\n\r\n"],
  ["trailer with a space before the colon", "0\r\nA : b\r\n\r\n"],
  ["folded trailer", "0\r\nA: b\r\n c\r\n\r\n"],
  ["trailer with a NUL", "0\r\nA: \0\r\n\r\n"],
  ["trailer that is a request", "0\r\nGET / HTTP/1.1\r\n\r\n"],
  ["trailers without end", `0\r\n${"A: b\r\n".repeat(3000)}`],
  ["an extension without end", `5;${"a".repeat(5000)}`],
  ["extensions without end", `1;${"a".repeat(1000)}\r\nx\r\n`.repeat(5)],
  ["full-width digit", "\xef\xbc\x95\r\nhello\r\n"],
  ["size in octal spelling of C", "05o\r\nhello\r\n"],
  ["vertical tab before the size", "\x0b5\r\nhello\r\n"],
  ["CR CR LF after the size", "5\r\r\nhello\r\n"],
  ["a word after the size", "5 a\r\nhello\r\n"],
  ["a second size after a space", "5 5\r\nhello\r\n"],
  ["NUL after the size", "5 \0\r\nhello\r\n"],
  ["bare LF after a space", "5 \nhello\r\n"],
  ["blanks without end", `5${" ".repeat(5000)}`],
  ["no line end after the data", "5\r\nhello0\r\n\r\n"],
  ["LF CR after the data", "5\r\nhello\n\r0\r\n\r\n"],
  ["NUL after the data", "5\r\nhello\0\r\n0\r\n\r\n"],
  ["bare LF after a trailer", "0\r\nA: b\n\r\n"],
  ["empty trailer name", "0\r\n: b\r\n\r\n"],
];

/**
 * Careless but complete: browsers and curl read each as `hello`. Accepted in a response, refused in
 * a request, where the next server could read it differently.
 */
export const carelessBodies: readonly (readonly [string, string])[] = [
  ["space after a size", "5 \r\nhello\r\n0\r\n\r\n"],
  ["spaces after each size", "5   \r\nhello\r\n0   \r\n\r\n"],
  ["space before the semicolon", "5 ;a=b\r\nhello\r\n0\r\n\r\n"],
  ["tab after a size", "5\t\r\nhello\r\n0\t;x\r\n\r\n"],
  ["DEL in an extension", "5;a\x7f\r\nhello\r\n0\r\n\r\n"],
  ["control character in a trailer", "5\r\nhello\r\n0\r\nA: \x01\r\n\r\n"],
];
