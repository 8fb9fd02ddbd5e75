/**
 * Generates docs/settings.md from packages/contract/src/environment-schema.ts and what it spreads, whose comments
 * document the variables: `node tools/settings-page.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { secretNames, settingNames, defaultText } from "@turnpike/contract/environment.ts";

const root = path.resolve(import.meta.dirname, "..");
export const pageFile = path.join(root, "docs/settings.md");
const contract = path.join(root, "packages/contract/src");

interface Setting {
  name: string;
  text: string;
}
interface Section {
  title: string;
  settings: Setting[];
}

/** The schema's source, with the variables that it spreads from a file of their own. */
function readSource(): string {
  const read = (file: string) => readFileSync(path.join(contract, file), "utf8");
  return read("environment-schema.ts").replaceAll(/^ {2}\.\.\.(\w+)Variables,$/gm, (_all, name) => {
    const variables = new RegExp(`${name}Variables = \\{\\n([\\s\\S]*?)\\n\\};`);
    return (
      variables.exec(read(`environment-${name === "payment" ? "payments" : name}.ts`))?.[1] ?? ""
    );
  });
}

/** The schema's sections, with the comment above each variable. */
export function sectionsOf(source: string): Section[] {
  const from = source.indexOf("z.object({");
  const schema = source.slice(from, source.indexOf("\n});", from));
  const found = schema.matchAll(
    /^ {2}\/\/ (?<title>.+)$|^ {2}\/\*\*(?<comment>[\s\S]*?)\*\/\n {2}(?<name>[A-Z][A-Z0-9_]*):/gm,
  );
  const sections: Section[] = [];
  for (const { groups = {} } of found) {
    const { title, comment = "", name = "" } = groups;
    if (title) sections.push({ title, settings: [] });
    else sections.at(-1)?.settings.push({ name, text: plain(comment) });
  }
  return sections;
}

const plain = (comment: string) =>
  comment
    .replace(/\n\s*\*/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const head = `# Settings

All environment variables. Without any, the product runs as a lab on this machine; with \`NODE_ENV=production\` it serves customers.
[operating.md](operating.md) explains how they are used. This page is generated from \`packages/contract/src/environment-*.ts\`:
\`node tools/settings-page.ts\`.

- \`TURNPIKE_ENV_FILE\` names a file with lines \`NAME=value\` in the format of systemd's \`EnvironmentFile=\` (comments after \`#\` or \`;\`, quotes). Variables of the
  environment take precedence. Unknown names in the file are refused.
- A **secret** can be given as \`NAME_FILE\`: a file whose content, without its last line break, is the value. \`NAME\` and \`NAME_FILE\` together are refused.
- The product does not start with an invalid value, contradictory settings, or a variable whose name looks like a misspelt one of these; the error names it.
- An empty value counts as not set.
`;

/** The whole page. */
export function settingsPage(): string {
  const secrets = new Set<string>(secretNames);
  const row = ({ name, text }: Setting) => {
    const value = defaultText(name);
    const kind = secrets.has(name) ? "**secret** " : "";
    const cell = value === null ? "" : `\`${value}\``;
    return `| \`${name}\` | ${cell} | ${kind}${text.replaceAll("|", "\\|")} |`;
  };
  const sections = sectionsOf(readSource()).map(({ title, settings }) =>
    [`## ${title}`, "", "| variable | default | |", "|---|---|---|", ...settings.map(row)].join(
      "\n",
    ),
  );
  return `${[head.trimEnd(), ...sections].join("\n\n")}\n`;
}

/** Variables without a comment. */
export function unexplained(): string[] {
  const sections = sectionsOf(readSource());
  const explained = new Set(sections.flatMap((one) => one.settings.map(({ name }) => name)));
  return settingNames.filter((name) => !explained.has(name));
}

if (process.argv[1] === import.meta.filename) writeFileSync(pageFile, settingsPage());
