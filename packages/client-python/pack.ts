/**
 * Packs the Python client as an installation serves it: a wheel and a source archive, in the folder
 * given (packages/client/dist by default, beside the TypeScript client). No Python is needed, and the
 * same sources give the same bytes.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";

const room = import.meta.dirname;
const NAME = "proxy-api-client";
const DISTRIBUTION = NAME.replaceAll("-", "_");
const PACKAGE = "proxy_api";

interface Entry {
  name: string;
  content: Buffer;
}

const read = (name: string) => readFileSync(path.join(room, name));
const settings = read("pyproject.toml").toString("utf8");
const found = (name: string) => new RegExp(`^${name} = "(.*)"$`, "m").exec(settings)?.[1] ?? "";
/** The version, as in the package's settings. */
export const pythonVersion = found("version");
/** The name that pip reads version and compatibility from. */
export const wheelName = `${DISTRIBUTION}-${pythonVersion}-py3-none-any.whl`;
export const sourceName = `${DISTRIBUTION}-${pythonVersion}.tar.gz`;

function metadata(): string {
  return `Metadata-Version: 2.1
Name: ${NAME}
Version: ${pythonVersion}
Summary: ${found("description")}
License: Apache-2.0
Requires-Python: ${found("requires-python")}
Requires-Dist: httpx>=0.23
Provides-Extra: scrapy
Requires-Dist: scrapy>=2.8; extra == 'scrapy'
Description-Content-Type: text/markdown

${read("README.md").toString("utf8")}`;
}

/** The licence without the name of the product. */
const licence = () =>
  Buffer.from(
    read("LICENSE")
      .toString("utf8")
      .replace(/(Copyright \d+) The \w+ authors/, "$1 The authors"),
  );

const modules = (): Entry[] =>
  readdirSync(path.join(room, "src", PACKAGE))
    .filter((name) => /\.(py|typed)$/.test(name))
    .toSorted()
    .map((name) => ({
      name: `${PACKAGE}/${name}`,
      content: read(path.join("src", PACKAGE, name)),
    }));

function wheel(): Buffer {
  const info = `${DISTRIBUTION}-${pythonVersion}.dist-info`;
  const tags = "Wheel-Version: 1.0\nGenerator: pack\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
  const entries: Entry[] = [
    ...modules(),
    { name: `${info}/LICENSE`, content: licence() },
    { name: `${info}/METADATA`, content: Buffer.from(metadata()) },
    { name: `${info}/WHEEL`, content: Buffer.from(tags) },
  ];
  const lines = entries.map(({ name, content }) => {
    const hash = createHash("sha256").update(content).digest("base64url");
    return `${name},sha256=${hash},${content.length}\n`;
  });
  const record = `${lines.join("")}${info}/RECORD,,\n`;
  return zip([...entries, { name: `${info}/RECORD`, content: Buffer.from(record) }]);
}

/** 1 January 1980, the first day that a zip can name. */
const DOS_DATE = 0x21;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** A file that its owner may write and all may read, as Unix has it. */
const MODE = 0o100644;

/** A zip archive of entries. */
function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content, { level: 9 });
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(DOS_DATE, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(label.length, 22);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(LOCAL);
    parts.push(head, common, label, packed);
    const first = Buffer.alloc(6);
    first.writeUInt32LE(CENTRAL);
    first.writeUInt16LE((3 << 8) | 20, 4);
    const last = Buffer.alloc(14);
    last.writeUInt32LE((MODE << 16) >>> 0, 6);
    last.writeUInt32LE(offset, 10);
    central.push(first, common, last, label);
    offset += 30 + label.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** The source archive: what builds the same wheel by Python's own tools. */
function source(): Buffer {
  const folder = `${DISTRIBUTION}-${pythonVersion}`;
  const files: Entry[] = [
    { name: "LICENSE", content: licence() },
    { name: "PKG-INFO", content: Buffer.from(metadata()) },
    { name: "README.md", content: read("README.md") },
    { name: "pyproject.toml", content: read("pyproject.toml") },
    ...modules().map(({ name, content }) => ({ name: `src/${name}`, content })),
  ];
  const blocks = files.flatMap(({ name, content }) => {
    const rest = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [tarHead(`${folder}/${name}`, content.length), content, rest];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 9 });
}

function tarHead(name: string, size: number): Buffer {
  const head = Buffer.alloc(512);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
  head.write(name, 0, 100);
  head.write(octal(0o644, 8), 100);
  head.write(octal(0, 8), 108);
  head.write(octal(0, 8), 116);
  head.write(octal(size, 12), 124);
  head.write(octal(0, 12), 136);
  head.write("        0ustar\u000000", 148);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${octal(sum, 7)}\u0000 `, 148);
  return head;
}

/** Writes both archives into a folder; a reader never sees half of one. */
export function packPython(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of [
    [wheelName, wheel()],
    [sourceName, source()],
  ] as const) {
    const file = path.join(folder, name);
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  }
}

if (import.meta.main) packPython(process.argv[2] ?? path.resolve(room, "../client/dist"));
