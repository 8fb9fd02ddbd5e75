/** A file of settings, written as for systemd's `EnvironmentFile=` (spec/environment#settings). */

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * The settings of such a file: lines `NAME=value`, comments behind `#` or `;` at the beginning of a
 * line, values with or without quotes. A later line wins.
 * @throws Error that names the line which is none of these
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const at = line.indexOf("=");
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (!NAME.test(name)) throw new Error(`line ${index + 1} is not NAME=value`);
    settings[name] = unquote(line.slice(at + 1).trim(), index + 1);
  }
  return settings;
}

/** In double quotes a backslash escapes `"`, `\`, `$` and a backtick; in single quotes nothing. */
function unquote(value: string, line: number): string {
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value;
  const quoted = quote === '"' ? /^"((?:[^"\\]|\\.)*)"$/ : /^'([^']*)'$/;
  const inside = quoted.exec(value)?.[1];
  if (inside === undefined) throw new Error(`line ${line}: the quotes do not match`);
  return quote === '"' ? inside.replace(/\\(["\\$`])/g, "$1") : inside;
}
