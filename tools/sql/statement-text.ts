/**
 * The text of a statement from its source: fragments are followed into constants, functions,
 * parameters and conditions; everything else is a value ($1, $2 …).
 */
import type { CallExpression, Expression, Node, TemplateLiteral } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import type { Project } from "typescript/unstable/sync";
import { type Bound, Choices, Names, noScope, type Scope } from "./names.ts";
import { NotRead, sidesOf, textOf, unwrapped } from "./syntax.ts";

const maxDepth = 80;

export interface Texts {
  /** One for each variant that can be read. */
  texts: string[];
  /** Values that can be undefined, as they are written: they would be sent as null. */
  unset: string[];
}

/** The texts that a statement can have. @throws NotRead */
export function textsOf(
  project: Project,
  calls: ReadonlyMap<string, CallExpression[]>,
  node: Node,
): Texts {
  const choices = new Choices();
  const found = new Set<string>();
  const unset = new Set<string>();
  let failed: NotRead | null = null;
  for (; choices.variant < choices.count; choices.variant += 1) {
    try {
      const names = new Names(project, calls, choices);
      const reader = new StatementText({ project, names, choices, unset });
      found.add(reader.fragment({ node, scope: noScope }));
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      failed = error;
    }
  }
  if (found.size === 0 && failed !== null) throw failed;
  return { texts: [...found], unset: [...unset] };
}

interface Reading {
  project: Project;
  names: Names;
  choices: Choices;
  /** Receives the values that can be undefined. */
  unset: Set<string>;
}

class StatementText {
  #project: Project;
  #names: Names;
  #choices: Choices;
  #unset: Set<string>;
  #values = 0;
  #depth = 0;

  constructor({ project, names, choices, unset }: Reading) {
    this.#project = project;
    this.#names = names;
    this.#choices = choices;
    this.#unset = unset;
  }

  fragment(of: Bound): string {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new NotRead("too deep", of.node);
    const text = this.#text(unwrapped(of.node), of.scope);
    this.#depth -= 1;
    return text;
  }

  #text(node: Node, scope: Scope): string {
    if (is.isTaggedTemplateExpression(node)) return this.#template(node.template, scope);
    if (is.isConditionalExpression(node))
      return this.fragment({ node: this.#choices.of(sidesOf(node)), scope });
    if (is.isBinaryExpression(node))
      return this.fragment({ node: this.#choices.of([node.left, node.right]), scope });
    if (is.isCallExpression(node)) return this.#call(node, scope);
    const bound = this.#names.meaning({ node, scope });
    if (bound.node === node) throw new NotRead("fragment", node);
    return this.fragment(bound);
  }

  #template(template: TemplateLiteral, scope: Scope): string {
    if (!is.isTemplateExpression(template)) return template.text;
    let made = template.head.text;
    for (const { expression, literal } of template.templateSpans)
      made += this.#part({ node: expression, scope }) + literal.text;
    return made;
  }

  /** A fragment's text, or the place of a value. */
  #part(of: Bound): string {
    const { checker } = this.#project;
    const type = checker.getTypeAtLocation(of.node);
    if (type && /\bRawBuilder</.test(checker.typeToString(type))) return this.fragment(of);
    if (type && checker.isTypeAssignableTo(checker.getUndefinedType(), type))
      this.#unset.add(textOf(of.node));
    this.#values += 1;
    return `$${this.#values}`;
  }

  #call(node: CallExpression, scope: Scope): string {
    const { expression, arguments: given } = node;
    const [first] = given;
    if (is.isPropertyAccessExpression(expression)) {
      const { name, expression: object } = expression;
      if (is.isIdentifier(object) && object.text === "sql" && first)
        return this.#helper(name.text, [...given], scope);
    }
    return this.fragment(this.#names.result(node, scope));
  }

  /** `sql.ref`, `sql.join` and the like. */
  #helper(name: string, given: Expression[], scope: Scope): string {
    const [first, second] = given.map((node) => ({ node, scope }));
    if (first === undefined) throw new NotRead(`sql.${name}`);
    switch (name) {
      case "ref":
      case "table":
      case "id":
        return given.map((node) => quoted(this.#string({ node, scope }))).join(".");
      case "raw":
        return this.#string(first);
      case "lit":
        return this.#literal(first);
      case "join":
        return this.#join(first, second === undefined ? ", " : this.fragment(second));
      default:
        throw new NotRead(`sql.${name}`);
    }
  }

  #join(list: Bound, separator: string): string {
    const parts = this.#names.elements(list);
    // The program joins no empty list: PostgreSQL would refuse what is left.
    if (parts.length === 0) throw new NotRead("empty list", list.node);
    return parts.map((each) => this.#part(each)).join(separator);
  }

  /** A text that is known from the source, or the first that its type allows. */
  #string(of: Bound): string {
    const { scope } = of;
    const at = unwrapped(of.node);
    if (is.isStringLiteral(at) || is.isNoSubstitutionTemplateLiteral(at)) return at.text;
    if (is.isTemplateExpression(at)) {
      let made = at.head.text;
      for (const { expression, literal } of at.templateSpans)
        made += this.#string({ node: expression, scope }) + literal.text;
      return made;
    }
    if (is.isConditionalExpression(at))
      return this.#string({ node: this.#choices.of(sidesOf(at)), scope });
    if (is.isIdentifier(at) && isPropertyName(at)) return at.text;
    const typed = this.#ofType(at);
    if (typed !== null) return typed;
    if (is.isCallExpression(at)) return this.#joined(at, scope);
    const bound = this.#names.meaning({ node: at, scope });
    if (bound.node === at) throw new NotRead("text", at);
    return this.#string(bound);
  }

  #joined(call: CallExpression, scope: Scope): string {
    const { expression, arguments: given } = call;
    const [separator] = given;
    const isJoin = is.isPropertyAccessExpression(expression) && expression.name.text === "join";
    if (!isJoin || separator === undefined) throw new NotRead("text", call);
    const parts = this.#names.elements({ node: expression.expression, scope });
    return parts.map((each) => this.#string(each)).join(this.#string({ node: separator, scope }));
  }

  #ofType(node: Node): string | null {
    const { checker } = this.#project;
    const type = checker.getTypeAtLocation(node);
    if (type === undefined) return null;
    if (type.isStringLiteralType() || type.isNumberLiteralType()) return String(type.value);
    if (checker.typeToString(type) === "number") return "1";
    const [first] = type.isUnionType() ? type.getTypes() : [];
    return first?.isStringLiteralType() ? String(first.value) : null;
  }

  #literal(of: Bound): string {
    const { checker } = this.#project;
    const type = checker.getTypeAtLocation(of.node);
    const name = type === undefined ? "" : checker.typeToString(type);
    if (name === "number" || type?.isNumberLiteralType()) return "1";
    if (name === "boolean" || name === "null") return name === "null" ? "null" : "true";
    try {
      return `'${this.#string(of).replaceAll("'", "''")}'`;
    } catch (error) {
      if (error instanceof NotRead) return "''";
      throw error;
    }
  }
}

const quoted = (name: string) =>
  name
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");

/** Whether a name is the key of a property, which `Object.keys` gives. */
const isPropertyName = (node: Node) =>
  node.parent !== undefined && is.isPropertyAssignment(node.parent) && node.parent.name === node;
