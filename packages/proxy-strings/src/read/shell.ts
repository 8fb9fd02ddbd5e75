/** Parses shell commands, and curl's options for proxies. */
import { type Pieces, readShape } from "./address.ts";
import { cut, lettersToSpan, type Letters, type Span } from "./span.ts";

/** Splits a command into words; quotes and backslashes are removed, positions kept. */
export function shellWords(line: Span): Span[] {
  const words: Span[] = [];
  let letters: Letters | null = null;
  let quote = "";
  const endWord = () => {
    // A quote at the end is not part of the word.
    const last = letters?.places.at(-1);
    if (letters && last !== undefined)
      words.push(lettersToSpan(letters, letters.places[0] ?? 0, last + 1));
    letters = null;
  };
  for (let at = 0; at < line.text.length; at += 1) {
    const letter = line.text[at] ?? "";
    if (quote === "" && /\s/.test(letter)) {
      endWord();
      continue;
    }
    const next = line.text[at + 1] ?? "";
    const escapes = letter === "\\" && quote !== "'" && next !== "";
    // A trailing backslash, caret or backtick only continues the command.
    if (quote === "" && /[\\^`]/.test(letter) && /[\r\n]/.test(next)) continue;
    letters ??= { text: "", places: [] };
    if (escapes && (quote === "" || '"\\$`'.includes(next))) at += 1;
    else if (letter === quote) {
      quote = "";
      continue;
    } else if (quote === "" && (letter === "'" || letter === '"')) {
      quote = letter;
      continue;
    }
    letters.text += line.text[at] ?? "";
    letters.places.push(cut(line, at, at + 1).from);
  }
  endWord();
  return words;
}

const proxyFlags: Readonly<Record<string, string>> = {
  "-x": "",
  "--proxy": "",
  "--proxy1.0": "http",
  "--preproxy": "",
  "--socks4": "socks4",
  "--socks4a": "socks4",
  "--socks5": "socks5",
  "--socks5-hostname": "socks5h",
};
const userFlags = new Set(["-U", "--proxy-user"]);
const COMMAND =
  /(?:^|\s)(?:curl(?:\.exe)?\s|(?:-x|--proxy|--preproxy|--socks[45]\S*|-U|--proxy-user)[\s='"])/;

/** Returns whether a line is a command with a proxy. */
export const isCommand = (text: string) => COMMAND.test(text);

/** Returns the proxies of a command line; rarely more than one. */
export function readCommand(line: Span): Pieces[] {
  const proxies: Pieces[] = [];
  let user: Span | undefined;
  const words = shellWords(line).flatMap(parted);
  for (const [at, word] of words.entries()) {
    const value = words[at + 1];
    if (!value) break;
    if (userFlags.has(word.text)) user = value;
    if (!Object.hasOwn(proxyFlags, word.text)) continue;
    const pieces = readShape(value);
    if (!pieces) continue;
    const spoken = proxyFlags[word.text] ?? "";
    const protocol = spoken === "" ? pieces.protocol : { ...word, text: spoken, places: null };
    proxies.push({ ...pieces, protocol });
  }
  const login = user;
  return proxies.map((pieces) => (login && !pieces.username ? withUser(pieces, login) : pieces));
}

/** Splits `--proxy=URL` and `-xURL` into two words. */
function parted(word: Span): Span[] {
  const equals = word.text.indexOf("=");
  if (word.text.startsWith("--") && equals > 0) {
    return [cut(word, 0, equals), cut(word, equals + 1)];
  }
  const attached = /^-[xU](?=.)/.test(word.text);
  return attached ? [cut(word, 0, 2), cut(word, 2)] : [word];
}

function withUser(pieces: Pieces, login: Span): Pieces {
  const colon = login.text.indexOf(":");
  if (colon < 0) return { ...pieces, username: login };
  return { ...pieces, username: cut(login, 0, colon), password: cut(login, colon + 1) };
}
