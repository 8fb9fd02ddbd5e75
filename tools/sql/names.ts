/**
 * What names of the source stand for: constants, parameters (by the calls of their function),
 * properties of objects and elements of lists, as far as they are written out.
 */
import type {
  BindingElement,
  BindingName,
  CallExpression,
  Identifier,
  Node,
  ParameterDeclaration,
  VariableDeclaration,
} from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import type { Project, Symbol } from "typescript/unstable/sync";
import {
  type Func,
  isFunction,
  nameOf,
  NotRead,
  resultsOf,
  sidesOf,
  unwrapped,
  valueOf,
} from "./syntax.ts";

/** A node, and what the names of the functions around it are bound to. */
export interface Bound {
  node: Node;
  scope: Scope;
}
export type Scope = ReadonlyMap<string, Bound>;

export const noScope: Scope = new Map();
/** A statement is read in at most this many variants. */
const maxVariants = 8;

/** Which side of each condition, and which of several calls, is taken. */
export class Choices {
  variant = 0;
  /** How many variants there are. */
  count = 1;

  of<T>(all: readonly T[]): T {
    this.count = Math.max(this.count, Math.min(all.length, maxVariants));
    return all[this.variant % all.length] as T;
  }
}

export class Names {
  #project: Project;
  /** Calls by the name of what they call. */
  #calls: ReadonlyMap<string, CallExpression[]>;
  #choices: Choices;

  constructor(project: Project, calls: ReadonlyMap<string, CallExpression[]>, choices: Choices) {
    this.#project = project;
    this.#calls = calls;
    this.#choices = choices;
  }

  /** What an expression stands for: itself, if it is no name. @throws NotRead */
  meaning({ node, scope }: Bound): Bound {
    const at = unwrapped(node);
    if (is.isIdentifier(at) || is.isShorthandPropertyAssignment(at)) {
      const name = is.isIdentifier(at) ? at : (at.name as Identifier);
      const bound = scope.get(name.text);
      return bound === undefined ? this.#declared(this.#symbolOf(at), at) : this.meaning(bound);
    }
    if (is.isPropertyAccessExpression(at))
      return this.#property({ node: at.expression, scope }, at.name.text, at);
    if (is.isElementAccessExpression(at))
      return this.#property({ node: at.expression, scope }, null, at);
    return { node: at, scope };
  }

  /** The elements of a list; of one that is mapped from unknown values, one. @throws NotRead */
  elements(list: Bound): Bound[] {
    const node = unwrapped(list.node);
    const { scope } = list;
    if (is.isArrayLiteralExpression(node))
      return node.elements.flatMap((each) =>
        is.isSpreadElement(each)
          ? this.elements({ node: each.expression, scope })
          : [{ node: each, scope }],
      );
    if (is.isConditionalExpression(node))
      return this.elements({ node: this.#choices.of(sidesOf(node)), scope });
    if (is.isCallExpression(node)) return this.#listed(node, scope);
    const bound = this.meaning(list);
    if (bound.node === node) throw new NotRead("no list", node);
    return this.elements(bound);
  }

  /** A call's function with its parameters bound, as one of its results. @throws NotRead */
  result({ expression, arguments: given }: CallExpression, scope: Scope): Bound {
    const { node: called, scope: outer } = this.meaning({ node: expression, scope });
    const results = isFunction(called) ? resultsOf(called) : [];
    if (!isFunction(called) || results.length === 0) throw new NotRead("call", expression);
    const inner = new Map(outer);
    for (const [at, { name, initializer }] of called.parameters.entries()) {
      const node = given[at] ?? initializer;
      if (node !== undefined) this.#bind(inner, name, { node, scope });
    }
    return { node: this.#choices.of(results), scope: inner };
  }

  /** The list that a call gives. */
  #listed(call: CallExpression, scope: Scope): Bound[] {
    const { expression, arguments: given } = call;
    const [first] = given;
    if (!is.isPropertyAccessExpression(expression) || first === undefined)
      return this.elements(this.result(call, scope));
    const of = { node: expression.expression, scope };
    const object = is.isIdentifier(of.node) ? of.node.text : "";
    switch (expression.name.text) {
      case "map":
        return this.#mapped(of, first);
      case "flatMap":
        return this.#mapped(of, first).flatMap((each) => this.elements(each));
      case "filter":
      case "slice":
        return this.elements(of);
      case "from":
        if (object === "Array" && given[1]) return this.#mapped(null, given[1]);
        break;
      case "keys":
      case "values":
        if (object === "Object") return this.#properties(expression.name.text, first, scope);
        break;
      default:
    }
    return this.elements(this.result(call, scope));
  }

  #mapped(list: Bound | null, callback: Node): Bound[] {
    const of = this.meaning({ node: callback, scope: list?.scope ?? noScope });
    const [result] = isFunction(of.node) ? resultsOf(of.node) : [];
    if (!isFunction(of.node) || result === undefined) throw new NotRead("map", callback);
    const [parameter] = of.node.parameters;
    const elements = list === null ? [] : this.#known(list);
    if (elements.length === 0) return [{ node: result, scope: of.scope }];
    return elements.map((element) => {
      const inner = new Map(of.scope);
      if (parameter) this.#bind(inner, parameter.name, element);
      return { node: result, scope: inner };
    });
  }

  /** A list's elements; none if only the running program knows them. */
  #known(list: Bound): Bound[] {
    try {
      return this.elements(list);
    } catch (error) {
      if (error instanceof NotRead) return [];
      throw error;
    }
  }

  #properties(which: "keys" | "values", object: Node, scope: Scope): Bound[] {
    const of = this.meaning({ node: object, scope });
    if (!is.isObjectLiteralExpression(of.node)) throw new NotRead(`Object.${which}`, object);
    return of.node.properties.flatMap((property) =>
      is.isPropertyAssignment(property)
        ? [{ node: which === "keys" ? property.name : property.initializer, scope: of.scope }]
        : [],
    );
  }

  /** A property of an object that is written out; null for any of its properties. */
  #property(object: Bound, name: string | null, at: Node): Bound {
    let of: Bound | null = null;
    try {
      of = this.meaning(object);
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
    }
    if (of === null || !is.isObjectLiteralExpression(of.node))
      return this.#declared(this.#symbolOf(at), at);
    const node = valueOf(of.node, name);
    if (node === null) throw new NotRead("property", at);
    return this.meaning({ node, scope: of.scope });
  }

  #symbolOf(node: Node): Symbol | undefined {
    const { checker } = this.#project;
    if (is.isShorthandPropertyAssignment(node))
      return checker.getShorthandAssignmentValueSymbol(node);
    return checker.getSymbolAtLocation(is.isPropertyAccessExpression(node) ? node.name : node);
  }

  #declared(symbol: Symbol | undefined, at: Node): Bound {
    const declaration = this.#declaration(symbol);
    if (declaration === undefined) throw new NotRead("name", at);
    if (is.isVariableDeclaration(declaration)) return this.#initial(declaration);
    if (is.isParameterDeclaration(declaration)) return this.#argument(declaration);
    if (is.isBindingElement(declaration)) return this.#element(declaration);
    if (is.isPropertyAssignment(declaration))
      return this.meaning({ node: declaration.initializer, scope: noScope });
    if (isFunction(declaration)) return { node: declaration, scope: noScope };
    throw new NotRead("name", at);
  }

  /** Where a name is declared, also if it is imported. */
  #declaration(symbol: Symbol | undefined): Node | undefined {
    const found = symbol?.declarations[0]?.resolve(this.#project);
    const isAlias =
      found !== undefined && (is.isImportSpecifier(found) || is.isExportSpecifier(found));
    if (symbol === undefined || !isAlias) return found;
    return this.#declaration(this.#project.checker.getAliasedSymbol(symbol));
  }

  /** What a constant, or the name of a loop over a list, begins with. */
  #initial(declaration: VariableDeclaration): Bound {
    const { initializer, parent } = declaration;
    if (initializer) return this.meaning({ node: initializer, scope: noScope });
    const loop = parent?.parent;
    if (loop && is.isForOfStatement(loop)) {
      const [first] = this.elements({ node: loop.expression, scope: noScope });
      if (first !== undefined) return this.meaning(first);
    }
    throw new NotRead("variable", declaration);
  }

  /** What the calls of its function give a parameter. */
  #argument(parameter: ParameterDeclaration): Bound {
    const of = parameter.parent as Func;
    const index = of.parameters.indexOf(parameter);
    const given = this.#callsOf(of).flatMap(({ arguments: all }) => all[index] ?? []);
    if (given.length === 0) throw new NotRead("parameter", parameter);
    return this.meaning({ node: this.#choices.of(given), scope: noScope });
  }

  #callsOf(of: Func): CallExpression[] {
    const holder = is.isArrowFunction(of) || is.isFunctionExpression(of) ? of.parent : of;
    const named = is.isVariableDeclaration(holder) || isFunction(holder) ? nameIn(holder) : null;
    if (!named || !is.isIdentifier(named)) return [];
    return (this.#calls.get(named.text) ?? []).filter(({ expression }) => {
      const declared = this.#declaration(this.#symbolOf(expression));
      if (declared === undefined) return false;
      return (is.isVariableDeclaration(declared) ? declared.initializer : declared) === of;
    });
  }

  /** A name that is taken out of an object or a list. */
  #element(element: BindingElement): Bound {
    const pattern = element.parent;
    const holder = pattern?.parent;
    if (!holder || !(is.isParameterDeclaration(holder) || is.isVariableDeclaration(holder)))
      throw new NotRead("name", element);
    const of = is.isParameterDeclaration(holder) ? this.#argument(holder) : this.#initial(holder);
    if (is.isArrayBindingPattern(pattern)) {
      const taken = this.elements(of)[pattern.elements.indexOf(element)];
      if (taken === undefined) throw new NotRead("element", element);
      return this.meaning(taken);
    }
    const node = is.isObjectLiteralExpression(of.node)
      ? valueOf(of.node, takenName(element))
      : null;
    if (node !== null) return this.meaning({ node, scope: of.scope });
    if (element.initializer) return { node: element.initializer, scope: noScope };
    throw new NotRead("name", element);
  }

  /** Binds a parameter's name, or the names that it takes apart. */
  #bind(scope: Map<string, Bound>, name: BindingName, given: Bound): void {
    if (is.isIdentifier(name)) {
      scope.set(name.text, given);
      return;
    }
    const object = unwrapped(given.node);
    for (const [at, element] of name.elements.entries()) {
      const node = is.isArrayBindingPattern(name)
        ? is.isArrayLiteralExpression(object) && object.elements[at]
        : is.isObjectLiteralExpression(object) && valueOf(object, takenName(element));
      const value = node || element.initializer;
      if (value && element.name)
        this.#bind(scope, element.name, { node: value, scope: given.scope });
    }
  }
}

const nameIn = (holder: VariableDeclaration | Func): Node | undefined =>
  is.isArrowFunction(holder) ? undefined : holder.name;

/** The property that `{ property: name }` or `{ name }` takes. */
function takenName({ propertyName, name }: BindingElement): string {
  if (propertyName) return nameOf(propertyName);
  return name && is.isIdentifier(name) ? name.text : "";
}
