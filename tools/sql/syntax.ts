/** Reading TypeScript's syntax tree. */
import {
  type ArrowFunction,
  type FunctionDeclaration,
  type FunctionExpression,
  type MethodDeclaration,
  type Node,
  type ObjectLiteralExpression,
  type PropertyName,
} from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";

/** The source does not tell the statement's text. */
export class NotRead extends Error {
  constructor(what: string, node?: Node) {
    super(node === undefined ? what : `${what}: ${textOf(node)}`);
  }
}

/** How a node is written, at most 60 characters of it. */
export const textOf = (node: Node): string =>
  (node.getSourceFile()?.text.slice(node.pos, node.end) ?? "").trim().slice(0, 60);

export type Func = ArrowFunction | FunctionExpression | FunctionDeclaration | MethodDeclaration;

export const isFunction = (node: Node): node is Func =>
  is.isArrowFunction(node) ||
  is.isFunctionExpression(node) ||
  is.isFunctionDeclaration(node) ||
  is.isMethodDeclaration(node);

/** An expression without brackets, types and `await` around it. */
export function unwrapped(node: Node): Node {
  let at = node;
  while (
    is.isAwaitExpression(at) ||
    is.isParenthesizedExpression(at) ||
    is.isAsExpression(at) ||
    is.isSatisfiesExpression(at) ||
    is.isNonNullExpression(at)
  )
    at = at.expression;
  return at;
}

/** Both sides of a condition, of conditions within, too; anything else by itself. */
export function sidesOf(node: Node): Node[] {
  const at = unwrapped(node);
  if (!is.isConditionalExpression(at)) return [node];
  return [...sidesOf(at.whenTrue), ...sidesOf(at.whenFalse)];
}

/** Every node of a tree, parents first. */
export function* nodesOf(node: Node): Iterable<Node> {
  yield node;
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** What a function can return. */
export function resultsOf({ body }: Func): Node[] {
  if (body === undefined) return [];
  if (!is.isBlock(body)) return sidesOf(body);
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isFunction(node)) return;
    if (is.isReturnStatement(node) && node.expression) found.push(...sidesOf(node.expression));
    node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return found;
}

/** A name of a property as text; "" if it is computed. */
export const nameOf = (name: PropertyName | undefined): string =>
  name && (is.isIdentifier(name) || is.isStringLiteral(name)) ? name.text : "";

/** The value of a property that is written out: `{ name: value }` or `{ name }`. */
export function valueOf(object: ObjectLiteralExpression, name: string | null): Node | null {
  for (const property of object.properties) {
    if (is.isSpreadAssignment(property)) continue;
    if (name !== null && nameOf(property.name as PropertyName) !== name) continue;
    return is.isPropertyAssignment(property) ? property.initializer : property;
  }
  return null;
}
