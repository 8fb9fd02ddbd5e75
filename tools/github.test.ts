/** Files of .github: GitHub ignores a form or a workflow that it cannot read, without a word. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = path.resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(path.join(root, ".github", name), "utf8");
interface Form {
  name: string;
  description: string;
  body: { type: string; id?: string; attributes: { label?: string; value?: string } }[];
}
const forms = readdirSync(path.join(root, ".github/ISSUE_TEMPLATE")).filter(
  (name) => name !== "config.yml",
);

it.each(forms)("the form %s has what GitHub requires", (name) => {
  const { name: title, description, body } = parse(read(`ISSUE_TEMPLATE/${name}`)) as Form;
  expect(`${title}${description}`).not.toContain("undefined");
  const ids = body.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { type, attributes } of body)
    expect(attributes[type === "markdown" ? "value" : "label"]).toMatch(/\w/u);
});

it("the workflow runs .ci/run on the Node that .nvmrc names, with actions of one major version", () => {
  const workflow = parse(read("workflows/ci.yml")) as Workflow;
  const { steps, container } = workflow.jobs.ci;
  expect(steps.map(({ run }) => run)).toContain(".ci/run");
  expect(existsSync(path.join(root, ".ci/run"))).toBe(true);
  expect(container.image).toContain(
    `node:${readFileSync(path.join(root, ".nvmrc"), "utf8").trim()}-`,
  );
  const others = steps.flatMap(({ uses }) => uses ?? []);
  expect(others.filter((name) => !/^actions\/[\w-]+@v\d+$/u.test(name))).toEqual([]);
});
interface Workflow {
  jobs: { ci: { container: { image: string }; steps: { uses?: string; run?: string }[] } };
}

it("links of the forms lead to files of this repository", () => {
  for (const name of forms)
    for (const [, file = ""] of read(`ISSUE_TEMPLATE/${name}`).matchAll(/blob\/main\/([\w./]+)/gu))
      expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
});
