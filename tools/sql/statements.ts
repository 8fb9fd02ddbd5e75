/** Finds the statements of the API: what `execute` is called on, and what transactions hold back. */
import type { CallExpression, Node } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { API, type Project, type Type } from "typescript/unstable/sync";
import { type Texts, textsOf } from "./statement-text.ts";
import { nodesOf, NotRead } from "./syntax.ts";

export interface Statement extends Texts {
  /** File and line. */
  at: string;
  file: string;
  /** Its rows' type as the program declares it; null if it does not read any. */
  row: RowField[] | null;
}
export interface RowField {
  name: string;
  /** As TypeScript shows it, without null and undefined. */
  type: string;
  kind: "string" | "number" | "boolean" | "other";
  optional: boolean;
  nullable: boolean;
}
export interface Statements {
  read: Statement[];
  /** Those whose text the source does not tell, with the reason. */
  notRead: { at: string; file: string; why: string }[];
}

/** Functions that send a statement without `execute`, their second argument. */
const senders = ["pipelineStatement", "joinStatement", "sendWithCommit"];

/** Reads all statements in files of the project; `root` is its folder. */
export function readStatements(root: string, isProgram: (file: string) => boolean): Statements {
  using api = opened(root);
  const files = api.project.program.getSourceFileNames().filter((file) => isProgram(file));
  const calls = new Map<string, CallExpression[]>();
  const executed: { file: string; node: Node }[] = [];
  for (const file of files) {
    const source = api.project.program.getSourceFile(file);
    if (source === undefined) continue;
    for (const node of nodesOf(source)) {
      if (!is.isCallExpression(node)) continue;
      const { expression: called } = node;
      const name = is.isPropertyAccessExpression(called) ? called.name : called;
      if (is.isIdentifier(name)) calls.set(name.text, [...(calls.get(name.text) ?? []), node]);
      if (is.isPropertyAccessExpression(called) && called.name.text === "execute")
        executed.push({ file, node: called.expression });
      const sent = is.isIdentifier(called) && senders.includes(called.text) && node.arguments[1];
      if (sent) executed.push({ file, node: sent });
    }
  }
  return statementsOf({ project: api.project, root }, calls, executed);
}

function statementsOf(
  { project, root }: { project: Project; root: string },
  calls: ReadonlyMap<string, CallExpression[]>,
  executed: { file: string; node: Node }[],
): Statements {
  const found: Statements = { read: [], notRead: [] };
  for (const { file, node } of executed) {
    const type = project.checker.getTypeAtLocation(node);
    if (!type?.isTypeReference() || !project.checker.typeToString(type).startsWith("RawBuilder<"))
      continue;
    const source = project.program.getSourceFile(file);
    const line = source?.text.slice(0, node.getStart()).split("\n").length ?? 0;
    const at = `${file.slice(root.length + 1)}:${line}`;
    try {
      const read = textsOf(project, calls, node);
      const [row] = project.checker.getTypeArguments(type);
      found.read.push({ at, file, ...read, row: row === undefined ? null : rowOf(project, row) });
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      found.notRead.push({ at, file, why: error.message });
    }
  }
  return found;
}

function rowOf(project: Project, row: Type): RowField[] | null {
  const { checker } = project;
  // A function that reads whatever its callers name.
  if (checker.typeToString(row) === "unknown" || row.isTypeParameter()) return null;
  return checker.getPropertiesOfType(row).map((property) => {
    const whole = checker.getTypeOfSymbol(property) ?? checker.getUnknownType();
    const type = checker.getNonNullableType(whole) ?? whole;
    const isUnknown = checker.typeToString(whole) === "unknown";
    const shown = isUnknown ? "unknown" : checker.typeToString(type);
    const kinds = [
      ["string", checker.getStringType()],
      ["number", checker.getNumberType()],
      ["boolean", checker.getBooleanType()],
    ] as const;
    const kind = kinds.find(([, of]) => checker.isTypeAssignableTo(type, of))?.[0] ?? "other";
    const optional = checker.typeToString(whole).includes("undefined");
    const nullable = checker.isTypeAssignableTo(checker.getNullType(), whole);
    return { name: property.name, type: shown, kind, optional, nullable };
  });
}

function opened(root: string): { project: Project; [Symbol.dispose](): void } {
  const api = new API({ cwd: root });
  const snapshot = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] });
  const [project] = snapshot.getProjects();
  if (project === undefined) throw new Error("tsconfig.json is no project");
  return { project, [Symbol.dispose]: () => api.close() };
}
