/**
 * Returns the text of src/proxy_api/calls_gen.py, from the contract; `npm run generate` writes it.
 * Methods are named like the calls, in Python's spelling; fields as the API spells them.
 */
import { writeFileSync } from "node:fs";
import { repeats } from "../client/generate.ts";
import type { Call } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { type JsonSchema, type Schemas, schemaOf } from "@turnpike/contract/json-schema.ts";
import { langs, refusals } from "@turnpike/contract/refusals.ts";

const keywords = new Set(["from", "class", "global", "import", "in", "is", "not", "or", "and"]);

const snake = (name: string) =>
  name
    .replace("MFa", "Mfa")
    .replaceAll(
      /[A-Z]+(?![a-z])|[A-Z]/g,
      (letters, at: number) => (at > 0 ? "_" : "") + letters.toLowerCase(),
    );
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Text as a Python literal. */
const literal = (value: unknown) =>
  value === true ? "True" : value === false ? "False" : JSON.stringify(value);
const docstring = (text: string | undefined, indent: string) =>
  text
    ? `${indent}"""${text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replaceAll(/\s+/g, " ").replace(/"$/, '" ')}"""\n`
    : "";

/** The classes of answers, by name, in the order in which they are met. */
type Classes = Map<string, string>;

const union = (types: string[]) => [...new Set(types)].join(" | ");

/** Returns the Python type of a schema; objects become classes named after where they stand. */
function printType(schema: JsonSchema, at: string, classes: Classes): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "Any";
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) {
    const values = schema.enum.filter((one) => one !== null);
    const types = values.length > 0 ? [`Literal[${values.map(literal).join(", ")}]`] : [];
    return union(schema.enum.includes(null) ? [...types, "None"] : types);
  }
  if (schema.anyOf) return union(schema.anyOf.map((one) => printType(one, at, classes)));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? ""];
  return union(types.map((type) => printOne(type, schema, at, classes)));
}

const plain: Record<string, string> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

function printOne(type: string, schema: JsonSchema, at: string, classes: Classes): string {
  if (type === "array") return `list[${printType(schema.items ?? {}, at, classes)}]`;
  if (type !== "object") return plain[type] ?? "Any";
  if (schema.properties && Object.keys(schema.properties).length > 0) {
    printClass(at, schema, classes);
    return at;
  }
  const { additionalProperties: rest } = schema;
  return `dict[str, ${typeof rest === "object" ? printType(rest, at, classes) : "Any"}]`;
}

/** Adds the class of an object. The functional form allows keys that are no names in Python. */
function printClass(name: string, schema: JsonSchema, classes: Classes): void {
  if (classes.has(name)) return;
  classes.set(name, "");
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => {
    const type = printType(field, name + pascal(key.replaceAll(/\W/g, "")), classes);
    const full = schema.required?.includes(key) ? type : `NotRequired[${type}]`;
    return { key, type: full, about: field.description };
  });
  const isPlain = fields.every(({ key }) => /^[A-Za-z_]\w*$/.test(key) && !keywords.has(key));
  const body = isPlain
    ? `class ${name}(TypedDict):\n${docstring(schema.description, "    ")}${fields
        .map(({ key, type, about }) => `    ${key}: ${type}\n${docstring(about, "    ")}`)
        .join("")}`
    : `${name} = TypedDict(\n    ${literal(name)},\n    {\n${fields
        .map(({ key, type }) => `        ${literal(key)}: ${literal(type)},\n`)
        .join("")}    },\n)\n`;
  classes.set(name, body);
}

interface Argument {
  name: string;
  type: string;
  needed: boolean;
  about: string | undefined;
}

/** The fields of a call as keyword arguments. */
function argumentsOf(request: JsonSchema): Argument[] {
  return Object.entries(request.properties ?? {}).map(([key, field]) => {
    const needed = request.required?.includes(key) ?? false;
    // Objects inside a request are few and open: dictionaries.
    const type = askedType(field);
    return { name: keywords.has(key) ? `${key}_` : key, type, needed, about: field.description };
  });
}

function askedType(field: JsonSchema): string {
  if (field.format === "date-time") return "str | datetime";
  if (field.anyOf) return union(field.anyOf.map(askedType));
  if (field.type === "array") return `list[${askedType(field.items ?? {})}]`;
  if (field.type === "object") return "dict[str, Any]";
  return printType(field, "Any", new Map());
}

function printMethod(name: string, call: Call, classes: Classes, isAsync: boolean): string {
  const { $defs: _asked, ...request } = schemaOf(call.request, "input");
  const { $defs, ...answer } = schemaOf(call.response, "output");
  for (const [noun, schema] of Object.entries<Schemas[string]>($defs ?? {}))
    printClass(noun, schema, classes);
  const type = printType(answer, `${pascal(name)}Answer`, classes);
  const given = argumentsOf(request);
  const listed = given.map(({ name: own, type: hint, needed }) =>
    needed ? `${own}: ${hint}` : `${own}: ${hint} | None = None`,
  );
  const parameters = ["self", ...(listed.length > 0 ? ["*", ...listed] : [])];
  const about = given.map(
    ({ name: own, about: text = "" }) => `        - ${own}: ${text.replaceAll(/\s+/g, " ")}`,
  );
  const returned = call.events ? `${isAsync ? "Async" : ""}Iterator[${type}]` : type;
  const fields = given.map(({ name: own }) => `${literal(own)}: ${own}`).join(", ");
  const made = `self._${call.events ? "events" : "call"}(${literal([call.path, repeats(call)])
    .replace("[", "(")
    .replace("]", ")")}, {${fields}})`;
  const keyword = isAsync && !call.events ? "async def" : "def";
  const waits = isAsync && !call.events ? "await " : "";
  const summary = `${call.summary} \`POST ${call.path}\``.replaceAll("\\", "\\\\");
  const doc = [`        """${summary}`, ...(about.length > 0 ? ["", ...about] : [])].join("\n");
  const note = "  # type: ignore[no-any-return]";
  return `    ${keyword} ${snake(name)}(
${parameters.map((one) => `        ${one},\n`).join("")}    ) -> ${returned}:
${doc.replaceAll("\\`", "`")}
        """
        return ${waits}${made}${note}
`;
}

/** Returns the text of calls_gen.py. */
export function pythonText(): string {
  const classes: Classes = new Map();
  const all = Object.entries(calls) as unknown as [string, Call][];
  const methods = (isAsync: boolean) =>
    all.map(([name, call]) => printMethod(name, call, classes, isAsync)).join("\n");
  const [sync, asynchronous] = [methods(false), methods(true)];
  const reasons = Object.entries(refusals).map(([name, code]) => `    ${literal(name)}: ${code},`);
  return `"""Written by generate.ts from the contract; do not edit."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict

from .request import AsyncConnection, SyncConnection

Lang = Literal[${langs.map(literal).join(", ")}]

REFUSALS: dict[str, int] = {
${reasons.join("\n")}
}
"""Every reason for which a call is refused, with its code."""

${[...classes.values()].join("\n")}

class Client(SyncConnection):
    """One method for each call. Options: url, key or session, lang, timeout, retries, http."""

${sync}

class AsyncClient(AsyncConnection):
    """The same methods, to be awaited."""

${asynchronous}`;
}

if (import.meta.main)
  writeFileSync(new URL("src/proxy_api/calls_gen.py", import.meta.url), pythonText());
